import { escapeHtml } from '#server/core/escape-html.ts';
import { cleanText, langAttribute } from './inline.ts';
import type { Element } from './markup.ts';
import { isElement, isText, localName, walk } from './markup.ts';

/**
 * Reads `<ruby>`: base text, readings (`rt`) and their parentheses (`rp`), as text only.
 * @returns an empty `html` when no reading is left; `text` is then the base
 */
export function readRuby(element: Element): { html: string; text: string } {
  const parts: { name: '' | 'rt' | 'rp'; text: string }[] = [];
  const within: ('rt' | 'rp')[] = [];
  walk(
    element,
    (node) => {
      if (isText(node)) {
        const name = within.at(-1) ?? '';
        const last = parts.at(-1);
        if (last?.name === name) last.text += node.data;
        else parts.push({ name, text: node.data });
      }
      if (!isElement(node)) return 'children' in node;
      const name = localName(node);
      if (name === 'script' || name === 'style') return false;
      if (name === 'rt' || name === 'rp') {
        within.push(name);
        parts.push({ name, text: '' });
      }
      return true;
    },
    (left) => {
      if (localName(left) === 'rt' || localName(left) === 'rp') within.pop();
    },
  );
  const clean = parts
    .map((part) => ({
      ...part,
      text: cleanText(part.text)
        .replace(/\u0338/g, '')
        .trim(),
    }))
    .filter((part) => part.text !== '');
  const text = clean.map((part) => (part.name === '' ? part.text : '')).join('');
  if (text === '' || !clean.some((part) => part.name === 'rt')) return { html: '', text };
  const lang = langAttribute(element.attribs.lang ?? element.attribs['xml:lang'] ?? null);
  const inner = clean.map(({ name, text: inside }) =>
    name === '' ? escapeHtml(inside) : `<${name}>${escapeHtml(inside)}</${name}>`,
  );
  return { html: `<ruby${lang}>${inner.join('')}</ruby>`, text };
}
