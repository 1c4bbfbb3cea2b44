import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { addressOf } from '#browser/address-of.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Failure } from '#browser/outcome.ts';
import { getLibraryStatus, type LibraryStatus } from '#shared/contracts/library.ts';
import { takeCopy } from '#shared/contracts/leaving.ts';
import { hideSimilar, markReadBefore, offerToResumeAt } from '#browser/reader/place/resume.ts';
import {
  librarySubject,
  sendLibraryStatus,
  statusOptions,
  toStatus,
} from '../library/status-words.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import styles from './library-choice.css?inline';

adoptStyles(styles);

type Props = {
  novelId: string;
  /** Called with why a change was taken back; must be stable between renders. */
  onFailure: (failure: Failure) => void;
  /** At a chapter's end: asked for when it comes into sight, since reading may change it before. */
  isAtEnd?: boolean;
};

/** “Dans ma bibliothèque : en cours”: a novel's status, to be set by hand. */
export function LibraryChoice({ novelId, onFailure, isAtEnd = false }: Props) {
  const [isSeen, setSeen] = useState(!isAtEnd);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return (
    <div className="library-choice" ref={place}>
      {isSeen && <Choice novelId={novelId} onFailure={onFailure} isAtEnd={isAtEnd} />}
    </div>
  );
}

function Choice({ novelId, onFailure, isAtEnd }: Required<Props>) {
  const id = useId();
  const status = useOptimisticValue<LibraryStatus | null, unknown>(
    'library',
    { initial: null, send: sendLibraryStatus(novelId) },
    librarySubject(novelId),
  );
  const { hydrate, failure, isWaiting } = status;
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  const load = useCallback(() => call(getLibraryStatus, { params: { id: novelId } }), [novelId]);
  const own = dataOr(useLoaded(load, { logAs: 'own library' })[0], null, 'failed' as const);
  useEffect(() => {
    if (own === null || own === 'failed') return;
    hydrate(own.status);
    if (!isAtEnd) showReading(novelId, own);
  }, [own, hydrate, novelId, isAtEnd]);
  // Without the current status the select would show a wrong one.
  if (own === 'failed' && !isWaiting) return null;
  return (
    <>
      <label htmlFor={id}>Dans ma bibliothèque{'\u00A0'}:</label>
      <select
        id={id}
        data-control="library"
        data-waiting={isWaiting || undefined}
        disabled={own === null}
        value={status.shown ?? ''}
        onChange={({ target }) => status.set(toStatus(target.value))}
      >
        {statusOptions('non').map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {own !== null && own !== 'failed' && own.canTakeCopy && (!isAtEnd || isLastChapter()) && (
        <TakeCopy novelId={novelId} />
      )}
    </>
  );
}

/** The chapter of this page has no next one (`ChapterTurns.astro`). */
const isLastChapter = () => document.querySelector('[data-turn="next"]') === null;

/** The whole of a finished novel, for who has unlocked all of it. */
function TakeCopy({ novelId }: Pick<Props, 'novelId'>) {
  const { run, isPending, refusal } = useAction(async () => {
    const path = addressOf(takeCopy, { params: { id: novelId } });
    const outcome = await (await import('#browser/files/download.ts')).download(path, 'epub');
    return outcome.ok ? null : { sentence: outcome.message };
  });
  return (
    <div className="own-copy">
      <Button variant="link" aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Téléchargement...' : 'Prendre mon exemplaire (EPUB)'}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}

type Reading = z.output<(typeof getLibraryStatus)['response']>;

/** On a novel's page, which is static HTML: what the account has read of it, and beside it. */
function showReading(novelId: string, { nextChapter, knownSimilar }: Reading): void {
  if (nextChapter) {
    offerToResumeAt(novelId, { id: nextChapter._id, number: nextChapter.chapterNumber });
    markReadBefore(nextChapter.chapterNumber);
  }
  hideSimilar((id) => knownSimilar.includes(id));
}
