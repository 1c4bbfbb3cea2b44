import { noteMarker } from '#shared/text/notes.ts';

const asideTag = /<(\/?)aside\b([^>]*)>/g;
const noteId = /^ id="note-([1-9]\d*)"$/;
/** A note reference, or a tag that only a reference has. */
const markerOrTag =
  /<sup>\s*<a href="#note-([1-9]\d*)">[^<]*<\/a>\s*<\/sup>|<\/?(?:sup|a)\b[^>]*>/g;
const inlineTag = /<\/?(?:em|strong|ruby|rt|rp)\b[^>]*>|<br>/g;

/**
 * Normalizes the notes of a text of allowed tags, among them `sup`, `a` and `aside`, to the form
 * that is stored (`src/lib/shared/text/notes.ts`). Numbers follow the references; left out are notes
 * without a reference or a word, references without a note, a second reference or note of the same
 * number. Other uses of the three tags lose the tag and keep their words.
 */
export function settleNotes(html: string): string {
  if (!/<(?:sup|a|aside)\b/.test(html)) return html;
  const { prose, notes } = takeNotes(html);
  const kept: string[] = [];
  const text = prose.replace(markerOrTag, (_, number: string | undefined) => {
    const note = notes.get(number ?? '');
    if (number === undefined || note === undefined) return '';
    notes.delete(number);
    return noteMarker(kept.push(note));
  });
  if (kept.length === 0) return text;
  const asides = kept.map((note, index) => `<aside id="note-${index + 1}">${note}</aside>`);
  return [text.trimEnd(), ...asides].join('\n');
}

/** Extracts the notes, by number, from a text whose tags are balanced. */
function takeNotes(html: string): { prose: string; notes: Map<string, string> } {
  const notes = new Map<string, string>();
  let prose = '';
  let last = 0;
  let depth = 0;
  let open: { number: string; start: number; depth: number } | null = null;
  for (const { 0: tag, 1: slash, 2: attributes = '', index } of html.matchAll(asideTag)) {
    depth += slash === '' ? 1 : -1;
    const end = index + tag.length;
    if (open) {
      // A nested aside is ignored.
      if (depth > open.depth) continue;
      const note = cleanNote(html.slice(open.start, index));
      if (note !== '' && !notes.has(open.number)) notes.set(open.number, note);
      open = null;
    } else {
      prose += html.slice(last, index);
      const number = slash === '' ? noteId.exec(attributes)?.[1] : undefined;
      if (number !== undefined) open = { number, start: end, depth: depth - 1 };
    }
    last = end;
  }
  return { prose: prose + html.slice(last), notes };
}

/**
 * Paragraphs of inline text; anything else becomes one paragraph of plain text. '' without a word.
 */
function cleanNote(content: string): string {
  const note = content.replace(markerOrTag, '').replace(/<\/?aside\b[^>]*>/g, '');
  const words = note
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return '';
  const paragraphs = note.trim().split(/<\/p>\s*/);
  const isTidy =
    paragraphs.pop() === '' &&
    paragraphs.every(
      (paragraph) =>
        paragraph.startsWith('<p') && /^<p[^>]*>[^<]*$/.test(paragraph.replace(inlineTag, '')),
    );
  return isTidy ? paragraphs.map((paragraph) => `${paragraph}</p>`).join('') : `<p>${words}</p>`;
}
