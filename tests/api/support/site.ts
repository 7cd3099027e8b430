import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
// @ts-expect-error plain JavaScript, so that it runs before anything is installed
import { chromium as installedChromium } from '../../../scripts/setup.mjs';

export interface Answer {
  status?: number;
  headers?: OutgoingHttpHeaders;
  body: string | Uint8Array;
}

/** A site of files at paths; what is not there is a page that says so, as hosts of single-page applications send it. */
export async function serve(files: Record<string, Answer>): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const {
      status = 200,
      headers = {},
      body,
    } = files[new URL(request.url!, 'http://localhost').pathname] ?? {
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Not found</title>',
    };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: installedChromium(),
    args: [
      // Chromium's own sandbox refuses to run as root, as containers do; only these tests' pages are opened.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a page whose script leaves a promise in `window.outcome`, and waits for what it becomes, error or not. */
export async function outcome(page: Page, url: string): Promise<unknown> {
  await page.goto(url);
  await page.waitForFunction('"outcome" in window');
  return page.evaluate("window.outcome.catch((error) => error.name + ': ' + error.message)");
}
