export default {
  mode: 'production',
  entry: './main.js',
  experiments: { outputModule: true },
  output: { module: true, filename: 'main.js', clean: true },
  // Somebody's numbers need no smaller script than this one.
  performance: { hints: false },
};
