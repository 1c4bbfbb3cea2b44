import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { acceptNovel, declineNovel, TeamBody } from '#shared/contracts/novel-team.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { confirmed } from './confirmed.ts';

const path = '/api/studio/novels/{id}/offer';

type Props = { novel: TeamBody['novel']; onDone: (sentence: string) => void };

/** A novel that is offered to the user: taken over after a question, or declined. */
export function Offer({ novel, onDone }: Props) {
  const [asked, setAsked] = useState<'accept' | 'decline' | null>(null);
  const close = () => setAsked(null);
  const params = { id: novel._id };
  const accept = () =>
    confirmed(call<typeof acceptNovel>('POST', path, { params }), () => {
      close();
      onDone('Ce roman est maintenant le vôtre.');
    });
  const decline = () =>
    confirmed(call<typeof declineNovel>('DELETE', path, { params }), () => {
      close();
      onDone('Vous avez décliné la proposition.');
    });
  return (
    <section aria-label="Proposition">
      <Notice kind="info">Le propriétaire vous propose de reprendre ce roman.</Notice>
      <div className="actions">
        <Button onClick={() => setAsked('accept')}>Reprendre le roman</Button>
        <Button variant="quiet" onClick={() => setAsked('decline')}>
          Décliner
        </Button>
      </div>
      {asked === 'accept' && (
        <ConfirmDialog
          title={`Reprendre «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Reprendre le roman"
          onConfirm={accept}
          onClosed={close}
        >
          <p>
            Vous en devenez propriétaire&nbsp;: les revenus à venir seront les vôtres. L’ancien
            propriétaire reste coauteur.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'decline' && (
        <ConfirmDialog
          title={`Décliner «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Décliner"
          onConfirm={decline}
          onClosed={close}
        >
          <p>
            Vous restez dans l’équipe. Pour reprendre le roman, il faudra une nouvelle proposition.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
