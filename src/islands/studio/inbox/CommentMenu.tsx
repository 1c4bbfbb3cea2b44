import type { ReactNode } from 'react';
import { call } from '#browser/call.ts';
import type {
  InboxComment,
  InboxEntry,
  setCommentsClosed,
} from '#shared/contracts/studio-inbox.ts';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { RowMenu } from '../RowMenu.tsx';

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
    <RowMenu label="Plus" about={name}>
      {(close) => {
        const choose = (act: MenuAct) => {
          close();
          onAct(act);
        };
        return (
          <>
            <Item onPress={() => choose('read')}>
              {isRead ? 'Marquer comme non lu' : 'Marquer comme lu'}
            </Item>
            {state === 'shown' && (
              <Item onPress={() => choose('remove')}>Retirer ce commentaire</Item>
            )}
            {writer && !writer.isBlocked && (
              <Item onPress={() => choose('block')}>Bloquer {writer.name}</Item>
            )}
            <Item onPress={() => closing.run()}>
              {chapter.areCommentsClosed
                ? `Rouvrir les commentaires du chapitre ${chapter.number}`
                : `Fermer les commentaires du chapitre ${chapter.number}`}
            </Item>
            <FailureNotice sentence={closing.refusal?.sentence ?? ''} />
          </>
        );
      }}
    </RowMenu>
  );
}

function Item({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress}>
      {children}
    </button>
  );
}
