import { call } from '#browser/call.ts';
import {
  setCommentsClosed,
  type InboxComment,
  type InboxEntry,
} from '#shared/contracts/studio-inbox.ts';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu, useCloseMenu } from '../RowMenu.tsx';

export type MenuAct = 'read' | 'remove' | 'block';

type Props = {
  entry: InboxComment;
  name: string;
  onAct: (act: MenuAct) => void;
  /** The comments of its chapter are closed or open now; the message to show. */
  onDone: (sentence: string, entry: InboxEntry) => void;
};

/** What an author does now and then about a comment. */
export function CommentMenu({ entry, name, onAct, onDone }: Props) {
  const { writer, state, isRead, canRemove, canBlock } = entry;
  return (
    <RowMenu label={<Dots />} about={name}>
      <MenuButton onPress={() => onAct('read')}>
        {isRead ? 'Marquer comme non lu' : 'Marquer comme lu'}
      </MenuButton>
      {state === 'shown' && canRemove && (
        <MenuButton onPress={() => onAct('remove')}>Supprimer ce commentaire</MenuButton>
      )}
      {canBlock && writer && !writer.isBlocked && (
        <MenuButton onPress={() => onAct('block')}>{`Bloquer ${writer.name}`}</MenuButton>
      )}
      <CloseComments entry={entry} onDone={onDone} />
    </RowMenu>
  );
}

/** Closes or reopens the comments of the chapter. The menu stays open until then, for what may fail. */
function CloseComments({ entry, onDone }: Pick<Props, 'entry' | 'onDone'>) {
  const { chapter } = entry;
  const closeMenu = useCloseMenu();
  const { run, refusal } = useAction(async () => {
    const isClosed = !chapter.areCommentsClosed;
    const outcome = await call(setCommentsClosed, {
      params: { id: chapter._id },
      body: { isClosed },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const { isClosed: areCommentsClosed } = outcome.data;
    onDone(
      `Les commentaires du chapitre ${chapter.number} sont ${areCommentsClosed ? 'fermés' : 'rouverts'}.`,
      { ...entry, chapter: { ...chapter, areCommentsClosed } },
    );
    closeMenu();
    return null;
  });
  return (
    <>
      <button type="button" onClick={() => run()}>
        {chapter.areCommentsClosed
          ? `Rouvrir les commentaires du chapitre ${chapter.number}`
          : `Fermer les commentaires du chapitre ${chapter.number}`}
      </button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
