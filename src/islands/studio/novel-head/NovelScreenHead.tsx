import { useEffect, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { lastNovel, rememberNovel } from './last-novel.ts';
import styles from './novel-head.css?inline';
import { NovelTabs } from './NovelTabs.tsx';
import { screenTitles, tabOf, type NovelScreenName } from './screen-titles.ts';

adoptStyles(styles);

/** What the head of a novel's screens has to know of it. */
export type HeadNovel = Pick<StudioNovelBody, '_id' | 'title' | 'role' | 'waiting'>;

type Props = {
  novelId: string;
  /** Null before it is loaded, and where it could not be: then the one that was shown last stays. */
  novel: HeadNovel | null;
  /** It is not the user's, or no more: nothing of it is shown. */
  isRefused?: boolean;
  screen: NovelScreenName;
  /** Its heading. */
  ref?: RefObject<HTMLHeadingElement | null>;
};

/**
 * The head of each of a novel's screens, at the same place on all of them: the way back, the novel's
 * title, its tabs. While another screen of the same novel loads, it stays.
 */
export function NovelScreenHead({ novelId, novel, isRefused = false, screen, ref }: Props) {
  const shown = novel ?? (isRefused ? null : lastNovel(novelId));
  useEffect(() => {
    if (novel) rememberNovel(novel);
  }, [novel]);
  const current = tabOf(screen);
  const title = screenTitles[screen];
  // It has the novel's title for its own.
  const isOfChapters = current === 'chapters';
  const trail = [
    { to: ownList, label: 'Mes romans' },
    ...(shown && !isOfChapters
      ? [{ to: { screen: 'chapters', novelId } as const, label: shown.title }]
      : []),
  ];
  return (
    <div className="novel-screen-head">
      <ScreenHead
        className={isOfChapters ? 'of-novel' : 'of-novel-tab'}
        title={isOfChapters ? (shown?.title ?? title) : title}
        trail={trail}
        {...(ref && { ref })}
      />
      {shown && <NovelTabs novel={shown} current={current} />}
    </div>
  );
}
