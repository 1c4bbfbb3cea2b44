import { useState } from 'react';
import { call } from '#browser/call.ts';
import { orderPayouts, type PayBody } from '#shared/contracts/pay.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatShortDay, formatEuros, parisDay, plural } from '#shared/site/formats.ts';
import { lastPayDay } from '#shared/money/last-pay-day.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { PayProps } from './pay-props.ts';

const columns: Column<PayBody['authors'][number]>[] = [
  { label: 'À\u00A0payer', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  {
    label: 'Compte',
    cell: ({ account }) =>
      account === null ? (
        <span className="muted">aucun</span>
      ) : (
        <>
          <span>{account.maskedIban}</span>{' '}
          <span className="pay-account muted">{`donné le ${formatShortDay(account.updatedAt)}`}</span>
        </>
      ),
  },
  { label: 'En\u00A0cours', cell: ({ ordered }) => formatEuros(ordered) },
  { label: 'Payé', cell: ({ paid }) => formatEuros(paid) },
  { label: 'Gagné', cell: ({ earned }) => formatEuros(earned) },
];

/** Why nothing can be paid to an author now; null where something can. */
function hindrance({ due, account, ordered }: PayBody['authors'][number]): string | null {
  if (ordered > 0) return 'Un virement est déjà en cours.';
  if (due <= 0) return 'Rien à payer pour l’instant.';
  return account === null ? 'Aucun compte bancaire\u00A0: rien ne peut être viré.' : null;
}

/** Who is owed what, and the form that prepares a file for the bank. */
export function Due({ pay, onDone }: PayProps) {
  const payable = pay.authors.filter((author) => hindrance(author) === null);
  const isAccountMissing = pay.authors.some(({ due, account }) => due > 0 && account === null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [executesOn, setExecutesOn] = useState(() => parisDay(new Date()));
  const chosen = payable.filter(({ _id }) => !left.includes(_id));
  const sum = chosen.reduce((total, { due }) => total + due, 0);
  const today = parisDay(new Date());
  const send = async () => {
    const pays = chosen.map(({ _id, due, account }) => ({
      authorId: _id,
      amount: due,
      accountUpdatedAt: account?.updatedAt ?? '',
    }));
    const body = { pays, executesOn };
    const outcome = await call(orderPayouts, {
      body,
    });
    if (!outcome.ok) return { sentence: outcome.message };
    await onDone(
      'Le fichier est prêt. Vous le retrouverez sous « Paiements aux auteurs ».',
      outcome.data._id,
    );
    return null;
  };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    executesOn:
      executesOn === ''
        ? fieldSentences.dateMissing
        : executesOn < today
          ? payMessages.dayPast
          : payMessages.dayFar,
  });
  if (pay.authors.length === 0) {
    return <EmptyState sentence="Aucun mois arrêté ne doit rien à un auteur." />;
  }
  return (
    <section aria-labelledby="a-payer">
      <h2 id="a-payer">À payer</h2>
      {!pay.isPayerSet && <Notice kind="error">{payMessages.payerMissing}</Notice>}
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        <DataTable
          name="Auteurs"
          head={{
            label: 'Auteur',
            cell: (author) =>
              payable.includes(author) ? (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={chosen.includes(author)}
                    onChange={({ currentTarget }) =>
                      setLeft(
                        currentTarget.checked
                          ? left.filter((id) => id !== author._id)
                          : [...left, author._id],
                      )
                    }
                  />
                  <span translate="no">{author.name}</span>
                </label>
              ) : (
                <>
                  <span translate="no">{author.name}</span>{' '}
                  <span className="pay-hindrance muted">{hindrance(author)}</span>
                </>
              ),
          }}
          columns={columns}
          rows={pay.authors}
          keyOf={({ _id }) => _id}
        />
        {isAccountMissing && (
          <p className="muted">
            Un auteur donne son compte bancaire lui-même&nbsp;: dans «&#8239;Mes romans&#8239;»,
            sous «&#8239;Relevés&#8239;», avec «&#8239;Donner un compte&#8239;». Ce qui lui est dû
            l’attend, et se paie ici dès qu’il l’a donné.
          </p>
        )}
        {payable.length > 0 && (
          <div className="pay-form">
            <TextField
              name="executesOn"
              label="Jour du virement"
              type="date"
              required
              error={wrong('executesOn')}
              min={today}
              max={lastPayDay(new Date())}
              value={executesOn}
              onChange={({ currentTarget }) => setExecutesOn(currentTarget.value)}
            />
            <p>{`${plural(chosen.length, 'virement')}, ${formatEuros(sum)} en tout.`}</p>
            <FailureNotice sentence={sentence} />
            <Button type="submit" isBusy={isPending} disabled={chosen.length === 0}>
              Préparer le fichier SEPA
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}
