// What a static site generator does with a post.
import { readFileSync, writeFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

const [, title, body] = readFileSync('post.md', 'utf8').match(/^---\ntitle: (.*)\n---\n([\s\S]*)$/);
const markdown = new MarkdownIt({ html: true, typographer: true, linkify: true });
writeFileSync(
  'index.html',
  `<!doctype html><meta charset="utf-8"><title>${title}</title>\n${markdown.render(body)}`,
);
