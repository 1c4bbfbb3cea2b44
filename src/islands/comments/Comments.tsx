import { useEffect, useId, useRef, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { closeOnPressOutside } from '#browser/close-on-press-outside.ts';
import { closePanelLabel, closePanelPath } from '#browser/panel-close.ts';
import { formatCount } from '#shared/formats.ts';
import styles from './comments.css?inline';
import { CommentsPanel } from './CommentsPanel.tsx';
import { useReaderRound } from './use-reader-round.ts';

adoptStyles(styles);

/** What everybody may know of the chapter; nothing personal. */
type Props = {
  chapterId: string;
  /** How many comments can be read. */
  count: number;
};

/**
 * The button of the control bar, and the dialog `Commentaires` (specification, section 2). Comments
 * are asked for when it opens, and again each time; what was being written stays when it closes.
 */
export function Comments({ chapterId, count }: Props) {
  const round = useReaderRound();
  const [shownCount, setShownCount] = useState(count);
  const [openings, setOpenings] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const open = () => {
    setOpenings((times) => times + 1);
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  // What is not the panel inside it is the overlay.
  useEffect(() => {
    if (dialog.current) closeOnPressOutside(dialog.current);
  }, []);

  return (
    <>
      <button
        type="button"
        className="control toggle"
        aria-haspopup="dialog"
        ref={button}
        onClick={open}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v11h-9l-4.5 4v-4H4z" />
        </svg>
        <span className="word">Commentaires</span>{' '}
        <span className="mark-count">{shownCount > 0 && formatCount(shownCount)}</span>
      </button>
      <dialog
        className="comments"
        aria-labelledby={id}
        ref={dialog}
        // Safari gives no focus to a pressed button, and so would not give it back.
        onClose={() => button.current?.focus()}
      >
        <div className="comments-inside">
          <header className="comments-header">
            <h2 id={id}>Commentaires</h2>
            <button
              type="button"
              className="panel-close"
              aria-label={closePanelLabel}
              onClick={close}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={closePanelPath} />
              </svg>
            </button>
          </header>
          {openings > 0 && (
            <CommentsPanel
              key={round}
              {...{ chapterId, count, openings }}
              onCount={setShownCount}
            />
          )}
        </div>
      </dialog>
    </>
  );
}
