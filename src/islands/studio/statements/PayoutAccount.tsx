import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { StatementsBody } from '#shared/contracts/pay.ts';
import { removePayoutAccount, savePayoutAccount } from '#shared/contracts/payout-account.ts';
import { isIban, tidyIban } from '#shared/money/iban.ts';
import { paths } from '#shared/site/paths.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Button, ButtonLink } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';

type Props = {
  account: StatementsBody['account'];
  /** Something is due, and cannot be paid without. */
  isNeeded: boolean;
  /** Has signed in just now; else that comes first, before anything is typed. */
  mayChange: boolean;
  onSaved: (sentence: string) => void;
  statusText: string;
};

/** Where the author wants to be paid. */
export function PayoutAccount({ account, isNeeded, mayChange, onSaved, statusText }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  // The pressed button goes.
  const focusPlace = () => place.current?.focus();
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call(removePayoutAccount, {});
    if (!outcome.ok) return { sentence: outcome.message };
    onSaved('Le compte est retiré.');
    focusPlace();
    return null;
  });
  return (
    <section aria-labelledby="compte-bancaire" tabIndex={-1} ref={place}>
      <h3 id="compte-bancaire">Compte bancaire</h3>
      <p>
        {account ? (
          <>
            <span>{`${account.holderName}, `}</span>
            <span className="statements-iban">{account.maskedIban}</span>
          </>
        ) : isNeeded ? (
          'Donnez un compte pour que vos droits vous soient virés.'
        ) : (
          'Aucun pour l’instant. Il en faudra un pour vous payer\u00A0: donnez-le quand vous voulez.'
        )}
      </p>
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {isOpen && !mayChange ? (
        <SignInAgain onCancel={() => setOpen(false)} />
      ) : isOpen ? (
        <AccountForm
          onCancel={() => {
            setOpen(false);
            focusPlace();
          }}
          onSaved={() => {
            setOpen(false);
            onSaved('Le compte est enregistré.');
            focusPlace();
          }}
        />
      ) : (
        <div className="statement-files">
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {account ? 'Changer de compte' : 'Donner un compte'}
          </Button>
          {account && (
            <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
              Retirer
            </Button>
          )}
        </div>
      )}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </section>
  );
}

/** Leads to the sign-in page and back: an account is changed by who was at the provider just now. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice kind="warning">{payMessages.signInStale}</Notice>
      <div className="statement-files">
        <ButtonLink href={paths.login({ returnPath: paths.statements, reason: 'confirmation' })}>
          Se reconnecter
        </ButtonLink>
        <Button variant="quiet" onClick={onCancel}>
          Annuler
        </Button>
      </div>
    </div>
  );
}

function AccountForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [holderName, setHolderName] = useState('');
  const [iban, setIban] = useState('');
  const [isStale, setStale] = useState(false);
  const send = async () => {
    if (!isIban(tidyIban(iban))) {
      const errors = [{ field: 'iban', message: payMessages.ibanWrong }];
      return { sentence: '', errors };
    }
    const body = { holderName, iban };
    const outcome = await call(savePayoutAccount, { body });
    if (!outcome.ok && outcome.error === 'SIGN_IN_STALE') setStale(true);
    if (!outcome.ok) return { sentence: outcome.message, errors: outcome.errors };
    onSaved();
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    holderName: payMessages.holderMissing,
    iban: payMessages.ibanMissing,
  });
  // What was typed is stored nowhere.
  if (isStale) return <SignInAgain onCancel={onCancel} />;
  return (
    <form className="statements-form" ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField
        name="holderName"
        label="Titulaire"
        required
        maxLength={70}
        autoComplete="name"
        error={wrong('holderName')}
        value={holderName}
        onChange={({ currentTarget }) => setHolderName(currentTarget.value)}
      />
      <TextField
        name="iban"
        label="IBAN"
        hint="Il ne sert qu’à vous payer ; seul l’éditeur le voit entier, dans le fichier pour sa banque."
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={wrong('iban')}
        value={iban}
        onChange={({ currentTarget }) => setIban(currentTarget.value)}
      />
      <FormEnd action="Enregistrer" isBusy={isPending} failure={sentence} onCancel={onCancel} />
    </form>
  );
}
