import { useRef, type Ref } from 'react';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may } from '#shared/site/novel-powers.ts';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu } from '../RowMenu.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { call } from '#browser/call.ts';
import { createChapter } from '#shared/contracts/studio-chapters.ts';
import { useAction } from '#islands/ui/use-action.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { goTo } from '../navigation.ts';
import { rememberMade } from '../chapters/empty-draft.ts';

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

/** Creates a draft at the end of the novel and opens the editor: once, however often it is pressed. */
function NewChapterButton({ novelId }: { novelId: string }) {
  const key = useRef('');
  const { run, isPending, refusal } = useAction(async () => {
    // A retry reuses the key if the response was lost.
    key.current ||= crypto.randomUUID();
    const outcome = await call(createChapter, {
      params: { id: novelId },
      body: { key: key.current },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    key.current = '';
    rememberMade(outcome.data._id);
    void goTo({ screen: 'editor', novelId, chapterId: outcome.data._id });
    return null;
  });
  return (
    <>
      <Button aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Un instant…' : 'Écrire un chapitre'}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
