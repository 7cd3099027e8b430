import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, so that it runs before anything is installed
import { serve } from '../../scripts/serve.mjs';

test('what `npm start` serves is the page, its script and its style sheets', async () => {
  const { server, address } = await serve(4713);
  try {
    const page = await (await fetch(address)).text();
    expect(page).toContain('1.4754');
    const files = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const response = await fetch(new URL(file, address));
      expect([file, response.status]).toEqual([file, 200]);
      expect(response.headers.get('content-type')).toMatch(/javascript|css/);
    }
  } finally {
    await server.close();
  }
});
