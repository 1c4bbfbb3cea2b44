import { useEffect, useEffectEvent, useState } from 'react';
import { forgetLock, noteLock } from '#browser/access-lock.ts';
import { call } from '#browser/call.ts';
import type { getAccessLock } from '#shared/contracts/challenge.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { Challenge } from './Challenge.tsx';
import { Countdown } from './Countdown.tsx';
import { useCountdown } from './use-countdown.ts';

type Props = {
  /** Server time. */
  lockedUntil: string;
  /** Access is restored. */
  onRestored: () => void;
};

/** Minimum interval between requests once the lock is over by the browser's clock. */
const askAgainMs = 10_000;

/**
 * A lock's countdown, and the challenge that ends it early (specification, section 2).
 * Follows changes in other tabs.
 */
export function Suspension({ lockedUntil, onRestored }: Props) {
  const [endsMs, setEndsMs] = useState(() => noteLock(lockedUntil, Date.now()));
  const [isExhausted, setIsExhausted] = useState(false);

  const restore = () => {
    forgetLock();
    onRestored();
  };
  const look = async () => {
    const outcome = await call<typeof getAccessLock>('GET', '/api/challenge/lock');
    const until = outcome.ok ? outcome.data.lockedUntil : lockedUntil;
    if (until === null) {
      restore();
      return;
    }
    const now = Date.now();
    const ends = noteLock(until, now);
    setEndsMs(ends > now ? ends : now + askAgainMs);
  };
  const secondsLeft = useCountdown(endsMs, () => void look());

  const lookAgain = useEffectEvent(() => void look());
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.accessLock && newValue === null) lookAgain();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) lookAgain();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  return (
    <>
      <Countdown secondsLeft={secondsLeft} />
      {isExhausted ? (
        <p className="challenge-reason">
          Ces essais n’ont pas suffi. L’accès revient de lui-même à la fin du temps restant.
        </p>
      ) : (
        <Challenge
          chapterId={null}
          title="Reprendre tout de suite"
          reason="Une bonne réponse rétablit l’accès sans attendre."
          onPassed={restore}
          onRefused={restore}
          onLocked={() => setIsExhausted(true)}
        />
      )}
    </>
  );
}
