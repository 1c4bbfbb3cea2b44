import { Fragment } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { authorNoteLabel, noteParagraphs } from '#shared/author-note.ts';
import styles from '../../../styles/author-note.css?inline';

adoptStyles(styles);

/** An author's note as the chapter's page shows it; nothing for ''. */
export function ShownNote({ note, language }: { note: string; language: string }) {
  if (note === '') return null;
  return (
    <aside className="author-note" aria-label={authorNoteLabel}>
      <p>{authorNoteLabel}</p>
      <div lang={language}>
        {noteParagraphs(note, language).map((lines, index) => (
          <p key={index}>
            {lines.map((line, at) => (
              <Fragment key={at}>
                {at > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        ))}
      </div>
    </aside>
  );
}
