import { useState } from 'react';
import { call } from '#browser/call.ts';
import { getBookAccounts, setBookAccounts, type BookAccount } from '#shared/contracts/books.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';

const roleNames: Record<BookAccount['role'], string> = {
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
  const [loaded] = useLoaded(load);
  const [saved, setSaved] = useState('');
  const accounts = dataOr(loaded, [], []);
  const { onSubmit, isPending, sentence } = useSubmit(async (form) => {
    const typed = new FormData(form);
    const of = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    const body = {
      accounts: accounts.map(({ role }) => ({
        role,
        number: of(`${role}-number`),
        label: of(`${role}-label`),
      })),
    };
    setSaved('');
    const outcome = await call(setBookAccounts, { body });
    if (!outcome.ok) return { sentence: outcome.errors?.[0]?.message ?? outcome.message };
    setSaved('Les comptes sont enregistrés.');
    return null;
  });
  return (
    <details className="books-accounts">
      <summary>Comptes du journal</summary>
      {loaded.kind === 'failed' && <FailureNotice sentence={loaded.failure.message} />}
      <form noValidate onSubmit={onSubmit} hidden={accounts.length === 0}>
        {accounts.map(({ role, number, label }) => (
          <fieldset key={role}>
            <legend>{roleNames[role]}</legend>
            <TextField
              name={`${role}-number`}
              label="Compte"
              defaultValue={number}
              maxLength={12}
            />
            <TextField name={`${role}-label`} label="Libellé" defaultValue={label} maxLength={60} />
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
    </details>
  );
}
