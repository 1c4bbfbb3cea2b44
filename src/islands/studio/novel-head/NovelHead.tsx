import type { ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may, roleWords } from '#shared/novel-powers.ts';
import { paths } from '#shared/paths.ts';
import { BookCover } from '#islands/ui/cover/BookCover.tsx';
import { NovelBadges } from '../NovelBadges.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { NextOut } from './NextOut.tsx';
import styles from './novel-head.css?inline';
import { NovelTabs } from './NovelTabs.tsx';
import { OfferLink } from './OfferLink.tsx';
import { RecentViews } from './RecentViews.tsx';
import { WaitingLink } from './WaitingLink.tsx';

adoptStyles(styles);

type Props = {
  novel: StudioNovelBody;
  chapters: readonly StudioChapterBody[];
  /** What is done with the chapters, beside the ways to the novel's screens. */
  children: ReactNode;
};

/** The head of a novel: cover and state, its last days, what comes out, what waits, and its screens. */
export function NovelHead({ novel, chapters, children }: Props) {
  const { _id: novelId, title, role } = novel;
  return (
    <>
      <div className="novel-head">
        <BookCover novel={novel} />
        <ScreenHead title={title} trail={[{ to: ownList, label: 'Mes romans' }]}>
          <p className="state">
            <NovelBadges novel={novel} />
            {!novel.isDraft && <a href={paths.novel(novel.slug)}>Page publique</a>}
          </p>
        </ScreenHead>
        <div className="novel-news">
          <OfferLink novel={novel} />
          <NextOut {...{ novel, chapters }} />
          <WaitingLink novel={novel} />
          {role !== 'owner' && <p className="muted">{roleWords[role].sentence}</p>}
        </div>
        {may(role, 'figures') && !novel.isDraft && <RecentViews novelId={novelId} />}
      </div>
      <div className="novel-bar">
        <NovelTabs novel={novel} current="chapters" />
        {children}
      </div>
    </>
  );
}
