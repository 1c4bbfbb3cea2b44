import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { $commentsOn } from '#browser/reader/margin/comments-on.ts';
import { formatCount } from '#shared/site/formats.ts';
import { Icon } from '../ui/Icon.tsx';
import { requestReport } from '../typo/use-typo-report.ts';
import { Sheet, type SheetHandle } from '../ui/sheet/Sheet.tsx';
import { useSession } from '../ui/use-session.ts';
import styles from './comments.css?inline';
import { CommentsPanel } from './CommentsPanel.tsx';

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
  const on = useStore($commentsOn);
  // Each list has its own: one that is hidden is not loaded.
  const [openings, setOpenings] = useState({ all: 0, on: 0 });
  // An unsent text stays in the list that is hidden.
  const [lastOn, setLastOn] = useState(on);
  if (on && on !== lastOn) setLastOn(on);
  const sheet = useRef<SheetHandle>(null);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (openings.all + openings.on === 0) return;
    // The dialog gives it back. Safari focuses no pressed button, and a press may come before the island.
    if (document.activeElement === document.body) button.current?.focus();
    sheet.current?.open();
  }, [openings]);

  const [hasAll, setHasAll] = useState(false);
  const [switches, setSwitches] = useState(0);
  if (openings.all > 0 && !hasAll) setHasAll(true);
  const list = {
    chapterId,
    count,
    onCount: setShownCount,
    onAll: () => {
      setHasAll(true);
      setSwitches((times) => times + 1);
      $commentsOn.set(null);
    },
    onTypo: () => {
      sheet.current?.close();
      requestReport();
    },
  };
  return (
    <>
      <button
        type="button"
        className="control toggle"
        aria-haspopup="dialog"
        ref={button}
        onClick={() => {
          const which = $commentsOn.get() ? 'on' : 'all';
          setOpenings((times) => ({ ...times, [which]: times[which] + 1 }));
        }}
      >
        <Icon shape="bubble" />
        <span className="word">Commentaires</span>{' '}
        <span className="mark-count">{shownCount > 0 && formatCount(shownCount)}</span>
      </button>
      {/* Not before: every chapter's page would carry it. */}
      {openings.all + openings.on > 0 && (
        <Sheet ref={sheet} title="Commentaires" onClosed={() => $commentsOn.set(null)}>
          {lastOn && (
            <div hidden={on === null}>
              <CommentsPanel
                key={`${round} ${lastOn.about}`}
                on={lastOn}
                openings={openings.on}
                {...list}
              />
            </div>
          )}
          {hasAll && (
            <div hidden={on !== null}>
              <CommentsPanel key={round} on={null} openings={openings.all + switches} {...list} />
            </div>
          )}
        </Sheet>
      )}
    </>
  );
}

/**
 * A number that changes when the user does: on sign-in, sign-out, or a switch of account. The session
 * check that first resolves who it is changes nothing. Used as a `key`, it discards the previous
 * user's state.
 */
function useCommentsKey(): number {
  const session = useSession();
  const [seen, setSeen] = useState<{ reader: string | null; round: number }>({
    reader: null,
    round: 0,
  });
  let { reader } = seen;
  if (session.kind === 'signed-in') reader = session.user._id;
  if (session.kind === 'anonymous') reader = 'nobody';
  if (reader === seen.reader) return seen.round;
  const round = seen.reader === null ? 0 : seen.round + 1;
  setSeen({ reader, round });
  return round;
}
