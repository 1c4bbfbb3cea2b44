import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { orderPayouts } from '#shared/contracts/pay.ts';
import { formatDay, formatEuros, parisDay, plural } from '#shared/formats.ts';
import { lastPayDay } from '#shared/last-pay-day.ts';
import { payMessages } from '#shared/pay-messages.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { PayProps } from './Pay.tsx';

/** Who is owed what, and the form that prepares a file for the bank. */
export function Due({ pay, onDone }: PayProps) {
  const payable = pay.authors.filter((one) => one.due > 0 && one.account && one.ordered === 0);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [executesOn, setExecutesOn] = useState(() => parisDay(new Date()));
  const chosen = payable.filter(({ _id }) => !left.includes(_id));
  const sum = chosen.reduce((total, { due }) => total + due, 0);
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const pays = chosen.map(({ _id, due }) => ({ authorId: _id, amount: due }));
    const body = { pays, executesOn };
    const outcome = await call<typeof orderPayouts>('POST', '/api/moderation/payout-orders', {
      body,
    });
    if (!outcome.ok) return { sentence: outcome.message };
    await onDone('Le fichier est prêt : téléchargez-le sous « Paiements aux auteurs ».');
    return null;
  });
  if (pay.authors.length === 0) {
    return <EmptyState sentence="Aucun mois arrêté ne doit rien à un auteur." />;
  }
  return (
    <section aria-labelledby="a-payer">
      <h2 id="a-payer">À payer</h2>
      {!pay.isPayerSet && <Notice kind="error">{payMessages.payerMissing}</Notice>}
      <form onSubmit={onSubmit}>
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Auteurs">
          <table>
            <thead>
              <tr>
                <th scope="col">Auteur</th>
                <th scope="col">À&nbsp;payer</th>
                <th scope="col">Compte</th>
                <th scope="col">En&nbsp;cours</th>
                <th scope="col">Payé</th>
                <th scope="col">Gagné</th>
              </tr>
            </thead>
            <tbody>
              {pay.authors.map((author) => (
                <tr key={author._id}>
                  <th scope="row">
                    <label className="check">
                      <input
                        type="checkbox"
                        disabled={!payable.includes(author)}
                        checked={chosen.includes(author)}
                        onChange={({ currentTarget }) =>
                          setLeft(
                            currentTarget.checked
                              ? left.filter((id) => id !== author._id)
                              : [...left, author._id],
                          )
                        }
                      />
                      {author.name}
                    </label>
                  </th>
                  <td>
                    <strong>{formatEuros(author.due)}</strong>
                  </td>
                  <td>
                    {author.account === null ? (
                      <span className="muted">aucun</span>
                    ) : (
                      <>
                        {author.account.maskedIban}{' '}
                        <span className="muted">{`donné le ${formatDay(author.account.updatedAt)}`}</span>
                      </>
                    )}
                  </td>
                  <td>{formatEuros(author.ordered)}</td>
                  <td>{formatEuros(author.paid)}</td>
                  <td>{formatEuros(author.earned)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {payable.length > 0 && (
          <div className="pay-form">
            <TextField
              name="executesOn"
              label="Jour du virement"
              type="date"
              required
              min={parisDay(new Date())}
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
