import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { loadAttention } from '../api/load.ts';
import { EXAMPLE_TEXT } from '../elements/embedding.ts';
import { Exploration } from '../elements/exploration.ts';
import { defineElements } from '../elements/index.ts';
import { cellColours, matrixStyles } from '../elements/styles/cells.ts';
import { theme } from '../elements/styles/theme.ts';

/** Sheets that several elements share are files of their own. */
const SHARED = [theme, cellColours, matrixStyles].map((sheet) => sheet.cssText);

/**
 * Undefined elements are invisible until their own sheet is there, so that nobody sees a figure without its style: the
 * page hides the outermost, each sheet shows its host and hides what is within. Gone with the sheets when the script
 * takes over.
 */
const SHOWN_WHEN_STYLED = ':host{opacity:1!important}:not(:defined){opacity:0}';

/**
 * The worked example as HTML with declarative shadow roots, so that its figures are there before any script.
 * Style sheets come back by themselves: a strict policy allows linked ones only. `%style-0%` stands for the first one's
 * address.
 */
export async function prerender(): Promise<{ html: string; styles: string[] }> {
  defineElements();
  const exploration = new Exploration(await loadAttention());
  const drawn = await collectResult(
    render(html`<attention-explorer .exploration=${exploration}></attention-explorer>`),
  );
  const styles: string[] = [];
  const link = (css: string) => {
    const known = styles.indexOf(css);
    const index = known < 0 ? styles.push(css) - 1 : known;
    return `<link rel="stylesheet" href="%style-${index}%">`;
  };
  const linked = drawn.replace(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
    const own = SHARED.reduce((rest, shared) => rest.replace(shared, ''), css);
    return [...SHARED.filter((shared) => css.includes(shared)), own + SHOWN_WHEN_STYLED].map(link).join('');
  });
  // Markers that only hydration would need.
  const plain = linked.replace(/<!--\/?lit-(?:part|node)[^>]*-->/g, '').replace(/ defer-hydration/g, '');
  // A template cannot bind what is inside a text box.
  const filled = plain.replace(
    /(<textarea[^>]*?)(?: value="[^"]*")?>/,
    (_, tag: string) => `${tag}>${EXAMPLE_TEXT}`,
  );
  return { html: filled, styles };
}
