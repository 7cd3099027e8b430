/** Around a picture. */
export const MARGIN = 20;
/** The size of names and captions. */
export const LABEL = 12;
export const LEGEND_WIDTH = 216;
