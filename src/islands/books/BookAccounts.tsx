import { useState } from 'react';
import { call } from '#browser/call.ts';
import {
  getBookAccounts,
  setBookAccounts,
  type BookRole,
  type BookAccount,
} from '#shared/contracts/books.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

const roleNames: Record<BookRole, string> = {
  customers: 'Clients',
  sales: 'Ventes',
  vat: 'TVA',
  bank: 'Compte Stripe',
  fees: 'Frais',
  deferred: 'Crédits non dépensés',
};

const load = () => call(getBookAccounts, {});

/** The accounts that the journal is booked on. */
export function BookAccounts() {
  const [loaded, loadAgain] = useLoaded(load);
  return (
    <details className="books-accounts">
      <summary>Comptes du journal</summary>
      {loaded.kind === 'failed' && (
        <LoadFailure message={loaded.failure.message} onRetry={loadAgain} />
      )}
      {loaded.kind === 'loaded' && <AccountsForm first={loaded.data} />}
    </details>
  );
}

function AccountsForm({ first }: { first: BookAccount[] }) {
  const [accounts, setAccounts] = useState(first);
  const [saved, setSaved] = useState('');
  const write = (role: BookRole, change: Partial<BookAccount>) => {
    setSaved('');
    setAccounts(accounts.map((one) => (one.role === role ? { ...one, ...change } : one)));
  };
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const outcome = await call(setBookAccounts, { body: { accounts } });
    if (!outcome.ok) {
      const [error] = outcome.errors ?? [];
      return { sentence: error?.message ?? outcome.message };
    }
    setAccounts(outcome.data);
    setSaved('Les comptes sont enregistrés.');
    return null;
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      {accounts.map(({ role, number, label }) => (
        <fieldset key={role}>
          <legend>{roleNames[role]}</legend>
          <TextField
            name={`${role}-number`}
            label="Compte"
            autoComplete="off"
            maxLength={12}
            value={number}
            onChange={({ currentTarget }) => write(role, { number: currentTarget.value })}
          />
          <TextField
            name={`${role}-label`}
            label="Libellé"
            autoComplete="off"
            maxLength={60}
            value={label}
            onChange={({ currentTarget }) => write(role, { label: currentTarget.value })}
          />
        </fieldset>
      ))}
      <FailureNotice sentence={sentence} />
      <Notice kind="success" role="status">
        {saved}
      </Notice>
      <Button type="submit" isBusy={isPending}>
        Enregistrer les comptes
      </Button>
    </form>
  );
}
