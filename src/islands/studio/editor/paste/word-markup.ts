/** Parts of what Word copies that only its own elements and comments have, as elements that can be named. */

const fields = /<!(?:--)?\[if supportFields\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi;
const fieldBegin = /mso-element\s*:\s*field-begin/i;
/** Links and notes are elements too. */
const fieldOfElement = /^\s*(?:HYPERLINK|NOTEREF|FOOTNOTE|ENDNOTE)\b/;
/** Word's own equation, and the picture of it that others show. */
const equations =
  /<!--\[if gte msEquation \d+\]>([\s\S]*?)<!\[endif\]-->(?:\s*<!\[if !msEquation\]>[\s\S]*?<!\[endif\]>)?/gi;
const drawings = /<!--\[if gte vml \d+\]>([\s\S]*?)<!\[endif\]-->(\s*<!\[if !vml\]>)?/gi;
const textBox = /<v:textbox\b[^>]*>([\s\S]*?)<\/v:textbox>/gi;
const shape = /<v:(shape|rect|roundrect|oval|line|polyline|curve|arc|group|image)\b[^>]*(?<!\/)>/i;
/** Around words of the text: controls of a form, and marks of what a word means. */
const wrappers = /<\/?(?:w:(?:sdt|sdtcontent|smarttag|customxml)|o:p)\b[^>]*>/gi;
const filler = /<o:p\b[^>]*>(?:\s|&nbsp;|&#160;|\u00A0)*<\/o:p\s*>/gi;
const data = /<(w:[a-z]+)\b[^>]*(?<!\/)>[\s\S]*?<\/\1\s*>/gi;

/** @returns HTML with what Word keeps in comments and in elements of its own, as others write it. */
export const plainWord = (html: string): string =>
  html
    .replaceAll(fields, (_, field: string) => markOf(field))
    .replaceAll(equations, (_, equation: string) => equation)
    .replaceAll(drawings, (_, drawing: string, hasPicture?: string) => {
      const words = [...drawing.matchAll(textBox)].map(([, box = '']) => wordsOf(box)).join(' ');
      const isShown = hasPicture !== undefined && words === '';
      return `${isShown || !shape.test(drawing) ? '' : mark('shape', words)}${hasPicture ?? ''}`;
    })
    .replaceAll(filler, '')
    .replaceAll(wrappers, '')
    .replaceAll(data, '');

function markOf(field: string): string {
  if (!fieldBegin.test(field)) return '';
  const code = wordsOf(field.replaceAll(/<!(?:--)?\[[^\]]*\](?:--)?>/g, ''));
  return fieldOfElement.test(code) ? '' : mark('calculated', code);
}

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim();

/** For `marked`. */
const mark = (kind: string, shown: string): string =>
  `<span data-mark="${kind}" data-words="${shown.slice(0, 200).replaceAll(/["<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"></span>`;

const attributesOfMark = /\sdata-mark="(\w+)" data-words="([^"]*)"/;

/** @returns what the report names in the place of a tag that `plainWord` wrote; null for another tag. */
export function marked(attributes: string): string | null {
  const [, kind, words = ''] = attributesOfMark.exec(attributes) ?? [];
  return kind === undefined ? null : ` data-paste="${kind}" data-shown="${words}"`;
}
