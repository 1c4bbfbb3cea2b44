import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu } from '../RowMenu.tsx';
import { StudioLink } from '../StudioLink.tsx';
import type { ChapterTask } from './ChapterDialogs.tsx';
import { settingsOf, titleOf } from './chapter-words.ts';

type Props = {
  chapter: StudioChapterBody;
  /** The user's role on the novel. */
  role: NovelRole;
  onTask: (task: ChapterTask) => void;
};

/** All that is done with one chapter of a list. */
export function ChapterMenu({ chapter, role, onTask }: Props) {
  const { _id: chapterId, novelId, status } = chapter;
  const act = (kind: ChapterTask['kind'], label: string) => (
    <MenuButton onPress={() => onTask({ kind, chapter })}>{label}</MenuButton>
  );
  return (
    <RowMenu label={<Dots />} about={titleOf(chapter)}>
      {may(role, 'publish') && act('publication', status === 'draft' ? 'Publier…' : 'Publication…')}
      {may(role, 'arrange') &&
        (status !== 'published' || may(role, 'publish')) &&
        act('price', `${settingsOf(chapter, role)}…`)}
      <StudioLink to={{ screen: 'preview', novelId, chapterId }}>Aperçu</StudioLink>
      {status === 'published' && <a href={paths.chapter(chapterId)}>Page publique</a>}
      {may(role, 'deleteChapters') &&
        status !== 'published' &&
        chapter.isDeletable &&
        act('delete', 'Supprimer…')}
    </RowMenu>
  );
}
