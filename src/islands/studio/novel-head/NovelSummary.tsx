import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may, roleWords } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { BookCover } from '#islands/ui/cover/BookCover.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { NovelBadges } from '../NovelBadges.tsx';
import { NextOut } from './NextOut.tsx';
import { OfferLink } from './OfferLink.tsx';
import { RecentViews } from './RecentViews.tsx';
import { WaitingLink } from './WaitingLink.tsx';

type Props = {
  novel: StudioNovelBody;
  chapters: readonly StudioChapterBody[];
  /** What is done with the chapters. */
  children: Elements;
};

/** Above a novel's chapters: its cover and state, what comes out, what waits, its last thirty days. */
export function NovelSummary({ novel, chapters, children }: Props) {
  const { _id: novelId, role } = novel;
  return (
    <div className="novel-summary">
      <BookCover novel={novel} />
      <div className="novel-news">
        <p className="state">
          <NovelBadges novel={novel} />
          {!novel.isDraft && <a href={paths.novel(novel.slug)}>Page publique</a>}
        </p>
        <OfferLink novel={novel} />
        <NextOut {...{ novel, chapters }} />
        <WaitingLink novel={novel} />
        {role !== 'owner' && <p className="muted">{roleWords[role].sentence}</p>}
      </div>
      {may(role, 'figures') && !novel.isDraft && <RecentViews novelId={novelId} />}
      {children}
    </div>
  );
}
