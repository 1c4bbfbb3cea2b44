import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { acceptNovel, declineNovel, TeamBody } from '#shared/contracts/novel-team.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { confirmed } from './confirmed.ts';

const path = '/api/studio/novels/{id}/offer';

type Props = { novel: TeamBody['novel']; onDone: (sentence: string) => void };

/** A novel that is offered to the user: taken over after a question, or declined. */
export function Offer({ novel, onDone }: Props) {
  const [isAsked, setAsked] = useState(false);
  const params = { id: novel._id };
  const accept = () =>
    confirmed(call<typeof acceptNovel>('POST', path, { params }), () => {
      setAsked(false);
      onDone('Ce roman est maintenant le vôtre.');
    });
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof declineNovel>('DELETE', path, { params });
    if (!outcome.ok) return { sentence: outcome.message };
    onDone('Vous avez décliné la proposition.');
    return null;
  });
  return (
    <section aria-label="Proposition">
      <Notice kind="info">Le propriétaire vous propose de reprendre ce roman.</Notice>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <div className="actions">
        <Button onClick={() => setAsked(true)}>Reprendre le roman</Button>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          Décliner
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Reprendre «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Reprendre le roman"
          onConfirm={accept}
          onClosed={() => setAsked(false)}
        >
          <p>
            Vous en devenez propriétaire&nbsp;: les revenus à venir seront les vôtres. L’ancien
            propriétaire reste coauteur.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
