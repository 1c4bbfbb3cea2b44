import { createElement, useCallback, useEffect, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import type { TypoReport } from './TypoReport.tsx';

/** Asks for a report of a typo in the chapter on this page, from anywhere on it. */
const eventName = 'report-typo';
export const requestReport = (): boolean => document.dispatchEvent(new Event(eventName));

/** The report of a typo that was asked for; its module is loaded then. */
export function useTypoReport(chapterId: string): Elements {
  const [loaded, setLoaded] = useState<{ Report: typeof TypoReport } | null>(null);
  useEffect(() => {
    const opener = document.querySelector<HTMLElement>('.control-bar');
    const load = () =>
      void import('./TypoReport.tsx').then(
        ({ TypoReport: Report }) => setLoaded({ Report }),
        () =>
          void import('#browser/reader/report-missing.ts').then(
            (telling) => opener && telling.reportMissing(opener),
            () => undefined,
          ),
      );
    document.addEventListener(eventName, load);
    return () => document.removeEventListener(eventName, load);
  }, []);
  const onEnd = useCallback(() => setLoaded(null), []);
  return loaded && createElement(loaded.Report, { chapterId, onEnd });
}
