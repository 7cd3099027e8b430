/** What is written inside an element, apart from what has a slot of its own. */
export interface InnerContent {
  readonly text: string;
  /** The text of a `<script type="application/json">`. */
  readonly json: string | undefined;
}

export function innerContent(element: Element): InnerContent {
  let text = '';
  let json: string | undefined;
  for (const node of element.childNodes) {
    if (node instanceof HTMLScriptElement) {
      if (node.type === 'application/json') json = node.textContent ?? '';
    } else if (node instanceof Element) {
      if (!node.slot && !(node instanceof HTMLStyleElement || node instanceof HTMLTemplateElement))
        text += node.textContent ?? '';
    } else if (node instanceof Text) text += node.data;
  }
  return { text: text.trim(), json };
}
