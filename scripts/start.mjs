// `npm start`: installs what is missing, builds, serves the page and prints its address.
import { build } from './build.mjs';
import { main, root } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  setUp('build');
  build();
  const { preview } = await import('vite');
  const server = await preview({
    root,
    configFile: `${root}/vite.page.config.ts`,
    logLevel: 'warn',
    preview: { port: Number(process.env.PORT ?? 4173), host: process.env.HOST ?? 'localhost' },
  });
  console.log(
    `\nThe page is at ${server.resolvedUrls.local[0] ?? server.resolvedUrls.network[0]}  (Ctrl+C ends it)`,
  );
});
