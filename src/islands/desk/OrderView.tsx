import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { resendInvoice } from '#shared/contracts/desk.ts';
import {
  checkOrder,
  endOrder,
  getDeskOrder,
  refundOrder,
  type DeskOrderBody,
} from '#shared/contracts/desk-orders.ts';
import { refundShare } from '#shared/money/refund-share.ts';
import { deskMessages, orderWords } from '#shared/site/desk-words.ts';
import {
  formatDay,
  formatEuros,
  formatInstant,
  formatShortInstant,
  plural,
} from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { Fact } from '../ui/Fact.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { DeskAct } from './DeskAct.tsx';
import { DeskTable } from './DeskTable.tsx';

type Props = { id: string; role: string };
type OnDone = (sentence: string) => Promise<void>;

/** A purchase: its state here beside Stripe's, its events, and what staff may do. */
export function OrderView({ id, role }: Props) {
  const load = useCallback(() => call(getDeskOrder, { params: { id } }), [id]);
  const [loaded, loadAgain, refresh] = useLoaded(load);
  const [statusText, setStatusText] = useState('');
  const onDone = async (sentence: string) => {
    await refresh();
    setStatusText(sentence);
  };
  return (
    <div className="desk-subject">
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'failed' && (
        <LoadFailure message={deskMessages.orderFailed} onRetry={loadAgain} />
      )}
      {loaded.kind === 'loaded' && <Order order={loaded.data} role={role} onDone={onDone} />}
    </div>
  );
}

type OrderProps = { order: DeskOrderBody; role: string; onDone: OnDone };

function Order({ order, role, onDone }: OrderProps) {
  const { money } = order;
  return (
    <>
      <h2>{`${order.packName}, ${order._id.slice(0, 8).toUpperCase()}`}</h2>
      <dl className="desk-facts">
        <Fact name="Personne">
          <a href={paths.deskPerson(order.person._id)}>{order.person.name}</a>
        </Fact>
        <Fact name="Commandé le">{formatInstant(order.createdAt)}</Fact>
        {order.completedAt !== null && (
          <Fact name="Payé le">{formatInstant(order.completedAt)}</Fact>
        )}
        <Fact name="Facture">{order.invoiceNumber ?? '—'}</Fact>
        {money && (
          <>
            <Fact name="Crédits">
              {`${plural(money.credits, 'crédit')}, dont ${money.unspentCredits} non dépensés et ${money.takenCredits} repris`}
            </Fact>
            {money.creditNotes.length > 0 && (
              <Fact name="Avoirs">
                {money.creditNotes
                  .map(({ number, amount }) => `${number} (${formatEuros(amount)})`)
                  .join(', ')}
              </Fact>
            )}
            {money.withdrawal && (
              <Fact name="Rétractation">
                {`${formatEuros(money.withdrawal.amount)}, ${withdrawalWords[money.withdrawal.state] ?? money.withdrawal.state}`}
              </Fact>
            )}
            {money.disputes.map(({ id, state, amount, evidenceDueAt }) => (
              <Fact key={id} name="Contestation">
                {`${formatEuros(amount)}, ${disputeWords[state] ?? state}${state === 'open' && evidenceDueAt !== null ? `, preuves avant le ${formatDay(evidenceDueAt)}` : ''}`}
              </Fact>
            ))}
          </>
        )}
      </dl>
      <Acts order={order} role={role} onDone={onDone} />
      {money && <Beside order={order} />}
      <DeskTable
        title="Messages de Stripe"
        head={{ label: 'Message', cell: ({ type }) => type }}
        columns={[
          { label: 'Reçu le', cell: ({ receivedAt }) => formatShortInstant(receivedAt) },
          { label: 'Traité', cell: ({ isHandled }) => (isHandled ? 'oui' : 'non') },
          { label: 'Numéro', cell: ({ id }) => id },
        ]}
        rows={order.events}
        keyOf={({ id }) => id}
        empty="Aucun message reçu."
      />
    </>
  );
}

const withdrawalWords: Readonly<Record<string, string>> = {
  owed: 'à rembourser par Stripe',
  disputed: 'en attente de la banque',
  transfer: 'à payer par virement',
  refunded: 'remboursée',
  transferred: 'payée par virement',
  bank: 'remboursée par la banque',
};
const disputeWords: Readonly<Record<string, string>> = {
  open: 'en cours',
  won: 'gagnée',
  lost: 'perdue',
};

function Acts({ order, role, onDone }: OrderProps) {
  const params = { id: order._id };
  const mayMove = hasStaffPower(role, 'moveMoney');
  return (
    <div className="desk-acts">
      {order.invoiceNumber !== null && (
        <DeskAct
          label="Renvoyer la facture"
          says={`La facture ${order.invoiceNumber} partira par e-mail à ${order.person.name}.`}
          done="Facture renvoyée."
          run={(body) => call(resendInvoice, { params, body })}
          onDone={onDone}
        />
      )}
      {mayMove && order.status === 'completed' && <RefundAct order={order} onDone={onDone} />}
      {mayMove && order.status === 'pending' && (
        <DeskAct
          label="Abandonner la commande"
          says="Sa page de paiement sera fermée chez Stripe, et la commande ne pourra plus être payée."
          done="Commande abandonnée."
          run={(body) => call(endOrder, { params, body })}
          onDone={onDone}
        />
      )}
      {mayMove && (
        <DeskAct
          label="Redemander à Stripe"
          says="Paiement, remboursements et contestations seront relus chez Stripe et appliqués, comme à la réception d’un de ses messages."
          done="Stripe a répondu."
          run={(body) => call(checkOrder, { params, body })}
          onDone={onDone}
        />
      )}
      {order.money?.withdrawal?.state === 'transfer' && (
        <a href={paths.transfers}>Noter le virement</a>
      )}
    </div>
  );
}

/** “12,34” in cents; null for anything else. */
const centsOf = (text: string): number | null =>
  /^\d{1,6}([.,]\d{1,2})?$/.test(text.trim())
    ? Math.round(Number(text.trim().replace(',', '.')) * 100)
    : null;

/** The sum of those refunds at Stripe. */
const refundedThere = (
  stripe: DeskOrderBody['stripe'],
  isWanted: (refund: NonNullable<DeskOrderBody['stripe']>['refunds'][number]) => boolean,
): number => (stripe?.refunds ?? []).filter(isWanted).reduce((sum, { amount }) => sum + amount, 0);

function RefundAct({ order, onDone }: Omit<OrderProps, 'role'>) {
  const { amount = 0, refunded = 0, money } = order;
  // What still waits at Stripe is not yet noted here.
  const asked = refundedThere(order.stripe, ({ state }) => state !== 'failed');
  const left = amount - Math.max(refunded, asked);
  const [text, setText] = useState('');
  if (left <= 0 || money === undefined) return null;
  const cents = centsOf(text);
  const isPossible = cents !== null && cents > 0 && cents <= left;
  const share = isPossible
    ? refundShare({ credits: money.credits, amountCents: amount }, refunded + cents)
    : 0;
  const taken = Math.max(0, Math.min(share - money.takenCredits, money.unspentCredits));
  return (
    <DeskAct
      label="Rembourser"
      says={`Stripe rend la somme par le même moyen de paiement, et un avoir est émis. Il reste ${formatEuros(left)} à rembourser au plus.`}
      done="Remboursement demandé à Stripe."
      sentences={{ amount: deskMessages.refundAmountWrong }}
      fields={(wrong) => (
        <>
          <TextField
            name="amount"
            label="Montant en euros"
            error={wrong('amount')}
            inputMode="decimal"
            required
            pattern="\s*\d{1,6}([.,]\d{1,2})?\s*"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <p role="status">
            {isPossible
              ? `${formatEuros(cents)} rendus, ${plural(taken, 'crédit non dépensé repris', 'crédits non dépensés repris')}.`
              : ''}
          </p>
        </>
      )}
      run={(body) =>
        call(refundOrder, { params: { id: order._id }, body: { ...body, amount: cents ?? 0 } })
      }
      onDone={onDone}
    />
  );
}

type Compared = { name: string; here: string; there: string };
const comparedColumns: readonly Column<Compared>[] = [
  { label: 'Ici', cell: ({ here }) => here },
  { label: 'Chez Stripe', cell: ({ there }) => there },
];
const stripeWords: Readonly<Record<string, string>> = {
  paid: 'Payée',
  unpaid: 'Non payée',
  no_payment_required: 'Rien à payer',
};

/** The same of both sides. */
function Beside({ order }: { order: DeskOrderBody }) {
  const { stripe, money, amount = 0, refunded = 0 } = order;
  if (!stripe) {
    return (
      <Notice kind="info">
        Stripe n’a pas répondu, n’est pas réglé ici ou ne connaît pas ce paiement.
      </Notice>
    );
  }
  const returned = refundedThere(stripe, ({ state }) => state !== 'failed');
  const waiting = refundedThere(stripe, ({ state }) => state === 'pending');
  const underWay = waiting > 0 ? `, dont ${formatEuros(waiting)} en cours` : '';
  const rows: Compared[] = [
    {
      name: 'État',
      here: orderWords[order.status] ?? order.status,
      there: stripeWords[stripe.paymentStatus] ?? stripe.paymentStatus,
    },
    {
      name: 'Montant',
      here: formatEuros(amount),
      there: stripe.amount === null ? '—' : formatEuros(stripe.amount),
    },
    { name: 'Remboursé', here: formatEuros(refunded), there: formatEuros(returned) + underWay },
    { name: 'Paiement', here: money?.paymentId ?? '—', there: stripe.status },
  ];
  return (
    <DeskTable
      title="Ici et chez Stripe"
      head={{ label: 'Quoi', cell: ({ name }) => name }}
      columns={comparedColumns}
      rows={rows}
      keyOf={({ name }) => name}
      empty=""
    />
  );
}
