import { useEffect, useState } from 'react';
import { call } from '#browser/call.ts';
import type { listStudioChapters, StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { Rhythm } from '#shared/time/rhythm.ts';
import { proposedRhythm } from '../chapters/next-slot.ts';

/**
 * The rhythm that is proposed for chapters that go to a novel: its own, after its last scheduled
 * chapter. Of a new novel, or as long as its chapters are not known, tomorrow evening.
 * @param novelId '' for a new one.
 */
export function useProposedRhythm(novelId: string, isWanted: boolean, now: Date): Rhythm {
  const [known, setKnown] = useState<{ novelId: string; chapters: StudioChapterBody[] } | null>(
    null,
  );
  const isAsked = isWanted && novelId !== '' && known?.novelId !== novelId;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isHere = true;
    const asking = call<typeof listStudioChapters>('GET', '/api/studio/novels/{id}/chapters', {
      params: { id: novelId },
    });
    void asking.then((outcome) => {
      if (isHere && outcome.ok) setKnown({ novelId, chapters: outcome.data.chapters });
    });
    return () => {
      isHere = false;
    };
  }, [isAsked, novelId]);
  return proposedRhythm(known?.novelId === novelId ? known.chapters : [], now);
}
