import type { Ref } from 'react';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may } from '#shared/site/novel-powers.ts';
import { NewChapterButton } from '../chapters/NewChapterButton.tsx';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu } from '../RowMenu.tsx';
import { StudioLink } from '../StudioLink.tsx';

type Props = {
  novel: Pick<StudioNovelBody, '_id' | 'title' | 'role'>;
  /** Its chapters. */
  count: number;
  mayImport: boolean;
  isOrdering: boolean;
  onOrder: () => void;
  onFree: () => void;
  ref: Ref<HTMLDivElement>;
};

/** What begins chapters, and in a menu what is done with all of them. */
export function ChapterActs({ novel, count, mayImport, isOrdering, ...rest }: Props) {
  const { _id: novelId, title, role } = novel;
  const { onOrder, onFree, ref } = rest;
  const mayArrange = may(role, 'arrange');
  const mayFree = may(role, 'price') && count > 0;
  const mayOrder = mayArrange && count > 1 && !isOrdering;
  if (!mayArrange && !mayFree) return null;
  return (
    <div className="list-head chapter-acts" ref={ref}>
      {mayArrange && <NewChapterButton novelId={novelId} />}
      {mayArrange && mayImport && (
        <StudioLink
          to={{ screen: 'import', novelId, uploadId: null }}
          className="button button-quiet"
        >
          Importer
        </StudioLink>
      )}
      {(mayOrder || mayFree) && (
        <RowMenu label={<Dots />} about={title}>
          {mayOrder && <MenuButton onPress={onOrder}>Changer l’ordre</MenuButton>}
          {mayFree && <MenuButton onPress={onFree}>Gratuité après parution…</MenuButton>}
        </RowMenu>
      )}
    </div>
  );
}
