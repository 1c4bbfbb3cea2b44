import { useEffect, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import styles from './change-failure.css?inline';

adoptStyles(styles);

const hidesAfterMs = 10_000;

type Props = {
  failure: Failure | null;
  /** A change waits for the connection. */
  isWaiting?: boolean;
};

/**
 * Shows for ten seconds, at the bottom of the window, why an optimistic change was rolled back, or
 * that one waits for the connection. Causes no layout shift.
 */
export function ChangeFailure({ failure, isWaiting = false }: Props) {
  const isNewlyWaiting = useForAWhile(isWaiting);
  const [past, setPast] = useState<Failure | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPast(failure), hidesAfterMs);
    return () => clearTimeout(timer);
  }, [failure]);
  return (
    <p className="change-failure" role="status">
      {failure === null
        ? isNewlyWaiting && messages.changeWaits
        : failure !== past && sentenceFor(failure)}
    </p>
  );
}

/** Whether it has become true within the last ten seconds, and still is. */
function useForAWhile(isTrue: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(isTrue), isTrue ? hidesAfterMs : 0);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isTrue && !isOver;
}

/** The server's message is shown for rate limits and network errors; others are not meant for users. */
function sentenceFor({ isRateLimited, isOffline, message }: Failure): string {
  if (isOffline && !navigator.onLine) return messages.offline;
  return isRateLimited || isOffline ? message : messages.changeFailed;
}
