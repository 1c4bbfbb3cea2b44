import { useEffect, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import styles from './change-failure.css?inline';

adoptStyles(styles);

const hidesAfterMs = 10_000;

/**
 * Says at the foot of the window for ten seconds why a change was undone, and moves nothing. What
 * was undone is seen without it, too.
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

/** The server's word about limits and silence may be shown; its other words are for programs. */
function sentenceFor({ isRateLimited, isOffline, message }: Failure): string {
  return isRateLimited || isOffline ? message : messages.changeFailed;
}
