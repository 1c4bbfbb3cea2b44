import { useState, useEffect, useRef, useCallback, useReducer } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { showChapter, type Showing } from '#browser/reader/text/show-chapter.ts';
import { messages } from '#shared/messages.ts';
import { openChapter, type Opened } from '#browser/reader/text/open-chapter.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { QuestionBefore } from '../unlock/QuestionBefore.tsx';
import { unlockedSentence } from '../unlock/unlock-words.ts';
import { Suspension } from '../challenge/Suspension.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import type { LockedChapter } from './Gate.tsx';
import { GateForMember } from './GateForMember.tsx';
import styles from './premium.css?inline';
import { Seal } from './Seal.tsx';

adoptStyles(styles);

type Props = { chapter: LockedChapter; packs: readonly PricedPack[]; language: string };

/** A premium chapter for a signed-in user (specification, section 4: chapter access). */
export function MemberChapter(props: Props) {
  /** What was just unlocked here. */
  const [statusText, setStatusText] = useState('');
  return (
    <>
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
      <Chapter
        {...props}
        isUnlockedHere={statusText !== ''}
        onUnlocked={(chapters) => setStatusText(unlockedSentence(chapters))}
      />
    </>
  );
}

type ChapterProps = Props & { isUnlockedHere: boolean; onUnlocked: (chapters: number) => void };

function Chapter({ chapter, packs, language, isUnlockedHere, onUnlocked }: ChapterProps) {
  const { opened, round, takesFocus, isRetrying, again, follow, enter, suspend, pass } = useOpened(
    chapter.id,
  );
  switch (opened?.kind) {
    case undefined:
      return <Spinner label="Chargement du chapitre..." />;
    case 'locked':
      return (
        <GateForMember
          packs={packs}
          language={language}
          chapter={{ ...chapter, creditCost: opened.creditCost }}
          part={opened.part}
          onUnlocked={(chapters) => {
            onUnlocked(chapters);
            enter();
          }}
          onUnlockedElsewhere={follow}
          onSuspended={suspend}
        />
      );
    case 'open':
      return (
        <>
          {isUnlockedHere && <Seal isBroken />}
          <ChapterText
            id={chapter.id}
            html={opened.html}
            language={language}
            takesFocus={takesFocus}
          />
        </>
      );
    case 'suspended':
      return (
        <Suspended lockedUntil={opened.lockedUntil} onRestored={again} takesFocus={takesFocus} />
      );
    case 'challenge':
      return (
        <QuestionBefore
          key={round}
          chapterId={chapter.id}
          takesFocus={takesFocus}
          onPassed={() => pass(opened.encrypted)}
          onRefused={again}
          onLocked={suspend}
        />
      );
    case 'failed':
      return (
        <Failed
          message={opened.message}
          onRetry={opened.mayRetry ? again : null}
          isRetrying={isRetrying}
          takesFocus={takesFocus}
        />
      );
  }
}

/**
 * The text, while the user may read it: rendered in the article, beside the island, as a free
 * chapter's is.
 */
function ChapterText({ id, language, html, takesFocus }: Showing) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = mark.current?.closest('.premium');
    return place ? showChapter(place, { id, language, html, takesFocus }) : undefined;
  }, [id, language, html, takesFocus]);
  return <div ref={mark} />;
}

type SuspendedProps = { lockedUntil: string; onRestored: () => void; takesFocus: boolean };

/** Replaces the text during a suspension: a reload shows the suspension page. */
function Suspended({ lockedUntil, onRestored, takesFocus }: SuspendedProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <section className="suspended" aria-labelledby="suspendu">
      <h2 id="suspendu" tabIndex={-1} ref={title}>
        {messages.accessLocked}
      </h2>
      <p>{messages.accessLockedReason}</p>
      <Suspension lockedUntil={lockedUntil} onRestored={onRestored} />
    </section>
  );
}

type FailedProps = {
  message: string;
  /** Absent if a retry would not help. */
  onRetry: (() => void) | null;
  isRetrying: boolean;
  /** Caused by a user action: scrolls into view and takes the focus. */
  takesFocus: boolean;
};

/** Why the chapter does not open. */
function Failed({ message, onRetry, isRetrying, takesFocus }: FailedProps) {
  const box = useRef<HTMLDivElement>(null);
  const wasAskedFor = useRef(takesFocus);
  useEffect(() => {
    if (!wasAskedFor.current) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="failed" ref={box} tabIndex={-1}>
      {onRetry ? (
        <LoadFailure message={message} onRetry={onRetry} isRetrying={isRetrying} />
      ) : (
        <div className="notice" role="alert">
          <p>{message}</p>
        </div>
      )}
    </div>
  );
}

/** What to load. */
type Wanted = {
  /** How often something was wanted before. */
  round: number;
  /** The encrypted text, if only its key is missing. */
  encrypted: string | null;
  /** A suspension that is known already. */
  known: Opened | null;
  /** Caused by a user action: the focus moves along. Otherwise it stays. */
  takesFocus: boolean;
  /** Hides the previous result while loading; a failure stays visible. */
  isAnew: boolean;
};

const quietly = { encrypted: null, known: null, takesFocus: false, isAnew: false };

/**
 * Loads a chapter's access state for the user, and reloads it after their actions. `opened` is null
 * while loading; `isRetrying` while a failure is shown until the response.
 */
function useOpened(id: string) {
  const [wanted, want] = useReducer(
    ({ round }: Wanted, change: Partial<Wanted>) => ({ ...quietly, ...change, round: round + 1 }),
    { ...quietly, round: 0 },
  );
  const load = useCallback(async () => {
    const opened = wanted.known ?? (await openChapter(id, wanted.encrypted));
    return { ok: true as const, data: { ...wanted, opened } };
  }, [id, wanted]);
  const last = dataOr(useLoaded(load)[0], null, null);
  const isAnew = wanted.isAnew && last?.round !== wanted.round;
  const isRetrying = isAnew && last?.opened.kind === 'failed';

  return {
    opened: last === null || (isAnew && !isRetrying) ? null : last.opened,
    round: last?.round ?? 0,
    takesFocus: last?.takesFocus ?? false,
    isRetrying,
    /** Reloads everything; a failure stays shown, with the focus in it, until a response. */
    again: () => want({ takesFocus: true, isAnew: true }),
    /** Unlocked here: the gate stays until the text is there. */
    enter: () => want({ takesFocus: true }),
    /** Loads again after an unlock in another tab; the previous result is shown until then. */
    follow: useCallback(() => want({}), []),
    /** Requests the key after a passed challenge; the previous result is shown until then. */
    pass: (encrypted: string) => want({ encrypted, takesFocus: true }),
    suspend: (lockedUntil: string) =>
      want({ known: { kind: 'suspended', lockedUntil }, takesFocus: true }),
  };
}
