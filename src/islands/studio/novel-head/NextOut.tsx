import { useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { formatSlot } from '#shared/site/formats.ts';
import { nextOut } from './next-out.ts';

type Props = {
  novel: Pick<StudioNovelBody, 'isDraft'>;
  chapters: readonly StudioChapterBody[];
};

/** What comes out next, or that nothing of a public novel does. */
export function NextOut({ novel, chapters }: Props) {
  const [now] = useState(() => Date.now());
  const next = nextOut(chapters, now);
  if (next) {
    return (
      <p className="next-out">
        {'Prochaine parution\u00A0: '}
        <strong>{formatSlot(next.date, new Date(now))}</strong>
        <span>{`, chapitre\u00A0${next.chapterNumber}`}</span>
      </p>
    );
  }
  if (novel.isDraft) return null;
  return <p className="next-out muted">Aucune parution programmée</p>;
}
