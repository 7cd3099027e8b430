/** Everything that decides the figure besides text, edits and hidden keys. */
export interface Settings {
  /** How W^Q, W^K, W^V are drawn: not at all (Q = K = V = X), as `torch.rand`, or as `nn.Linear`. */
  readonly projection: 'none' | 'uniform' | 'linear';
  /** d, the columns of one head, where there are projections. */
  readonly headWidth: number;
  readonly heads: number;
  /** Whether the heads' contexts are mixed by W^O. */
  readonly output: boolean;
  /** What scores are multiplied by: 1, or 1/√d. */
  readonly scale: 'one' | 'root';
  readonly causal: boolean;
  /** Whether a vector of its place is added to each token's. */
  readonly positions: boolean;
  /** Of the projections, of made-up word vectors and of dropout. */
  readonly seed: number;
  /** The share of weights that dropout removes. */
  readonly dropout: number;
}

export type PresetName = 'plain' | 'unscaled' | 'scaled' | 'causal' | 'heads';

export interface Preset {
  readonly name: PresetName;
  readonly label: string;
  readonly settings: Settings;
}

const PLAIN: Settings = {
  projection: 'none',
  headWidth: 2,
  heads: 1,
  output: false,
  scale: 'one',
  causal: false,
  positions: false,
  seed: 123,
  dropout: 0,
};

/** From plain dot products to two masked heads, one step at a time. */
export const PRESETS: readonly Preset[] = [
  { name: 'plain', label: 'plain dot products', settings: PLAIN },
  {
    name: 'unscaled',
    label: 'trainable weights, unscaled',
    settings: { ...PLAIN, projection: 'uniform' },
  },
  {
    name: 'scaled',
    label: 'trainable weights, scaled by 1/√d',
    settings: { ...PLAIN, projection: 'uniform', scale: 'root' },
  },
  {
    name: 'causal',
    label: 'causal',
    settings: { ...PLAIN, projection: 'linear', scale: 'root', causal: true },
  },
  {
    name: 'heads',
    label: 'two heads',
    settings: {
      ...PLAIN,
      projection: 'linear',
      headWidth: 1,
      heads: 2,
      output: true,
      scale: 'root',
      causal: true,
    },
  },
];

export function presetNamed(name: PresetName): Preset {
  return PRESETS.find((preset) => preset.name === name) as Preset;
}

/** The preset that these settings are; seed and dropout may differ. */
export function presetOf(settings: Settings): PresetName | undefined {
  return PRESETS.find(({ settings: preset }) =>
    (['projection', 'headWidth', 'heads', 'output', 'scale', 'causal'] as const).every(
      (key) => preset[key] === settings[key],
    ),
  )?.name;
}
