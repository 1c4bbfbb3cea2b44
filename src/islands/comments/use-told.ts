import { useEffect, useState } from 'react';

/** Long enough to be read; said again, the same sentence is heard again. */
const shownMs = 8_000;

/** What was done last, for a while: gives the sentence, empty when there is none, and how to say one. */
export function useTold(): [sentence: string, tell: (sentence: string) => void] {
  const [told, setTold] = useState({ sentence: '' });
  useEffect(() => {
    if (told.sentence === '') return undefined;
    const timer = setTimeout(() => setTold({ sentence: '' }), shownMs);
    return () => clearTimeout(timer);
  }, [told]);
  return [told.sentence, (sentence) => setTold({ sentence })];
}
