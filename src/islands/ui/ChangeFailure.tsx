import { useEffect, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import styles from './change-failure.css?inline';

adoptStyles(styles);

const hidesAfterMs = 10_000;

/**
 * Shows for ten seconds, at the bottom of the window, why an optimistic change was rolled back.
 * Causes no layout shift.
 */
export function ChangeFailure({ failure }: { failure: Failure | null }) {
  const [past, setPast] = useState<Failure | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPast(failure), hidesAfterMs);
    return () => clearTimeout(timer);
  }, [failure]);
  return (
    <p className="change-failure" role="status">
      {failure !== null && failure !== past && sentenceFor(failure)}
    </p>
  );
}

/** The server's message is shown for rate limits and network errors; others are not meant for users. */
function sentenceFor({ isRateLimited, isOffline, message }: Failure): string {
  if (isOffline && !navigator.onLine) return messages.offline;
  return isRateLimited || isOffline ? message : messages.changeFailed;
}
