import type { Block } from './block.ts';
import { langAttribute, noteCallMark } from './inline.ts';

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const leading =
  /^\s*[[(]?\s*(\d{1,4}|[⁰¹²³⁴-⁹]{1,4}|\*{1,3}|[†‡]{1,3}|[a-z](?=\s*[\]).]))\s*[\])]?/;
/** The same at the beginning of HTML, inside emphasis or not, with the punctuation after it. */
const leadingInHtml =
  /^((?:<(?:em|strong)[^>]*>)*)\s*[[(]?\s*(\d{1,4}|[⁰¹²³⁴-⁹]{1,4}|\*{1,3}|[†‡]{1,3}|[a-z](?=\s*[\]).]))\s*[\])]?((?:<\/(?:em|strong)>)*)\s*[.:)–—-]?\s*/;

/** A mark without brackets and with plain digits: « [12] » and « ¹² » are « 12 ». */
export function plainMark(mark: string): string {
  return mark
    .replace(/[[\]()\s.]/g, '')
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(raisedDigits.indexOf(digit)));
}

/** The mark that a note begins with, '' without one. */
export function leadingMark(text: string): string {
  return plainMark(leading.exec(text)?.[1] ?? '');
}

/**
 * Paragraphs of a note without its own mark and links back; '' if no word is left.
 * @param mark the reference's text; null if the note cannot repeat it
 */
export function noteHtml(body: readonly Block[], mark: string | null): string {
  const paragraphs = body
    .filter(({ kind }) => kind !== 'separator')
    .map((block, index) => {
      const html = block.html.replace(noteCallMark, '');
      if (mark === null) return { ...block, html: html.trim() };
      const text = html.replace(/^(?:\[\]|\(\))\s*/, '').trim();
      return { ...block, html: index === 0 ? withoutMark(text, mark) : text };
    })
    .filter(({ html }) => /[^\s\u00a0.,;:()[\]-]/.test(html.replace(/<[^>]*>/g, '')));
  return paragraphs
    .map(({ html, lang, verse }) => {
      const className = verse ? ' class="verse"' : '';
      return `<p${langAttribute(lang)}${className}>${html}</p>`;
    })
    .join('');
}

function withoutMark(html: string, mark: string): string {
  const found = leadingInHtml.exec(html);
  const wanted = plainMark(mark);
  if (!found || (wanted !== '' && plainMark(found[2] ?? '') !== wanted)) return html;
  if (wanted === '' && !/^\s*[[(]/.test(html)) return html;
  const rest = html.slice(found[0].length);
  const opened = found[1] ?? '';
  const closed = found[3] ?? '';
  // Emphasis that contained only the mark is removed with it.
  return opened !== '' && closed === '' ? opened + rest : rest;
}

/** « Notes », above the notes of a chapter: a heading, or a paragraph with nothing else. */
export function namesNotes(block: Block): boolean {
  const text = block.lines.join(' ');
  if (block.kind === 'heading') return /^\s*(?:foot|end)?notes?\b.{0,30}$/i.test(text);
  return (
    block.kind === 'paragraph' && /^\s*(?:foot|end)?notes?(?: de bas de page)?\s*:?\s*$/i.test(text)
  );
}
