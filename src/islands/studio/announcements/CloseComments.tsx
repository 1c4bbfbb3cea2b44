import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { setCommentsClosed } from '#shared/contracts/studio-inbox.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';

/** Closes the comments of a chapter to new ones, or opens them. */
export function CloseComments({ chapterId, isClosed }: { chapterId: string; isClosed: boolean }) {
  const [areClosed, setClosed] = useState(isClosed);
  const [told, setTold] = useState('');
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof setCommentsClosed>(
      'PUT',
      '/api/studio/chapters/{id}/comments',
      { params: { id: chapterId }, body: { isClosed: !areClosed } },
    );
    if (!outcome.ok) return { sentence: outcome.message };
    setClosed(outcome.data.isClosed);
    setTold(outcome.data.isClosed ? 'Commentaires fermés.' : 'Commentaires rouverts.');
    return null;
  });
  return (
    <>
      <p className="muted">
        {areClosed
          ? 'Les commentaires de ce chapitre sont fermés. Ceux qui y sont restent.'
          : 'Les lecteurs peuvent commenter ce chapitre.'}
      </p>
      <p>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          {areClosed ? 'Rouvrir les commentaires' : 'Fermer les commentaires'}
        </Button>
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <Notice kind="success" role="status">
        {told}
      </Notice>
    </>
  );
}
