/**
 * Turns what programs have for quotations, titles, scene breaks, boxes and notes into the elements
 * that the schema parses; what was deleted or said about the text leaves it, and its place is marked.
 */
import { isSceneSeparator } from '#shared/scene-separator.ts';
import { tableLimits } from '#shared/text-blocks.ts';
import { gatherNotes } from '../gather-notes.ts';
import { splitQuotes } from '../split-quotes.ts';

const blocks = 'p, div, ul, ol, table, blockquote, h1, h2, h3, h4, h5, h6, pre, hr';
/** A box stands in none of these. */
const notAroundBox = 'td, th, li, blockquote, .box';
const ofMarks = 'em, i, strong, b, [data-paste~=italic], [data-paste~=bold]';
/** Elements whose text is not of the chapter: the schema's parser ignores them too. */
const notText = 'object, select, textarea, noscript, template, style, script, title';

type Habits = {
  /** The program writes an element of its own for each paragraph of a quotation. */
  isQuotePerParagraph: boolean;
};

/** @param body of a detached document, without style attributes (`pasted-styles.ts`). */
export function settlePasted(body: HTMLElement, { isQuotePerParagraph }: Habits): void {
  for (const wrapper of body.querySelectorAll('body > span')) {
    if (wrapper.querySelector(blocks)) wrapper.replaceWith(...wrapper.childNodes);
  }
  // Google Docs has one after the last block, and empty lines between others.
  for (const lineBreak of body.querySelectorAll('body > br')) {
    if (body.querySelector(blocks)) lineBreak.remove();
  }
  if (body.querySelector('a[href^="#"]')) gatherNotes(body);
  for (const list of said(body, 'comments')) list.remove();
  for (const bullet of said(body, 'bullet')) bullet.remove();
  for (const mark of said(body, 'comment-mark')) leavePlace(mark, 'comment');
  for (const deleted of body.querySelectorAll('del')) leavePlace(deleted, 'deleted');
  for (const hidden of said(body, 'hidden')) leavePlace(hidden, 'hidden');
  for (const element of body.querySelectorAll(notText)) leavePlace(element, 'field');
  for (const rule of body.querySelectorAll('[data-paste~=notes] > hr')) rule.remove();
  for (const boxed of said(body, 'boxed')) box(boxed);
  for (const bordered of said(body, 'bordered')) {
    if (!bordered.matches('.box, .box *, [data-paste~=inner-box]'))
      bordered.after(make(body, 'hr'));
  }
  for (const bare of isQuotePerParagraph ? body.querySelectorAll('blockquote') : []) {
    if (!bare.querySelector(blocks)) {
      rename(bare, 'p').dataset.paste = `quote ${bare.dataset.paste ?? ''}`;
    }
  }
  for (const quoted of said(body, 'quote')) quote(quoted);
  for (const title of said(body, 'title')) rename(title, 'h1');
  for (const paragraph of body.querySelectorAll('p')) {
    if (isBreak(paragraph)) paragraph.replaceWith(make(body, 'hr'));
  }
  splitQuotes(body);
  for (const centred of said(body, 'centred')) centre(centred);
  for (const code of body.querySelectorAll('pre')) breakLines(code);
  for (const caption of body.querySelectorAll('caption')) freeCaption(caption);
  // A picture has words, not a legend: that is a paragraph after it.
  for (const legend of body.querySelectorAll('figcaption')) rename(legend, nameFor(legend));
  for (const figure of body.querySelectorAll('figure')) rename(figure, 'div');
  for (const table of body.querySelectorAll('table')) {
    if (isWide(table)) say(table, 'wide');
    boxOneCell(table);
  }
  for (const passage of body.querySelectorAll<HTMLElement>(':is(span, font)[lang]')) {
    giveLanguage(passage);
  }
}

const said = (body: HTMLElement, word: string): NodeListOf<HTMLElement> =>
  body.querySelectorAll<HTMLElement>(`[data-paste~=${word}]`);

const say = ({ dataset }: HTMLElement, word: string): void => {
  dataset.paste = `${dataset.paste ?? ''} ${word}`.trim();
};

const make = (node: Node, name: string): HTMLElement =>
  (node.ownerDocument ?? document).createElement(name);

/** Of what is hidden, only words have a place to name. */
function leavePlace(element: Element, word: string): void {
  if (word === 'hidden' && element.textContent.trim() === '') {
    element.remove();
    return;
  }
  const place = make(element, 'span');
  place.dataset.paste = word;
  place.dataset.shown = element.textContent.trim().slice(0, 200);
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

function rename(element: HTMLElement, name: string): HTMLElement {
  const renamed = make(element, name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
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

/** Paragraphs with a border that stand together share a box. */
function box(element: HTMLElement): void {
  if (element.parentElement?.closest(notAroundBox)) {
    say(element, 'inner-box');
    return;
  }
  const before = element.previousElementSibling;
  if (element.localName === 'div') element.className = 'box';
  else if (before?.matches('.box[data-paste~=boxes]')) before.append(element);
  else {
    const around = make(element, 'div');
    around.className = 'box';
    around.dataset.paste = 'boxes';
    element.replaceWith(around);
    around.append(element);
  }
}

const nameFor = (words: Element): string => (words.querySelector(blocks) ? 'div' : 'p');

/** The title of a table is a paragraph before it. */
function freeCaption(caption: HTMLTableCaptionElement): void {
  const title = make(caption, nameFor(caption));
  title.append(...caption.childNodes);
  caption.closest('table')?.before(title);
  caption.remove();
}

const rowsOf = ({ rows }: HTMLTableElement): HTMLTableCellElement[][] =>
  Array.from(rows, ({ cells }) => [...cells]);

/** Whether a row has more columns than a table of the text. */
const isWide = (table: HTMLTableElement): boolean =>
  rowsOf(table).some((cells) => {
    const columns = cells.reduce((sum, { colSpan }) => sum + colSpan, 0);
    return cells.length > 1 && columns > tableLimits.columns;
  });

/** A table of one cell is how programs without boxes draw one. */
function boxOneCell(table: HTMLTableElement): void {
  const [cell, ...more] = rowsOf(table).flat();
  if (!cell || more.length > 0 || table.parentElement?.closest(notAroundBox)) return;
  const around = make(table, 'div');
  around.className = 'box';
  if (cell.querySelector(blocks)) around.append(...cell.childNodes);
  else {
    const paragraph = make(table, 'p');
    paragraph.append(...cell.childNodes);
    around.append(paragraph);
  }
  table.replaceWith(around);
}

/** The subset has languages on what is italic or bold, and on blocks. */
function giveLanguage(passage: HTMLElement): void {
  const inside = passage.querySelectorAll<HTMLElement>(ofMarks);
  for (const mark of inside) mark.lang = passage.lang;
  const around = passage.closest<HTMLElement>(ofMarks);
  if (around?.textContent.trim() === passage.textContent.trim()) around.lang = passage.lang;
}

/** A centred part gives its place to its paragraphs. */
function centre(part: HTMLElement): void {
  const paragraphs = part.querySelectorAll('p');
  if (paragraphs.length === 0 && !part.querySelector(blocks) && part.localName !== 'blockquote') {
    const paragraph = make(part, 'p');
    paragraph.className = 'centered';
    paragraph.append(...part.childNodes);
    part.replaceWith(paragraph);
  }
  for (const paragraph of paragraphs) {
    if (paragraph.className === '' && !paragraph.matches('td *, th *')) {
      paragraph.className = 'centered';
    }
  }
  delete part.dataset.paste;
}
