import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
// @ts-expect-error plain JavaScript, so that it runs before anything is installed
import { chromium } from './scripts/setup.mjs';

const nodeOnly = 'tests/**/*.node.test.ts';
const everywhere = ['tests/api/**/*.test.ts', 'tests/tokenizers/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: [...everywhere, nodeOnly] },
      },
      {
        extends: true,
        // Imported only when it is chosen, so not found at the start: optimised half-way, it would reload running tests.
        optimizeDeps: { include: ['gpt-tokenizer/bpeRanks/r50k_base'] },
        test: {
          name: 'chromium',
          include: [...everywhere, 'tests/page/**/*.test.ts'],
          exclude: [nodeOnly],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: {
                executablePath: chromium(),
                args: [
                  // Chromium's own sandbox refuses to run as root, as containers do; only this project's pages are opened.
                  '--no-sandbox',
                  // Tests need no network: nothing is looked up, updated or synchronised in the background.
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-gpu',
                ],
              },
            }),
          },
        },
      },
    ],
  },
});
