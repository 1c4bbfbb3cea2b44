import { useId, useRef, useState, type SubmitEvent } from 'react';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/refresh-user.ts';
import { forgetDraftsOf } from '#browser/kept-drafts.ts';
import { forgetAccount, leaveSession } from '#browser/session-state.ts';
import { erasureWord } from '#shared/constants.ts';
import type { deleteAccount, UserBody } from '#shared/contracts/auth.ts';
import { plural } from '#shared/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '../ui/button/Button.tsx';
import { FormEnd } from './FormEnd.tsx';

type Props = {
  user: UserBody;
  /** The account is gone; the dialog says so, and leads home. */
  onGone: () => void;
};

/** “Supprimer mon compte”: says what goes and what stays, wants a word typed, tells that it is done. */
export function DeleteAccount({ user, onGone }: Props) {
  const [isGone, setGone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();

  const ask = () => {
    setFailure('');
    if (field.current) field.current.value = '';
    dialog.current?.showModal();
    // Its beginning: what is lost is to be read first.
    title.current?.focus();
  };
  const fail = (sentence: string) => {
    setFailure(sentence);
    field.current?.focus();
  };
  const erase = async () => {
    const confirmation = field.current?.value.trim().toLocaleUpperCase('fr');
    if (confirmation !== erasureWord) {
      fail(messages.erasureWordWrong);
      return;
    }
    setBusy(true);
    setFailure('');
    const outcome = await call<typeof deleteAccount>('DELETE', '/api/auth/account', {
      body: { confirmation, lostCredits: user.credits },
    });
    if (outcome.ok) {
      forgetAccount();
      forgetDraftsOf(user._id);
      setGone(true);
      onGone();
      title.current?.focus();
      return;
    }
    setBusy(false);
    fail(outcome.message);
    // The balance that is shown may be an old one.
    if (outcome.error === 'ERASURE_REFUSED') await refreshUser();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void erase();
  };

  const confirm = (
    <>
      <WhatGoes user={user} onLeave={() => dialog.current?.close()} />
      <form className="text-field" onSubmit={onSubmit}>
        <label htmlFor={`${id}-word`}>Pour confirmer, tapez {erasureWord}</label>
        <input
          id={`${id}-word`}
          ref={field}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <FormEnd
          action={isBusy ? 'Suppression...' : 'Supprimer pour de bon'}
          {...{ isBusy, failure }}
          onCancel={() => dialog.current?.close()}
        />
      </form>
    </>
  );
  return (
    <>
      <Button variant="quiet" onClick={ask}>
        Supprimer mon compte
      </Button>
      <dialog
        className="dialog"
        ref={dialog}
        aria-labelledby={`${id}-title`}
        // What is under way cannot be called off.
        onCancel={(event) => isBusy && !isGone && event.preventDefault()}
        onClose={() => isGone && leaveSession()}
      >
        <h2 id={`${id}-title`} ref={title} tabIndex={-1}>
          {isGone ? messages.accountErased : 'Supprimer mon compte'}
        </h2>
        {isGone ? <Gone onLeave={() => dialog.current?.close()} /> : confirm}
      </dialog>
    </>
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

function WhatGoes({ user: { credits, role }, onLeave }: WhatGoesProps) {
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
              {plural(
                credits,
                'crédit non dépensé sera perdu',
                'crédits non dépensés seront perdus',
              )}
              .
            </strong>{' '}
            Si vous les avez achetés il y a moins de quatorze jours, vous pouvez d’abord vous
            rétracter depuis votre{' '}
            <a href={paths.billing} onClick={onLeave}>
              historique de facturation
            </a>
            .
          </li>
        )}
        <li>Vos commentaires restent, signés «&nbsp;{messages.accountGone}&nbsp;».</li>
        {role !== 'reader' && (
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
