import { and, asc, eq, isNotNull, isNull, notExists } from 'drizzle-orm';
import type { DeskPersonBody } from '#shared/contracts/desk.ts';
import { refundFor } from '#shared/money/refund-share.ts';
import { orderNumber } from '#shared/site/desk-words.ts';
import { formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { findErasureRefusal } from '#server/account/erase-account.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes } from '#server/core/db/schema/returns.ts';
import { findUnspent } from '#server/money/credits/unspent.ts';
import { findTaken } from '#server/money/payments/apply-refunds.ts';
import { listTransactions } from '#server/money/payments/transactions.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import type { User } from '#server/people/identity/sessions.ts';

type Unrefunded = { id: string; cents: number };

/**
 * Purchases with unspent credits that can still be refunded, and for how much: where the publisher closes an
 * account, that money is given back (paragraph 11 of the terms). Those whose refunds staff have blocked do
 * not count: paid by fraud, or given back elsewhere. The person's row is locked where it decides something.
 */
export async function findUnrefunded(db: Database, userId: string): Promise<Unrefunded[]> {
  const isLost = and(eq(disputes.transactionId, creditTransactions.id), eq(disputes.state, 'lost'));
  const [orders, unspent] = await Promise.all([
    db
      .select()
      .from(creditTransactions)
      .where(
        and(
          eq(creditTransactions.userId, userId),
          eq(creditTransactions.status, 'completed'),
          isNotNull(creditTransactions.stripePaymentIntentId),
          isNull(creditTransactions.refundsBlockedAt),
          notExists(db.select({ id: disputes.id }).from(disputes).where(isLost)),
        ),
      )
      .orderBy(asc(creditTransactions.createdAt)),
    findUnspent(db, userId),
  ]);
  const found: Unrefunded[] = [];
  for (const order of orders) {
    // Frozen ones forbid the erasure by themselves.
    const credits = unspent.get(order.id) ?? 0;
    if (credits === 0) continue;
    const inAll = refundFor(order, credits + (await findTaken(db, order.id)));
    const cents = Math.min(inAll, order.amountCents) - order.refundedCents;
    if (cents > 0) found.push({ id: order.id, cents });
  }
  return found;
}

/** Why an account is not erased while paid credits of it are to be refunded; null where none are. */
export function sayUnrefunded(found: readonly Unrefunded[]): string | null {
  if (found.length === 0) return null;
  const sum = formatEuros(found.reduce((total, { cents }) => total + cents, 0));
  const orders = found.map(({ id, cents }) => `${orderNumber(id)}, ${formatEuros(cents)}`);
  return `Des crédits payés ne sont pas dépensés\u00A0: remboursez d’abord ${sum} (${orders.join('\u00A0; ')}). Rien n’est remboursé par l’effacement. En cas de fraude au paiement, ou si la somme est rendue autrement, bloquez les remboursements de la commande.`;
}

/** What erasing an account would lose or still owes, and why it is refused now: the rules of `erase`. */
export async function readErasure(
  world: Pick<App, 'db' | 'clock'>,
  person: User,
): Promise<NonNullable<DeskPersonBody['erasure']>> {
  const { db } = world;
  const [obstacle, bought, unspent, toRefund, [author]] = await Promise.all([
    findErasureRefusal(db, person),
    listTransactions(world, person.id),
    findUnspent(db, person.id),
    findUnrefunded(db, person.id),
    findAuthorBalances(db, person.id),
  ]);
  const ofOrders = bought.flatMap(({ _id, withdrawable, withdrawal, ...order }) => {
    const cents = toRefund.find(({ id }) => id === _id)?.cents;
    const left = unspent.get(_id) ?? 0;
    const isOwed = withdrawal?.refundedAt === null;
    const returned = order.returned.filter(({ state }) => state !== 'transferred');
    const owed = returned.reduce((sum, { amount }) => sum + amount, isOwed ? withdrawal.amount : 0);
    const until = withdrawable ? `, rétractation jusqu’au ${formatDay(withdrawable.lastDay)}` : '';
    const sum = cents === undefined ? 'perdus' : `${formatEuros(cents)} à rembourser${until}`;
    const said = [
      ...(left > 0
        ? [`${plural(left, 'crédit non dépensé', 'crédits non dépensés')}, ${sum}`]
        : []),
      ...(owed > 0 ? [`${formatEuros(owed)} à rembourser`] : []),
    ];
    return said.map((words) => ({
      text: `${orderNumber(_id)}\u00A0: ${words}`,
      path: paths.deskOrder(_id),
    }));
  });
  const due = (author?.dueCents ?? 0) + (author?.orderedCents ?? 0);
  const ofAuthor = { text: `Droits d’auteur à payer\u00A0: ${formatEuros(due)}`, path: paths.pay };
  const refusal = obstacle ?? sayUnrefunded(toRefund);
  return { refusal, lines: [...ofOrders, ...(due > 0 ? [ofAuthor] : [])] };
}
