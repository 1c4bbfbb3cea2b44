import { useState } from 'react';
import { call } from '#browser/call.ts';
import { orderPayouts, type PayBody } from '#shared/contracts/pay.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { formatShortDay, formatEuros, parisDay, plural } from '#shared/site/formats.ts';
import { lastPayDay } from '#shared/money/last-pay-day.ts';
import { isWorkingDay } from '#shared/time/working-day.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { PayoutFile } from './Payout.tsx';
import type { PayProps } from './pay-props.ts';

const columns: Column<PayBody['authors'][number]>[] = [
  {
    label: 'À\u00A0payer',
    cell: ({ due, net }) => (
      <>
        <strong>{formatEuros(due)}</strong>{' '}
        {due > 0 && net !== null && (
          <span className="pay-more muted">{`net ${formatEuros(net)}`}</span>
        )}
      </>
    ),
  },
  {
    label: 'Compte',
    cell: ({ account }) =>
      account === null ? (
        <span className="muted">aucun</span>
      ) : (
        <>
          <span>{account.maskedIban}</span>{' '}
          <span className="pay-more muted">{`donné le ${formatShortDay(account.updatedAt)}`}</span>
        </>
      ),
  },
  {
    label: 'Fiche fiscale',
    cell: ({ sheet }) => <span className="pay-sheet">{sheet ?? '–'}</span>,
  },
  { label: 'En\u00A0cours', cell: ({ ordered }) => formatEuros(ordered) },
  { label: 'Payé', cell: ({ paid }) => formatEuros(paid) },
  { label: 'Gagné', cell: ({ earned }) => formatEuros(earned) },
];

/** Why nothing can be paid to an author now; null where something can. */
function hindrance(author: PayBody['authors'][number]): string | null {
  const { due, account, ordered } = author;
  if (ordered > 0) return 'Un virement est déjà en cours.';
  if (due <= 0) return 'Rien à payer pour l’instant.';
  if (account === null) return 'Aucun compte bancaire\u00A0: rien ne peut être viré.';
  return author.net === null ? author.hindrance : null;
}

/** An author's account in its version: a changed one is verified again. */
const versionOf = ({ _id, account }: PayBody['authors'][number]): string =>
  `${_id} ${account?.updatedAt ?? ''}`;

const toggled = (list: readonly string[], one: string, isIn: boolean): string[] =>
  isIn ? [...list, one] : list.filter((other) => other !== one);

/** Who is owed what, and the form that prepares a file for the bank. */
export function Due({ pay, day, onDay, onDone }: PayProps) {
  /** As typed: `day` follows when it is one that can be ordered. */
  const [executesOn, setExecutesOn] = useState(day);
  const payable = pay.authors.filter((author) => hindrance(author) === null);
  const isAccountMissing = pay.authors.some(({ due, account }) => due > 0 && account === null);
  const isPayableOnSomeDay = pay.authors.some(
    ({ due, ordered, account }) => due > 0 && ordered === 0 && account !== null,
  );
  const [left, setLeft] = useState<readonly string[]>([]);
  /** Recent accounts that the admin has verified, each in this version. */
  const [verified, setVerified] = useState<readonly string[]>([]);
  const isChosen = (author: PayBody['authors'][number]) =>
    author.account?.isRecent ? verified.includes(versionOf(author)) : !left.includes(author._id);
  const [readyId, setReadyId] = useState<string | null>(null);
  const chosen = payable.filter(isChosen);
  const sum = chosen.reduce((total, { net }) => total + (net ?? 0), 0);
  const today = parisDay(new Date());
  const send = async () => {
    const pays = chosen.map(({ _id, due, net, account }) => ({
      authorId: _id,
      amount: due,
      net: net ?? 0,
      accountUpdatedAt: account?.updatedAt ?? '',
    }));
    const confirmed = chosen.flatMap(({ _id, account }) => (account?.isRecent ? [_id] : []));
    const body = { pays, executesOn, confirmed };
    const outcome = await call(orderPayouts, { body });
    if (!outcome.ok) return { sentence: outcome.message };
    setReadyId(outcome.data._id);
    await onDone('Le fichier est prêt. Vous le retrouverez sous « Paiements aux auteurs ».');
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
    <section className="desk-list" aria-labelledby="a-payer">
      <h2 id="a-payer">À payer</h2>
      {readyId !== null && <PayoutFile orderId={readyId} />}
      {pay.missingRates !== '' && <Notice kind="error">{pay.missingRates}</Notice>}
      {!pay.isPayerSet && <Notice kind="error">{payMessages.payerMissing}</Notice>}
      <form className="desk-list" noValidate onSubmit={onSubmit} onInput={onInput}>
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
                    onChange={({ currentTarget: { checked } }) =>
                      author.account?.isRecent
                        ? setVerified(toggled(verified, versionOf(author), checked))
                        : setLeft(toggled(left, author._id, !checked))
                    }
                  />
                  <span>
                    <span translate="no">{author.name}</span>{' '}
                    {author.account?.isRecent && (
                      <span className="pay-more muted">
                        Compte de moins de trois jours&nbsp;: cochez après l’avoir vérifié auprès de
                        l’auteur.
                      </span>
                    )}
                  </span>
                </label>
              ) : (
                <>
                  <span translate="no">{author.name}</span>{' '}
                  <span className="pay-more muted">{hindrance(author)}</span>
                </>
              ),
          }}
          columns={columns}
          rows={pay.authors}
          keyOf={({ _id }) => _id}
          kind="sums"
        />
        {isAccountMissing && (
          <p className="muted">
            Un auteur donne son compte bancaire lui-même&nbsp;: dans «&#8239;Mes romans&#8239;»,
            sous «&#8239;Relevés&#8239;», avec «&#8239;Donner un compte&#8239;». Ce qui lui est dû
            l’attend, et se paie ici dès qu’il l’a donné.
          </p>
        )}
        {isPayableOnSomeDay && (
          <div className="desk-form">
            <TextField
              name="executesOn"
              label="Jour du virement"
              type="date"
              required
              error={wrong('executesOn')}
              min={today}
              max={lastPayDay(new Date())}
              value={executesOn}
              onChange={({ currentTarget: { value, validity } }) => {
                setExecutesOn(value);
                if (validity.valid) onDay(value);
              }}
            />
            {executesOn === day && !isWorkingDay(day) && <p>{payMessages.dayClosed}</p>}
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
