import { useEffect, useState } from 'react';

/** Long enough to read; the same sentence is announced again after it. */
const shownMs = 8_000;

/** The last announcement, cleared after a while: returns it ('' for none) and its setter. */
export function useTold(): [sentence: string, tell: (sentence: string) => void] {
  const [told, setTold] = useState({ sentence: '' });
  useEffect(() => {
    if (told.sentence === '') return undefined;
    const timer = setTimeout(() => setTold({ sentence: '' }), shownMs);
    return () => clearTimeout(timer);
  }, [told]);
  return [told.sentence, (sentence) => setTold({ sentence })];
}
