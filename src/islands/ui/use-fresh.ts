import { useEffect, useState } from 'react';
import { logFailure } from '#browser/log-failure.ts';
import type { Outcome } from '#browser/outcome.ts';

/**
 * Loads something, and again when the page comes back from the browser's memory. Null meanwhile; a
 * failure is logged as `what` and leaves what was there before, or `otherwise`.
 * @param load, otherwise stand still between renders.
 */
export function useFresh<Data, Otherwise>(
  load: () => Promise<Outcome<Data>>,
  what: string,
  otherwise: Otherwise,
): Data | Otherwise | null {
  const [data, setData] = useState<Data | Otherwise | null>(null);
  useEffect(() => {
    const take = async () => {
      const outcome = await load();
      if (outcome.ok) setData(outcome.data);
      else {
        logFailure(what, outcome);
        setData((before) => before ?? otherwise);
      }
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void take();
    };
    void take();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [load, what, otherwise]);
  return data;
}
