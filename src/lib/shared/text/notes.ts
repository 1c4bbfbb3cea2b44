/**
 * Notes of a chapter, as `src/lib/server/publishing/sanitize.ts` stores them: in the text a marker
 * `<sup><a href="#note-N">N</a></sup>`, and after all other blocks one `<aside
 * id="note-N"><p>…</p></aside>` for each, in order, N from 1.
 */
const markers = /<sup><a href="#note-(\d+)">\d+<\/a><\/sup>/g;
const noteStarts = /<aside id="note-(\d+)">/g;
const firstNote = '<aside id="note-';

/** A marker as it is stored. */
export const noteMarker = (number: number): string =>
  `<sup><a href="#note-${number}">${number}</a></sup>`;

/** Whether a stored text has notes. */
export const hasNotes = (html: string): boolean => html.includes(firstNote);

/** A stored text without its notes and their markers, for counting and quoting. */
export function withoutNotes(html: string): string {
  const end = html.indexOf(firstNote);
  return end === -1 ? html : html.slice(0, end).replace(markers, '');
}

/**
 * Renders the notes of a stored text for its page: markers that link to them, the notes under a
 * heading of their own (`.notes`), and a link back from each. A text without notes is unchanged.
 */
export function drawNotes(html: string): string {
  const end = html.indexOf(firstNote);
  if (end === -1) return html;
  const prose = html.slice(0, end).replace(markers, drawnMarker);
  const notes = html.slice(end).replace(noteStarts, drawnNoteStart);
  return `${prose}<section class="notes" role="doc-endnotes" aria-labelledby="notes"><h2 id="notes">Notes</h2>${notes}</section>`;
}

const drawnMarker = (_: string, number: string): string =>
  `<sup><a id="appel-${number}" href="#note-${number}" role="doc-noteref" aria-label="Note ${number}">${number}</a></sup>`;

const drawnNoteStart = (_: string, number: string): string =>
  `<aside id="note-${number}" role="doc-footnote"><a href="#appel-${number}" role="doc-backlink" aria-label="${number}, revenir au texte">${number}</a>`;
