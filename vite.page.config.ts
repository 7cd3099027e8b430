import { createHash } from 'node:crypto';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** Writes the worked example's figures into the page, and their style sheets beside it. */
function workedExample(): Plugin {
  let drawn: Promise<{ html: string; styles: string[] }> | undefined;
  const draw = async () => {
    const { module } = await runnerImport<typeof import('./web/page/prerender.ts')>(
      './web/page/prerender.ts',
      {
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'error',
      },
    );
    return module.prerender();
  };
  const nameOf = (css: string) =>
    `assets/view-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  return {
    name: 'worked-example',
    apply: 'build',
    async generateBundle() {
      drawn ??= draw();
      for (const css of (await drawn).styles)
        this.emitFile({ type: 'asset', fileName: nameOf(css), source: css });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page) {
        drawn ??= draw();
        const { html, styles } = await drawn;
        const linked = styles.reduce(
          (text, css, i) => text.replaceAll(`%style-${i}%`, `./${nameOf(css)}`),
          html,
        );
        return {
          html: page.replace('<attention-explorer><!--worked example--></attention-explorer>', () => linked),
          tags: styles.map((css) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'style', href: `./${nameOf(css)}` },
            injectTo: 'head',
          })),
        };
      },
    },
  };
}

export default defineConfig({
  root: 'web/page',
  base: './',
  plugins: [workedExample()],
  build: {
    outDir: '../../dist/site',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: 'chrome125',
    modulePreload: { polyfill: false },
  },
});
