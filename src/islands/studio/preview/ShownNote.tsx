import { adoptStyles } from '#browser/adopt-styles.ts';
import { authorNoteLabel, noteParagraphs } from '#shared/text/author-note.ts';
import { withKeys } from '#islands/ui/with-keys.ts';
import styles from '../../../styles/author-note.css?inline';

adoptStyles(styles);

/** An author's note as the chapter's page shows it; nothing for ''. */
export function ShownNote({ note, language }: { note: string; language: string }) {
  if (note === '') return null;
  return (
    <aside className="author-note" aria-label={authorNoteLabel}>
      <p>{authorNoteLabel}</p>
      <div lang={language}>
        {withKeys(noteParagraphs(note, language).map((lines) => lines.join('\n'))).map(
          ({ key, text }) => (
            <p key={key}>{text}</p>
          ),
        )}
      </div>
    </aside>
  );
}
