// Serves the built page, as any static host would.
import { join } from 'node:path';
import { root } from './run.mjs';

/** Starts a server on the port, or the next free one; returns it and the page's address. */
export async function serve(port) {
  // Imported here: until the first set-up there is no Vite.
  const { preview } = await import('vite');
  const server = await preview({
    configFile: join(root, 'vite.page.config.ts'),
    logLevel: 'warn',
    preview: { port, host: process.env.HOST ?? 'localhost' },
  });
  const { local, network } = server.resolvedUrls;
  return { server, address: local[0] ?? network[0] };
}
