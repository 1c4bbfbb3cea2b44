import { useCallback, useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { resendInvoice } from '#shared/contracts/desk.ts';
import {
  blockRefunds,
  checkOrder,
  endOrder,
  getDeskDocument,
  getDeskOrder,
  refundOrder,
  type DeskOrderBody,
} from '#shared/contracts/desk-orders.ts';
import { refundShare } from '#shared/money/refund-share.ts';
import { deskMessages, orderWords } from '#shared/site/desk-words.ts';
import { formatEuros, formatInstant, formatShortInstant, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { Column } from '../studio/figures/DataTable.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { Fact } from '../ui/Fact.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { DeskAct } from './DeskAct.tsx';
import { DeskList } from './DeskList.tsx';
import { DeskLoaded, type OnDone } from './DeskLoaded.tsx';
import { disputeWords, MoneyFacts } from './OrderMoney.tsx';

type Props = { id: string; role: string };

/** A purchase: its state here beside Stripe's, its events, and what staff may do. */
export function OrderView({ id, role }: Props) {
  const load = useCallback(() => call(getDeskOrder, { params: { id } }), [id]);
  return (
    <DeskLoaded load={load} failed={deskMessages.orderFailed} missing={deskMessages.orderMissing}>
      {(order, onDone) => <Order order={order} role={role} onDone={onDone} />}
    </DeskLoaded>
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
        <Fact name="Facture">
          {money && order.invoiceNumber !== null ? (
            <DownloadButton
              path={addressOf(getDeskDocument, { params: { id: order._id }, query: {} })}
              label={order.invoiceNumber}
              isInvoice
            />
          ) : (
            (order.invoiceNumber ?? '—')
          )}
        </Fact>
        {order.refundsBlockedAt !== null && (
          <Fact name="Remboursements">{`Bloqués depuis le ${formatInstant(order.refundsBlockedAt)}`}</Fact>
        )}
        {money && <MoneyFacts id={order._id} money={money} />}
      </dl>
      <Acts order={order} role={role} onDone={onDone} />
      {money && <Beside order={order} />}
      <DeskList
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
      {mayMove && order.status === 'completed' && (
        <>
          {order.refundsBlockedAt === null && <RefundAct order={order} onDone={onDone} />}
          <BlockAct order={order} onDone={onDone} />
        </>
      )}
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

function BlockAct({ order, onDone }: Omit<OrderProps, 'role'>) {
  const isBlocked = order.refundsBlockedAt === null;
  return (
    <DeskAct
      label={isBlocked ? 'Bloquer les remboursements' : 'Lever le blocage'}
      says={
        isBlocked
          ? 'Plus aucun remboursement de cette commande ne partira d’ici jusqu’à ce que le blocage soit levé. Une rétractation reste un droit\u00A0: elle attendra dans «\u00A0Virements\u00A0», à payer sous quatorze jours. Ce qui est déjà demandé à Stripe part encore.'
          : 'Les remboursements sont de nouveau possibles. Une rétractation qui attend à cause du blocage sera remboursée par Stripe\u00A0: si vous en avez déjà fait le virement, notez-le d’abord.'
      }
      done={isBlocked ? 'Remboursements bloqués.' : 'Blocage levé.'}
      run={(body) =>
        call(blockRefunds, { params: { id: order._id }, body: { ...body, isBlocked } })
      }
      onDone={onDone}
    />
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
  const [isRefused, setRefused] = useState(false);
  // The bank decides, or has paid; a withdrawal is paid by itself.
  const isHeld =
    (money?.disputes.some(({ state }) => state !== 'won') ?? false) ||
    ['owed', 'disputed', 'transfer'].includes(money?.withdrawal?.state ?? '');
  // A form that was refused stays until it is closed, and shows what is left now.
  if (money === undefined || ((left <= 0 || isHeld) && !isRefused)) return null;
  const cents = centsOf(text);
  const isPossible = cents !== null && cents > 0 && cents <= left;
  const share = isPossible
    ? refundShare({ credits: money.credits, amountCents: amount }, refunded + cents)
    : 0;
  const taken = Math.max(0, Math.min(share - money.takenCredits, money.unspentCredits));
  return (
    <DeskAct
      label="Rembourser"
      says={`Stripe rend la somme par le même moyen de paiement, et un avoir est émis. ${deskMessages.refundLeft(formatEuros(left))}`}
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
      run={async (body) => {
        const params = { id: order._id };
        const outcome = await call(refundOrder, { params, body: { ...body, amount: cents ?? 0 } });
        // Another tab or another admin may have refunded a part: the form shows what is left now.
        setRefused(!outcome.ok && outcome.status === 409);
        if (!outcome.ok && outcome.status === 409) await onDone('');
        return outcome;
      }}
      onDone={onDone}
      onClosed={() => {
        setText('');
        setRefused(false);
      }}
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

const states = (some: readonly { state: string }[] | null | undefined) =>
  some?.map(({ state }) => disputeWords[state] ?? state).join(', ') || '—';

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
    { name: 'Contestations', here: states(money?.disputes), there: states(stripe.disputes) },
    { name: 'Paiement', here: money?.paymentId ?? '—', there: stripe.status },
  ];
  return (
    <DeskList
      title="Ici et chez Stripe"
      head={{ label: 'Quoi', cell: ({ name }) => name }}
      columns={comparedColumns}
      rows={rows}
      keyOf={({ name }) => name}
      empty=""
    />
  );
}
