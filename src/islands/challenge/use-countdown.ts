import { useEffect, useEffectEvent, useState } from 'react';

const secondMs = 1_000;

/**
 * Seconds until an instant of this browser's clock, updated every second; never negative.
 * @param onOver is called once per instant, when it is reached.
 */
export function useCountdown(endsMs: number, onOver: () => void): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    const look = () => {
      setNowMs(Date.now());
      if (Date.now() < endsMs) return;
      clearInterval(timer);
      tellOver();
    };
    const timer = setInterval(look, secondMs);
    return () => clearInterval(timer);
  }, [endsMs]);
  return Math.max(0, Math.ceil((endsMs - nowMs) / secondMs));
}
