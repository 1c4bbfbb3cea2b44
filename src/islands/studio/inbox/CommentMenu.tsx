import { call } from '#browser/call.ts';
import type {
  InboxComment,
  InboxEntry,
  setCommentsClosed,
} from '#shared/contracts/studio-inbox.ts';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { InboxMenu, MenuItem } from './InboxMenu.tsx';

export type MenuAct = 'read' | 'remove' | 'block';

type Props = {
  entry: InboxComment;
  name: string;
  onAct: (act: MenuAct) => void;
  onChange: (entry: InboxEntry) => void;
};

/** What an author does now and then about a comment. */
export function CommentMenu({ entry, name, onAct, onChange }: Props) {
  const { chapter, writer, state, isRead } = entry;
  const closing = useAction(async () => {
    const isClosed = !chapter.areCommentsClosed;
    const outcome = await call<typeof setCommentsClosed>(
      'PUT',
      '/api/studio/chapters/{id}/comments',
      { params: { id: chapter._id }, body: { isClosed } },
    );
    if (!outcome.ok) return { sentence: outcome.message };
    onChange({ ...entry, chapter: { ...chapter, areCommentsClosed: outcome.data.isClosed } });
    return null;
  });
  return (
    <InboxMenu name={name}>
      <MenuItem onPress={() => onAct('read')}>
        {isRead ? 'Marquer comme non lu' : 'Marquer comme lu'}
      </MenuItem>
      {state === 'shown' && (
        <MenuItem onPress={() => onAct('remove')}>Retirer ce commentaire</MenuItem>
      )}
      {writer && !writer.isBlocked && (
        <MenuItem onPress={() => onAct('block')}>Bloquer {writer.name}</MenuItem>
      )}
      <MenuItem keepsOpen onPress={() => closing.run()}>
        {chapter.areCommentsClosed
          ? `Rouvrir les commentaires du chapitre ${chapter.number}`
          : `Fermer les commentaires du chapitre ${chapter.number}`}
      </MenuItem>
      <FailureNotice sentence={closing.refusal?.sentence ?? ''} />
    </InboxMenu>
  );
}
