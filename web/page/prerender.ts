import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { loadAttention } from '../api/load.ts';
import { EXAMPLE_TEXT } from '../elements/embedding.ts';
import { Exploration } from '../elements/exploration.ts';
import { defineElements } from '../elements/index.ts';

/**
 * The worked example as HTML with declarative shadow roots, so that its figures are there before any script.
 * Style sheets come back by themselves: a strict policy allows linked ones only.
 */
export async function prerender(): Promise<{ html: string; styles: string[] }> {
  defineElements();
  const exploration = new Exploration(await loadAttention());
  const drawn = await collectResult(
    render(html`<attention-explorer .exploration=${exploration}></attention-explorer>`),
  );
  const styles: string[] = [];
  const linked = drawn.replace(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
    let index = styles.indexOf(css);
    if (index < 0) index = styles.push(css) - 1;
    return `<link rel="stylesheet" href="%style-${index}%">`;
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
