/**
 * Turns what programs have for quotations, titles, scene breaks and notes into the elements that the
 * schema parses; what was deleted or said about the text leaves it, and its place is marked.
 */
import { isSceneSeparator } from '#shared/scene-separator.ts';
import { gatherNotes } from '../gather-notes.ts';
import { chapterSchema } from '../schema.ts';

const blocks = 'p, div, ul, ol, table, blockquote, h1, h2, h3, h4, h5, h6, pre, hr';
/** Elements whose text is not of the chapter: the schema's parser ignores them too. */
const notText = 'object, select, textarea, noscript, template, style, script, title';

/** @param body of a detached document, without style attributes (`pasted-styles.ts`). */
export function settlePasted(body: HTMLElement): void {
  if (body.querySelector('a[href^="#"]')) gatherNotes(body);
  for (const list of said(body, 'comments')) list.remove();
  for (const mark of said(body, 'comment-mark')) leavePlace(mark, 'comment');
  for (const deleted of body.querySelectorAll('del')) leavePlace(deleted, 'deleted');
  for (const element of body.querySelectorAll(notText)) leavePlace(element, 'field');
  for (const rule of body.querySelectorAll('[data-paste~=notes] > hr')) rule.remove();
  for (const bordered of said(body, 'bordered')) bordered.after(make(body, 'hr'));
  for (const quoted of said(body, 'quote')) quote(quoted);
  for (const title of said(body, 'title')) rename(title, 'h1');
  for (const paragraph of body.querySelectorAll('p')) {
    if (isBreak(paragraph)) paragraph.replaceWith(make(body, 'hr'));
  }
  for (const code of body.querySelectorAll('pre')) breakLines(code);
  if (!Object.hasOwn(chapterSchema.nodes, 'table')) partCells(body);
}

const said = (body: HTMLElement, word: string): NodeListOf<HTMLElement> =>
  body.querySelectorAll<HTMLElement>(`[data-paste~=${word}]`);

const make = (node: Node, name: string): HTMLElement =>
  (node.ownerDocument ?? document).createElement(name);

function leavePlace(element: Element, word: string): void {
  const place = make(element, 'span');
  place.dataset.paste = word;
  place.dataset.shown = (element.textContent ?? '').trim().slice(0, 200);
  element.replaceWith(place);
}

/** Paragraphs of one quotation share a `blockquote`. */
function quote(paragraph: HTMLElement): void {
  const before = paragraph.previousElementSibling;
  if (before?.matches('blockquote[data-paste~=quotation]')) before.append(paragraph);
  else {
    const quotation = make(paragraph, 'blockquote');
    quotation.dataset.paste = 'quotation';
    paragraph.replaceWith(quotation);
    quotation.append(paragraph);
  }
}

function rename(element: HTMLElement, name: string): void {
  const renamed = make(element, name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

const isBreak = (paragraph: HTMLElement): boolean =>
  isSceneSeparator(paragraph.textContent) &&
  paragraph.querySelector('img, sup[data-note]') === null &&
  paragraph.closest('td, th, li') === null;

/** Lines of code stay lines. */
function breakLines(code: HTMLElement): void {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const lines = text.data.replace(/\n$/, '').split('\n');
    text.replaceWith(
      ...lines.flatMap((line, index) => (index === 0 ? [line] : [make(code, 'br'), line])),
    );
  }
}

/** Without tables in the schema the words of two cells would be one word. */
function partCells(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('td, th')) {
    if (cell.querySelector(blocks)) continue;
    const paragraph = make(cell, 'p');
    paragraph.append(...cell.childNodes);
    cell.append(paragraph);
  }
}
