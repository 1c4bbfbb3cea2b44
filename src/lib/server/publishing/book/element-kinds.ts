import type { Element } from './markup.ts';
import { childElements, localName, textStart, tokens } from './markup.ts';

/** What the cleaner does with an element before it looks inside. */
export type ElementKind =
  | 'skip'
  | 'image'
  | 'script'
  | 'other'
  | 'footnote-reference'
  /** Words of the sentence that are themselves the reference. */
  | 'footnote-words'
  | 'footnote-body'
  | 'table'
  | 'content';

const silent = new Set('head title style template link meta base'.split(' '));
const images = new Set('img image svg picture map'.split(' '));
const foreign = new Set(
  'math audio video object embed iframe frame canvas applet select textarea input button'.split(
    ' ',
  ),
);

/** Class names of tools: TEI Stylesheets, pandoc, Ebookmaker, Calibre, InDesign. */
const referenceClass =
  /^(?:footnote-?ref|note-?ref|fnanchor|footnote-?anchor|appel-?de-?note|appelnote)$/i;
const backClass = /^(?:footnote-back|footnote-backlink|reversefootnote)$/i;
const bodyClass = /^(?:footnotes?|endnotes?|fnote|notes|footnote-text|notedebasdepage)$/i;
const bodyType = /^(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnotes?)$/;
const referenceType = /^(?:noteref|doc-noteref)$/;
const backType = /^(?:doc-backlink|backlink|referrer)$/;
const machineNumber = /^(?:headingnumber|header-section-number|pagenum|page-?number|pageno|pb)$/i;
const marginNote = /^(?:side|side-out|sidenote|marginnote|marginalia)$/i;
const noteTarget = /#.*(?:note|fn|ftn|notes?[-_]?\d)/i;
const noteMark = /^[[(]?\s*(?:\d{1,4}|[*†‡]{1,3}|[ivx]{1,5}|[a-z])\s*[\])]?$/i;
const bracketedMark = /^\[\s*(?:\d{1,4}|[*†‡]{1,3}|[a-z])\s*\]$/i;

/** Semantic words of an element: `epub:type`, `role`. */
export function semantics(element: Element): string[] {
  return [...tokens(element.attribs['epub:type']), ...tokens(element.attribs.role)];
}

/** @returns how an element enters the text; decided from its name, class and semantics */
export function elementKind(element: Element): ElementKind {
  const name = localName(element);
  if (name === 'script') return 'script';
  if (silent.has(name)) return 'skip';
  if (images.has(name)) return 'image';
  if (foreign.has(name)) return 'other';
  const classes = tokens(element.attribs.class);
  const types = semantics(element);
  if (types.includes('pagebreak') || types.includes('doc-pagebreak')) return 'skip';
  if (classes.some((token) => machineNumber.test(token))) return 'skip';
  if (name === 'aside' && /^note-\d+$/.test(element.attribs.id ?? '')) return 'footnote-body';
  if (name === 'a' && isBackLink(element, classes, types)) return 'skip';
  const reference = name === 'a' ? referenceKind(element, classes, types) : null;
  if (reference) return reference;
  if (types.some((type) => bodyType.test(type))) return 'footnote-body';
  if (name !== 'body' && name !== 'html' && classes.some((token) => bodyClass.test(token)))
    return isNoteHolder(name) && !hasMarkOnly(element, name) ? 'footnote-body' : 'content';
  if (classes.some((token) => marginNote.test(token))) return 'footnote-body';
  if ((name === 'span' || name === 'aside') && classes.includes('note')) return 'footnote-body';
  return name === 'table' ? 'table' : 'content';
}

/** `<span class="footnote"><a href="#n1">1</a></span>` is a reference, not a note. */
function hasMarkOnly(element: Element, name: string): boolean {
  return (name === 'span' || name === 'small') && noteMark.test(textStart(element, 12).trim());
}

function isNoteHolder(name: string): boolean {
  return ['div', 'section', 'aside', 'p', 'ol', 'ul', 'li', 'dl', 'span', 'small'].includes(name);
}

/** The link back from a note to its reference. */
function isBackLink(element: Element, classes: string[], types: string[]): boolean {
  if (!isShort(element)) return false;
  if (types.some((type) => backType.test(type))) return true;
  if (classes.some((token) => backClass.test(token))) return true;
  return /^[↩↑^⏎]\ufe0e?$/u.test(textStart(element, 12).trim());
}

/** A note reference: declared by the book, or a mark that links inside the book. */
function referenceKind(
  element: Element,
  classes: string[],
  types: string[],
): 'footnote-reference' | 'footnote-words' | null {
  const isDeclared =
    types.some((type) => referenceType.test(type)) ||
    classes.some((token) => referenceClass.test(token));
  if (isDeclared) return hasWords(element) ? 'footnote-words' : 'footnote-reference';
  return isLinkedMark(element) ? 'footnote-reference' : null;
}

const longMark = /^[[(]?\s*(?:\d{1,4}\s?[a-z]|(?:foot)?notes?\.?\s*(?:n°\s*)?\d{1,4})\s*[\])]?$/i;

/** Whether a reference has more text than a mark: without it the sentence would be incomplete. */
function hasWords(element: Element): boolean {
  const text = textStart(element, 100).trim();
  return /\p{L}/u.test(text) && !noteMark.test(text) && !longMark.test(text);
}

function isLinkedMark(element: Element): boolean {
  const href = element.attribs.href ?? '';
  if (!href.includes('#')) return false;
  const mark = textStart(element, 12).trim();
  if (!noteMark.test(mark)) return false;
  if (bracketedMark.test(mark) || noteTarget.test(href)) return true;
  const parent = element.parent;
  if (parent && 'attribs' in parent && localName(parent) === 'sup') return true;
  return childElements(element, 4).some((child) => localName(child) === 'sup');
}

/** A link back that wraps words of a sentence keeps them. */
function isShort(element: Element): boolean {
  return textStart(element, 16).trim().length < 8;
}

const singleType = /^(?:footnote|endnote|rearnote|doc-footnote|doc-endnote)$/;
const itemNames = new Set(['li', 'dt', 'tr']);
const holderNames = new Set(['aside', 'div', 'section']);

/** Whether an element in a container of notes is one note. */
export function isSingleNote(element: Element, name: string): boolean {
  if (semantics(element).some((type) => singleType.test(type)) || itemNames.has(name)) return true;
  if (!holderNames.has(name)) return false;
  return (
    element.attribs.id !== undefined ||
    tokens(element.attribs.class).some((token) => /^(?:foot|end)?note$/i.test(token))
  );
}
