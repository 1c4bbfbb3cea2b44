import type { DocumentStyle } from './document-style.ts';
import type { Element } from './markup.ts';
import { elementsNamed, localName, textStart, tokens } from './markup.ts';

const boxNames = new Set(['div', 'section', 'aside', 'fieldset', 'table']);
const boxClass =
  /^(?:box(?:ed)?|encadr[ée]e?|cadre|framed?|bordered|panel|fen[eê]tre|window|(?:status|statut|stats?|syst[eè]me?|game)(?:[-_]?(?:box|window|screen|panel|message|fen[eê]tre|encadr[ée]))?)$/i;
/** Whether a class says that a part is a box. */
export const namesBox = (name: string): boolean => boxClass.test(name);
/** A longer bordered part is a page, not a box. */
const boxCharactersMax = 4_000;

/** Whether a table or a cell has a border of its own. */
export function isFramed(element: Element, style: DocumentStyle): boolean {
  const { border } = element.attribs;
  // What is no number counts as 1 (HTML, 15.3.8).
  const isOld = border !== undefined && Number.parseInt(border, 10) !== 0;
  return isOld || style.of(element).isFramed;
}

/**
 * Whether an element is a box: what the editor writes, or in a book a short bordered part without a
 * title of a chapter.
 */
export function isBox(element: Element, style: DocumentStyle, isTyped: boolean): boolean {
  const name = localName(element);
  const classes = tokens(element.attribs.class);
  if (isTyped) return name === 'div' && classes.includes('box');
  if (!boxNames.has(name)) return false;
  const isDrawn =
    isFramed(element, style) ||
    name === 'fieldset' ||
    (name !== 'table' && classes.some((token) => boxClass.test(token)));
  return (
    isDrawn &&
    textStart(element, boxCharactersMax).length < boxCharactersMax &&
    elementsNamed(element, 'h1', 'h2').length === 0
  );
}

const centeredNames = new Set(['p', 'div', 'section', 'center']);
const centeredClass =
  /^(?:cent(?:er|re)(?:ed)?|centr[ée]e?|(?:text|align|has-text-align)-?cent(?:er|re)|centeredtext)$/i;

/** Whether a class says that lines are centred. */
export const namesCentre = (name: string): boolean => centeredClass.test(name);

/** Whether a block's lines are centred. */
export function isCentered(element: Element, style: DocumentStyle, isTyped: boolean): boolean {
  const name = localName(element);
  const { class: classes, align = '' } = element.attribs;
  const names = tokens(classes);
  if (isTyped) return name === 'p' && names.includes('centered');
  if (!centeredNames.has(name)) return false;
  return (
    name === 'center' ||
    /^center$/i.test(align) ||
    style.of(element).isCentered ||
    names.some((token) => centeredClass.test(token))
  );
}
