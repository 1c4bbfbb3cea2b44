import { useEffect, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { TabLine } from '#islands/ui/tabs/TabLine.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { lastNovel, rememberNovel, type HeadNovel } from './last-novel.ts';
import styles from './novel-head.css?inline';
import { screenTitles, tabOf, type NovelScreenName } from './screen-titles.ts';
import { NovelWays, type NovelTab, type WayNovel } from './NovelWays.tsx';

adoptStyles(styles);

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

type NovelTabsProps = {
  novel: WayNovel & { title: string };
  /** The screen on which they are. */
  current: NovelTab;
};

/** A novel's screens as tabs, on each of them. */
function NovelTabs({ novel, current }: NovelTabsProps) {
  const { _id: novelId, title, role } = novel;
  return (
    <TabLine label={`Écrans de «\u00A0${title}\u00A0»`}>
      <StudioLink to={{ screen: 'chapters', novelId }} isCurrent={current === 'chapters'}>
        Chapitres
      </StudioLink>
      <NovelWays novel={novel} current={current} />
      {role === 'owner' && (
        <StudioLink to={{ screen: 'leaving', novelId }} isCurrent={current === 'leaving'}>
          Exporter
        </StudioLink>
      )}
    </TabLine>
  );
}
