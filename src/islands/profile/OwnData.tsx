import { useState } from 'react';
import { download } from '#browser/download.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

type Props = {
  user: UserBody;
  /** The account is gone. */
  onGone: () => void;
};

/** “Mes données”: what is held about one, to take along or to have erased (GDPR, articles 15, 17, 20). */
export function OwnData({ user, onGone }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState({ sentence: '', isFailure: false });

  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setTold({ sentence: '', isFailure: false });
    const outcome = await download('/api/auth/export', 'data');
    setBusy(false);
    setTold(
      outcome.ok
        ? { sentence: 'Vos données sont téléchargées.', isFailure: false }
        : { sentence: outcome.message, isFailure: true },
    );
  };

  return (
    <section className="own-data" aria-labelledby="donnees">
      <h2 id="donnees">Mes données</h2>
      <p>
        Un fichier JSON avec tout ce que nous détenons à votre sujet&nbsp;: compte, sessions,
        lectures, commentaires, achats et factures.
      </p>
      <Button variant="quiet" aria-disabled={isBusy} onClick={() => void save()}>
        {isBusy ? 'Téléchargement...' : 'Télécharger mes données'}
      </Button>
      <p className="muted" role="status">
        {!told.isFailure && told.sentence}
      </p>
      <FailureNotice sentence={told.isFailure ? told.sentence : ''} />
      <DeleteAccount user={user} onGone={onGone} />
    </section>
  );
}
