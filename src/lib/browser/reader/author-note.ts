import { authorNoteLabel, noteParagraphs } from '#shared/text/author-note.ts';
import style from '../../../styles/author-note.css?inline';
import { adoptStyles } from '../adopt-styles.ts';

let hasStyle = false;

/** A note as a chapter's page has it; null where there is none. */
export function drawAuthorNote(note: string, language: string): HTMLElement | null {
  if (note === '') return null;
  if (!hasStyle) adoptStyles(style);
  hasStyle = true;
  const aside = document.createElement('aside');
  aside.className = 'author-note';
  aside.ariaLabel = authorNoteLabel;
  const label = document.createElement('p');
  label.append(authorNoteLabel);
  const words = document.createElement('div');
  words.lang = language;
  for (const lines of noteParagraphs(note, language)) {
    const paragraph = document.createElement('p');
    paragraph.append(
      ...lines.flatMap((line, index) =>
        index > 0 ? [document.createElement('br'), line] : [line],
      ),
    );
    words.append(paragraph);
  }
  aside.append(label, words);
  return aside;
}
