import { useCallback, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import { forgetDraftsOf } from '#browser/drafts/saved-drafts.ts';
import { forgetAccount, leaveSession } from '#browser/session/session-store.ts';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { erasureWord } from '#shared/constants.ts';
import { deleteAccount, type UserBody } from '#shared/contracts/auth.ts';
import { listTransactions } from '#shared/contracts/credits.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

type Props = {
  user: UserBody;
  /** The account is deleted; the dialog says so, and links to home. */
  onGone: () => void;
};

/** “Supprimer mon compte”: says what is deleted and what stays, asks for a typed word, confirms. */
export function DeleteAccount(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Supprimer mon compte
      </Button>
      {isOpen && <DeleteDialog {...props} onClosed={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ user, onGone, onClosed }: Props & { onClosed: () => void }) {
  const [isGone, setGone] = useState(false);
  const dialog = useRef<DialogHandle>(null);
  const close = () => dialog.current?.close();
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async (form) => {
    const word = new FormData(form).get('confirmation');
    const confirmation = typeof word === 'string' ? word.trim().toLocaleUpperCase('fr') : '';
    if (confirmation !== erasureWord) {
      const message = messages.erasureWordWrong;
      return { sentence: '', errors: [{ field: 'confirmation', message }] };
    }
    const outcome = await call(deleteAccount, {
      body: { confirmation, lostCredits: user.credits },
    });
    if (outcome.ok) {
      forgetAccount();
      forgetDraftsOf(user._id);
      setGone(true);
      onGone();
      dialog.current?.focusTitle();
      return null;
    }
    // The shown balance may be outdated.
    if (outcome.error === 'ERASURE_REFUSED') await refreshUser();
    return { sentence: outcome.message };
  });
  return (
    <Dialog
      title={isGone ? messages.accountErased : 'Supprimer mon compte'}
      isBusy={isPending && !isGone}
      ref={dialog}
      onClosed={isGone ? leaveSession : onClosed}
    >
      {isGone ? (
        <Gone onLeave={close} />
      ) : (
        <>
          <WhatGoes user={user} onLeave={close} />
          <form noValidate onSubmit={onSubmit} onInput={onInput}>
            <TextField
              name="confirmation"
              label={`Pour confirmer, tapez ${erasureWord}`}
              error={wrong('confirmation')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <FormEnd
              action="Supprimer pour de bon"
              busyAction="Suppression..."
              isBusy={isPending}
              failure={sentence}
              onCancel={close}
            />
          </form>
        </>
      )}
    </Dialog>
  );
}

function Gone({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <p>Vous n’êtes plus connecté. Les romans et les chapitres gratuits restent ouverts à tous.</p>
      <div className="actions">
        <Button onClick={onLeave}>Aller à l’accueil</Button>
      </div>
    </>
  );
}

type WhatGoesProps = { user: UserBody; onLeave: () => void };

function WhatGoes({ user, onLeave }: WhatGoesProps) {
  const { credits, role } = user;
  return (
    <>
      <p>C’est définitif, et vous serez déconnecté partout.</p>
      <ul>
        <li>
          Votre profil, vos marque-pages, vos favoris, vos notes et vos mentions
          «&nbsp;j’aime&nbsp;» sont effacés. Vous perdez l’accès aux chapitres déverrouillés.
        </li>
        {credits > 0 && (
          <li>
            <strong>
              {`${plural(
                credits,
                'crédit non dépensé sera perdu',
                'crédits non dépensés seront perdus',
              )}.`}
            </strong>
            <WithdrawFirst userId={user._id} onLeave={onLeave} />
          </li>
        )}
        <li>{`Vos commentaires restent, signés «\u00A0${messages.accountGone}\u00A0».`}</li>
        {isAuthor(role) && (
          <li>
            Vos romans publiés restent en ligne sous leur nom d’auteur&nbsp;; les chapitres
            programmés redeviennent des brouillons.
          </li>
        )}
        <li>
          La loi nous oblige à garder dix ans vos factures et les mouvements de crédits qui les
          justifient.
        </li>
      </ul>
    </>
  );
}

/** The sum that a withdrawal would refund now; closing the account refunds nothing (decision 147). */
function WithdrawFirst({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const load = useCallback(() => call(listTransactions, { params: { userId } }), [userId]);
  const [state] = useLoaded(load);
  const cents =
    state.kind === 'loaded'
      ? state.data.reduce((sum, { withdrawable }) => sum + (withdrawable?.amount ?? 0), 0)
      : null;
  if (cents === 0) return null;
  return (
    <p>
      <span>
        {cents === null
          ? 'Un achat de moins de quatorze jours vous est remboursé si vous vous rétractez d’abord\u00A0: '
          : `${formatEuros(cents)} vous seraient remboursés si vous vous rétractiez d’abord\u00A0: `}
      </span>
      <a href={paths.withdrawal} onClick={onLeave}>
        Renoncer au contrat ici
      </a>
    </p>
  );
}
