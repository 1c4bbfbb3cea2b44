import { useLayoutEffect, useRef, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { formatCount } from '#shared/site/formats.ts';
import { Icon } from '../ui/Icon.tsx';
import { askForReport } from '../typo/use-typo-report.ts';
import { Sheet, type SheetHandle } from '../ui/sheet/Sheet.tsx';
import styles from './comments.css?inline';
import { CommentsPanel } from './CommentsPanel.tsx';
import { useCommentsKey } from './use-comments-key.ts';

adoptStyles(styles);

/** Public data of the chapter. */
type Props = {
  chapterId: string;
  /** Number of visible comments. */
  count: number;
};

/**
 * The button of the control bar, and the dialog `Commentaires` (specification, section 2). Comments
 * are loaded each time it opens; an unsent text stays when it closes.
 */
export function Comments({ chapterId, count }: Props) {
  const round = useCommentsKey();
  const [shownCount, setShownCount] = useState(count);
  const [openings, setOpenings] = useState(0);
  const sheet = useRef<SheetHandle>(null);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (openings === 0) return;
    // The dialog gives it back. Safari focuses no pressed button, and a press may come before the island.
    if (document.activeElement === document.body) button.current?.focus();
    sheet.current?.open();
  }, [openings]);

  return (
    <>
      <button
        type="button"
        className="control toggle"
        aria-haspopup="dialog"
        ref={button}
        onClick={() => setOpenings((times) => times + 1)}
      >
        <Icon shape="bubble" />
        <span className="word">Commentaires</span>{' '}
        <span className="mark-count">{shownCount > 0 && formatCount(shownCount)}</span>
      </button>
      {/* Not before: every chapter's page would carry it. */}
      {openings > 0 && (
        <Sheet ref={sheet} title="Commentaires">
          <CommentsPanel
            key={round}
            {...{ chapterId, count, openings }}
            onCount={setShownCount}
            onTypo={() => {
              sheet.current?.close();
              askForReport();
            }}
          />
        </Sheet>
      )}
    </>
  );
}
