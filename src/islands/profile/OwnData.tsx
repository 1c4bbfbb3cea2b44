import { useState } from 'react';
import { download } from '#browser/download.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

type Props = {
  user: UserBody;
  /** The account is deleted. */
  onGone: () => void;
};

/** “Mes données”: export or erasure of one's personal data (GDPR, articles 15, 17, 20). */
export function OwnData({ user, onGone }: Props) {
  const [isSaved, setSaved] = useState(false);
  const { run, isPending, refusal } = useAction(async () => {
    setSaved(false);
    const outcome = await download('/api/auth/export', 'data');
    if (!outcome.ok) return { sentence: outcome.message };
    setSaved(true);
    return null;
  });

  return (
    <section className="own-data" aria-labelledby="donnees">
      <h2 id="donnees">Mes données</h2>
      <p>
        Un fichier JSON avec tout ce que nous détenons à votre sujet&nbsp;: compte, sessions,
        lectures, commentaires, achats et factures.
      </p>
      <Button variant="quiet" aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Téléchargement...' : 'Télécharger mes données'}
      </Button>
      <p className="muted" role="status">
        {isSaved && 'Vos données sont téléchargées.'}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <DeleteAccount user={user} onGone={onGone} />
    </section>
  );
}
