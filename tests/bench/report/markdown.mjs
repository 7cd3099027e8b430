// Tables that read well on a terminal and are Markdown too.

/** A cell without a measurement. */
export const none = '—';

/** @param {{ title: string, note?: string, headers: string[], rows: string[][] }} table the first column is text, the others numbers */
export function markdownTable({ title, note, headers, rows }) {
  const widths = headers.map((header, column) =>
    Math.max(3, ...[header, ...rows.map((row) => row[column])].map(length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column], column > 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [`### ${title}`, '', ...(note ? [note, ''] : []), line(headers), rule, ...rows.map(line), ''].join(
    '\n',
  );
}

const length = (cell) => [...cell].length;

function pad(cell, width, right) {
  const space = ' '.repeat(width - length(cell));
  return right ? space + cell : cell + space;
}

/** Three significant digits, or as many as stand before the point. */
export function digits(number) {
  if (number === 0) return '0';
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number))));
  return number.toFixed(Math.min(decimals, 6));
}

// A unit turns a number into digits and what stands behind them.
export const plain = () => ({ scale: 1, unit: '' });
export const times = () => ({ scale: 1, unit: '×' });
export const percent = () => ({ scale: 100, unit: ' %' });
export const duration = (ms) => (ms < 0.1 ? { scale: 1000, unit: ' µs' } : { scale: 1, unit: ' ms' });
export const mebibytes = () => ({ scale: 2 ** -20, unit: ' MiB' });
export const kilobytes = () => ({ scale: 1e-3, unit: ' KB' });

export function figure(number, unitOf) {
  if (number === undefined) return none;
  const { scale, unit } = unitOf(number);
  return digits(number * scale) + unit;
}

/** A summary's median, and in brackets its quartiles in the same unit where there were rounds enough for some. */
export function spread(summarised, unitOf) {
  if (!summarised) return none;
  if (summarised.rounds < 3) return figure(summarised.median, unitOf);
  const { scale } = unitOf(summarised.median);
  const [low, high] = [summarised.low, summarised.high].map((number) => digits(number * scale));
  return `${figure(summarised.median, unitOf)} (${low}–${high})`;
}
