import { expect, test } from 'vitest';
import { prerender } from '../../web/page/prerender.ts';

const { html } = await prerender();

test('the sections to read are in the page before any script, with the example’s figures', () => {
  expect(html.match(/data-step="/g)?.length).toBe(6);
  expect(html.match(/data-mistake="/g)?.length).toBe(6);
  const guided = html.slice(html.indexOf('<attention-guided-read'), html.indexOf('</attention-guided-read'));
  for (const figure of ['1.4754', '18.7453', '0.2379', '0.4419', '0.6515', '0.5683'])
    expect(guided).toContain(figure);
  // The scores are there for who opens them; buttons that would do nothing are not.
  expect(guided).toContain('<details');
  expect(guided).not.toContain('<button');
});

test('nothing in them needs what a strict policy forbids', () => {
  expect(html).not.toMatch(/ style="| onclick="|<style>/);
});
