import { useEffect, useEffectEvent, useState } from 'react';
import { forgetLock, noteLock } from '#browser/lock/access-lock.ts';
import { call } from '#browser/call.ts';
import { getAccessLock } from '#shared/contracts/challenge.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { plural } from '#shared/site/formats.ts';
import { Challenge } from './Challenge.tsx';

type Props = {
  /** Server time. */
  lockedUntil: string;
  /** Access is restored. */
  onRestored: () => void;
};

/** Minimum interval between requests once the lock is over by the browser's clock. */
const requestAgainMs = 10_000;

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
    const outcome = await call(getAccessLock);
    const until = outcome.ok ? outcome.data.lockedUntil : lockedUntil;
    if (until === null) {
      restore();
      return;
    }
    const now = Date.now();
    const ends = noteLock(until, now);
    setEndsMs(ends > now ? ends : now + requestAgainMs);
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

type CountdownProps = { secondsLeft: number };

/** Remaining minutes that are announced to screen readers. */
const announcedMinutes = [1, 5, 10];

/** Remaining time of a lock: updated every second, announced three times. */
function Countdown({ secondsLeft }: CountdownProps) {
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  const statusText = announcedMinutes.find((limit) => secondsLeft <= limit * 60);
  return (
    <div className="countdown">
      <p role="timer" aria-label="Temps restant">
        {`${minutes}:${seconds}`}
      </p>
      <p className="visually-hidden" role="status">
        {statusText !== undefined && `Il reste ${plural(statusText, 'minute')} au plus.`}
      </p>
    </div>
  );
}

const secondMs = 1_000;

/**
 * Seconds until an instant of this browser's clock, updated every second; never negative.
 * @param onOver is called once per instant, when it is reached.
 */
function useCountdown(endsMs: number, onOver: () => void): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const announceEnd = useEffectEvent(onOver);
  useEffect(() => {
    const look = () => {
      setNowMs(Date.now());
      if (Date.now() < endsMs) return;
      clearInterval(timer);
      announceEnd();
    };
    const timer = setInterval(look, secondMs);
    return () => clearInterval(timer);
  }, [endsMs]);
  return Math.max(0, Math.ceil((endsMs - nowMs) / secondMs));
}
