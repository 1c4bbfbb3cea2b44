import { escapeHtml } from '#server/core/escape-html.ts';
import type { DocumentStyle } from './document-style.ts';
import {
  blockNames,
  languageOf,
  namesEmphasis,
  namesStrength,
  raiseDigits,
} from './element-style.ts';
import { type Run, cleanText, langAttribute } from './inline.ts';
import { type Element, isElement, isText, localName, walk } from './markup.ts';

/** The language of a block is the block's own. */
const isInline = (name: string): boolean => !blockNames.has(name);

/** Collects the inline content of successive blocks, with the emphasis that is open. */
export class InlineReader {
  /** How many open elements preserve line ends. */
  preformatted = 0;
  private runs: Run[] = [];
  /** Whether the collected content has words. */
  private hasWords = false;
  /** Whether anything but white space follows the last break. */
  private isLineOpen = false;
  private readonly style: DocumentStyle;
  /** Languages of the emphasis of each open element, `''` for the text's own; null without. */
  private readonly em: (string | null)[] = [];
  private readonly strong: (string | null)[] = [];
  private superscript = 0;

  constructor(style: DocumentStyle) {
    this.style = style;
  }

  /** Opens an element, whose words are shown as its style says. */
  enter(element: Element, name: string): void {
    const { isItalic, isBold } = this.style.of(element);
    const lang = languageOf(element) ?? '';
    const [em, strong] = [this.em.at(-1) ?? null, this.strong.at(-1) ?? null];
    const own = (outer: string | null, isNamed: boolean) =>
      outer === null || isNamed ? (isInline(name) && lang) || (outer ?? '') : outer;
    this.em.push(isItalic ? own(em, namesEmphasis(name)) : null);
    this.strong.push(isBold ? own(strong, namesStrength(name)) : null);
    if (name === 'sup') this.superscript += 1;
  }

  leave(name: string): void {
    this.em.pop();
    this.strong.pop();
    if (name === 'sup') this.superscript -= 1;
  }

  addText(data: string): void {
    const lines = this.preformatted > 0 ? data.split(/\r?\n/) : [data];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.addBreak();
      const text = this.superscript > 0 ? raiseDigits(line) : line;
      this.runs.push({ kind: 'text', text, ...this.emphasis() });
      if (text.trim() !== '') this.hasWords = this.isLineOpen = true;
    }
  }

  addRuby(element: Element): void {
    const ruby = readRuby(element);
    if (ruby.html === '') this.addText(ruby.text);
    else {
      this.runs.push({ kind: 'ruby', ...ruby, ...this.emphasis() });
      this.hasWords = this.isLineOpen = true;
    }
  }

  addBreak(): void {
    this.runs.push({ kind: 'break' });
    this.isLineOpen = false;
  }

  /** A break, unless one was just made or there is no content yet. */
  softBreak(): void {
    if (this.isLineOpen) this.addBreak();
  }

  addNote(key: number): void {
    this.runs.push({ kind: 'note', key });
    this.isLineOpen = true;
  }

  /** An inline note follows its own mark: « Sheppard(1) ». */
  dropNoteMark(): void {
    const last = this.runs.at(-1);
    if (last?.kind === 'text') last.text = last.text.replace(/\s?[([]\d{1,3}[)\]]$/, '');
  }

  hasText(): boolean {
    return this.hasWords;
  }

  /** Returns and clears what was collected. */
  take(): Run[] {
    const runs = this.runs;
    this.runs = [];
    this.hasWords = false;
    this.isLineOpen = false;
    return runs;
  }

  private emphasis(): { em: string | null; strong: string | null } {
    return { em: this.em.at(-1) ?? null, strong: this.strong.at(-1) ?? null };
  }
}

/**
 * Reads `<ruby>`: base text, readings (`rt`) and their parentheses (`rp`), as text only.
 * @returns an empty `html` when no reading is left; `text` is then the base
 */
function readRuby(element: Element): { html: string; text: string } {
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
