/** Footnote of pandoc, PHP Extra and GitHub: `[^1]: text`, indented lines continue it. */
const noteBody = /^\[\^[^\]\n]{1,80}\]:.*(?:\n(?:[ \t]+.*|[ \t]*(?=\n[ \t]{2,}\S)))*/gm;
/** Some editions keep the printed mark before the reference: « Les messagers(1) [^1] ». */
const noteCall = /(?:[ \t]?\(\d{1,3}\))?[ \t]?\[\^([^\]\n]{1,80})\]/g;

const noteStart = /^\[\^([^\]\n]+)\]:[ \t]*/;

/** A note without the indent of the lines that continue it. */
const unindented = (note: string): string => note.replace(/\n(?: {1,4}|\t)/g, '\n');

/** The text with as many lines, its notes without their indent and their labels. */
export const withBareNotes = (text: string): string =>
  text.replace(noteBody, (note) => unindented(note).replace(noteStart, ''));

/** Notes as HTML that links references and notes, which `placeNotes` reads in every format. */
export function withNoteLinks(text: string): string {
  if (!text.includes('[^')) return text;
  const numbers = new Map<string, number>();
  const idOf = (label: string): string => {
    const known = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, known);
    return `fn-${known}`;
  };
  const notes: string[] = [];
  const story = text
    .replace(noteBody, (whole) => {
      const [start = '', label = ''] = noteStart.exec(whole) ?? [];
      const lines = unindented(whole.slice(start.length)).replace(noteCall, '');
      notes.push(`<aside class="footnote" id="${idOf(label)}">\n\n${lines}\n\n</aside>`);
      return '';
    })
    .replace(noteCall, (_, label: string) => `<a class="noteref" href="#${idOf(label)}">*</a>`);
  return `${story}\n\n${notes.join('\n\n')}\n`;
}
