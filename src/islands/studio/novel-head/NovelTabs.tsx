import { TabLine } from '#islands/ui/tabs/TabLine.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { NovelWays, type NovelTab, type WayNovel } from './NovelWays.tsx';

type Props = {
  novel: WayNovel & { title: string };
  /** The screen on which they are. */
  current: NovelTab;
};

/** A novel's screens as tabs, on each of them. */
export function NovelTabs({ novel, current }: Props) {
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
