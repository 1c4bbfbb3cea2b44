/** The author's notes at a paragraph, in a box beside it. */
import type { MarginNoteBody } from '#shared/contracts/margin.ts';
import { authorNoteLabel } from '#shared/text/author-note.ts';
import { openBox } from '../text/notes.ts';

export function showNotes(at: HTMLElement, ofBlock: readonly MarginNoteBody[]): void {
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = authorNoteLabel;
  for (const { text } of ofBlock) {
    const paragraph = document.createElement('p');
    paragraph.append(text);
    paragraph.dir = 'auto';
    box.append(paragraph);
  }
  at.after(box);
  openBox(box, at, []);
}
