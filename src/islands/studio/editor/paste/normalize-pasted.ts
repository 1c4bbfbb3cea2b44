/**
 * Turns what programs have for quotations, titles, scene breaks, boxes and notes into the elements
 * that the schema parses; what was deleted or said about the text leaves it, and its place is marked.
 */
import { isSceneSeparator } from '#shared/text/scene-separator.ts';
import { tableLimits } from '#shared/text/text-blocks.ts';
import { gatherNotes } from '../gather-notes.ts';
import { splitQuotes } from '../split-quotes.ts';
import { normalizeBlankLines } from './blank-lines.ts';
import { isEmoji } from './emoji-pictures.ts';

const blocks = 'p, div, ul, ol, table, blockquote, h1, h2, h3, h4, h5, h6, pre, hr';
/** A box stands in none of these. */
const notAroundBox = 'td, th, li, blockquote, .box';
const ofMarks = 'em, i, strong, b, [data-paste~=italic], [data-paste~=bold]';
const equations = 'math, m\\:omathpara, m\\:omath, mjx-container';
/** Parts of an equation that follow each other on a line. */
const linear =
  'math, semantics, mrow, mi, mn, mo, mtext, mspace, mstyle, mpadded, m\\:omath, m\\:r, m\\:rpr, m\\:t, m\\:sty, m\\:ctrlpr, span, i, b, em, strong';
/** Elements whose text is not of the chapter: the schema's parser ignores them too. */
const notText = 'object, select, textarea, noscript, template, style, script, title';

type Habits = {
  /** The program writes an element of its own for each paragraph of a quotation. */
  isQuotePerParagraph: boolean;
};

/** @param body of a detached document, without style attributes (`pasted-styles.ts`). */
export function normalizePasted(body: HTMLElement, { isQuotePerParagraph }: Habits): void {
  for (const wrapper of body.querySelectorAll('body > span')) {
    if (wrapper.querySelector(blocks)) wrapper.replaceWith(...wrapper.childNodes);
  }
  if (body.querySelector('a[href^="#"]')) gatherNotes(body);
  for (const list of said(body, 'comments')) list.remove();
  for (const bullet of said(body, 'bullet')) bullet.remove();
  for (const mark of said(body, 'comment-mark')) leavePlace(mark, 'comment');
  for (const deleted of body.querySelectorAll('del')) leavePlace(deleted, 'deleted');
  for (const hidden of said(body, 'hidden')) leavePlace(hidden, 'hidden');
  for (const element of body.querySelectorAll(notText)) leavePlace(element, 'field');
  for (const drawn of said(body, 'drawn-again')) drawn.remove();
  for (const equation of body.querySelectorAll<HTMLElement>(equations)) normalizeEquation(equation);
  for (const quoted of body.querySelectorAll('q'))
    quoted.replaceWith('«\u00A0', ...quoted.childNodes, '\u00A0»');
  for (const toggle of body.querySelectorAll('details')) openToggle(toggle);
  pushDown(body, 'italic', 'em, i', 'upright');
  pushDown(body, 'bold', 'strong, b', 'light');
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
  normalizeBlankLines(body);
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

const unsay = (element: HTMLElement, word: string): void => {
  const rest = (element.dataset.paste ?? '').split(' ').filter((one) => one !== word);
  if (rest.length === 0) delete element.dataset.paste;
  else element.dataset.paste = rest.join(' ');
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

/** @returns whether its signs follow each other, so that a line of text says the same. */
const isLinear = (equation: Element): boolean =>
  [...equation.querySelectorAll('*')].every((part) => part.matches(linear));

/** In a fraction, a root or a power the signs alone would say something else. */
function normalizeEquation(equation: HTMLElement): void {
  if (!equation.isConnected || equation.parentElement?.closest(equations)) return;
  const written = equation.querySelector('annotation')?.textContent;
  for (const annotation of equation.querySelectorAll('annotation, annotation-xml'))
    annotation.remove();
  const shown = written ?? equation.textContent;
  if (!isLinear(equation)) equation.textContent = '';
  const line = make(equation, 'span');
  line.dataset.paste = 'equation';
  line.dataset.shown = shown.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  line.append(equation.textContent);
  equation.replaceWith(line);
}

/** A part that is shown when its title is pressed: both are text. Notion has such parts as a list. */
function openToggle(toggle: HTMLElement): void {
  const item = toggle.parentElement;
  for (const title of toggle.querySelectorAll<HTMLElement>(':scope > summary')) {
    rename(title, nameFor(title));
  }
  if (item?.matches('li') && item.textContent.trim() === toggle.textContent.trim()) {
    const list = item.parentElement;
    list?.before(toggle);
    item.remove();
    if (list?.childElementCount === 0) list.remove();
  }
  rename(toggle, 'div');
}

/** Words that are italic or bold but for some in them are so each for itself. */
function pushDown(body: HTMLElement, word: string, names: string, not: string): void {
  const marked = `${names}, [data-paste~=${word}]`;
  const exception = `[data-paste~=${not}]`;
  for (const element of body.querySelectorAll<HTMLElement>(marked)) {
    if (!element.querySelector(exception)) continue;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const nearest = text.parentElement?.closest(`${marked}, ${exception}`);
      if (nearest !== element || text.data.trim() === '') continue;
      const own = make(element, 'span');
      own.dataset.paste = word;
      text.replaceWith(own);
      own.append(text);
    }
    if (element.matches(names)) rename(element, 'span');
    else unsay(element, word);
  }
  for (const element of said(body, not)) unsay(element, not);
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
  if (element.localName !== 'p') {
    const around = element.localName === 'div' ? element : rename(element, 'div');
    around.className = 'box';
    delete around.dataset.paste;
    joinIcon(around);
  } else if (before?.matches('.box[data-paste~=boxes]')) before.append(element);
  else {
    const around = make(element, 'div');
    around.className = 'box';
    around.dataset.paste = 'boxes';
    element.replaceWith(around);
    around.append(element);
  }
}

/** The emoji before the words of a box is no paragraph. */
function joinIcon(around: HTMLElement): void {
  const [icon, words] = [...around.childNodes].filter(({ textContent }) => textContent?.trim());
  if (!icon || !isEmoji(icon.textContent ?? '') || !(words instanceof HTMLElement)) return;
  firstPart(words).prepend(`${(icon.textContent ?? '').trim()}\u00A0`);
  icon.remove();
}

/** The block that the first words of a block are in. */
function firstPart(block: HTMLElement): HTMLElement {
  const first = [...block.childNodes].find(({ textContent }) => textContent?.trim());
  return first instanceof HTMLElement && first.matches('p, div') ? firstPart(first) : block;
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
