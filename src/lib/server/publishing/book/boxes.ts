import type { ClassStyle } from './element-style.ts';
import type { Element } from './markup.ts';
import { elementsNamed, localName, textStart, tokens } from './markup.ts';

const boxNames = new Set(['div', 'section', 'aside', 'fieldset', 'table']);
const boxClass =
  /^(?:box(?:ed)?|encadr[ée]e?|cadre|framed?|bordered|panel|fen[eê]tre|window|(?:status|statut|stats?|syst[eè]me?|game)(?:[-_]?(?:box|window|screen|panel|message|fen[eê]tre|encadr[ée]))?)$/i;
/** Whether a class says that a part is a box. */
export const namesBox = (name: string): boolean => boxClass.test(name);
const border =
  /(?:^|[;\s"{])border(?:-style|-width)?\s*:\s*(?!\s*(?:none|0|hidden|initial|unset))/i;
/** A longer bordered part is a page, not a box. */
const boxCharactersMax = 4_000;

/** Whether the rules of a sheet, or a `style`, draw a border around. */
export const hasBorder = (css: string): boolean => border.test(css);

/** Whether a table or a cell has a border of its own. */
export function isFramed({ attribs }: Element, sheet: ClassStyle): boolean {
  return (
    hasBorder(attribs.style ?? '') ||
    // What is no number counts as 1 (HTML, 15.3.8).
    (attribs.border !== undefined && Number.parseInt(attribs.border, 10) !== 0) ||
    tokens(attribs.class).some((token) => sheet.bordered.has(token))
  );
}

/**
 * Whether an element is a box: what the editor writes, or in a book a short bordered part without a
 * title of a chapter.
 */
export function isBox(element: Element, sheet: ClassStyle, isTyped: boolean): boolean {
  const name = localName(element);
  const classes = tokens(element.attribs.class);
  if (isTyped) return name === 'div' && classes.includes('box');
  if (!boxNames.has(name)) return false;
  const isDrawn =
    isFramed(element, sheet) ||
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
export function isCentered(element: Element, sheet: ClassStyle, isTyped: boolean): boolean {
  const name = localName(element);
  const { class: classes, align = '', style = '' } = element.attribs;
  const names = tokens(classes);
  if (isTyped) return name === 'p' && names.includes('centered');
  if (!centeredNames.has(name)) return false;
  return (
    name === 'center' ||
    /^center$/i.test(align) ||
    /text-align\s*:\s*center/i.test(style) ||
    names.some((token) => centeredClass.test(token) || sheet.centered.has(token))
  );
}
