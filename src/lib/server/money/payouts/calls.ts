import { asc, eq } from 'drizzle-orm';
import {
  getPay,
  getPayoutFile,
  orderPayouts as orderPayoutsCall,
  closePayout as settlePayoutCall,
  removePayoutAccount,
  savePayoutAccount,
} from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireRole, requireUser } from '#server/people/identity/guards.ts';
import { refuse, isRefusal } from '#server/core/http/refusal.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { accountBody } from '../earnings/read-statements.ts';
import { readPay } from './read-pay.ts';
import { orderPayouts } from './order-payouts.ts';
import { onPayout, settlePayout } from './settle-payout.ts';
import { removeAccount, saveAccount } from './payout-account.ts';
import { writePain001 } from './pain001.ts';

export const calls = [
  endpoint(getPay, requireRole('admin'), ({ app }) => readPay(app)),

  endpoint(getPayoutFile, requireRole('admin'), async ({ app, params }) => {
    const found = await findPayoutFile(app.db, params.id);
    if (!found) return refuse('NOT_FOUND', payMessages.orderMissing);
    return { file: Buffer.from(found.xml), type: 'application/xml', name: found.name };
  }),

  endpoint(orderPayoutsCall, requireRole('admin'), async ({ app, caller, body }) => {
    const pays = body.pays.map(({ authorId, amount, accountUpdatedAt }) => ({
      authorId,
      amountCents: amount,
      accountUpdatedAt: new Date(accountUpdatedAt),
    }));
    const { executesOn } = body;
    const ordered = await orderPayouts(app, { pays, executesOn, createdBy: caller.user.id });
    return isRefusal(ordered) ? ordered : { _id: ordered };
  }),

  endpoint(
    settlePayoutCall,
    [requireRole('admin'), onPayout],
    async ({ app, caller, params, body }) => {
      const settlement = { payoutId: params.id, outcome: body, settledBy: caller.user.id };
      const refusal = await settlePayout(app, settlement);
      return refusal ?? { done: true as const };
    },
  ),

  endpoint(savePayoutAccount, requireUser, async ({ app, caller, body }) => {
    const saved = await saveAccount(app, caller.user.id, body);
    return isRefusal(saved) ? saved : accountBody(saved);
  }),

  endpoint(removePayoutAccount, requireUser, async ({ app, caller }) => {
    await removeAccount(app.db, caller.user.id);
    return { removed: true as const };
  }),
];

/** The file of an order for the bank, from its rows alone; null without it. */
async function findPayoutFile(
  db: Database,
  orderId: string,
): Promise<{ xml: string; name: string } | null> {
  const [order] = await db.select().from(payoutOrders).where(eq(payoutOrders.id, orderId));
  if (!order) return null;
  const rows = await db
    .select()
    .from(payouts)
    .where(eq(payouts.orderId, orderId))
    .orderBy(inFrench(payouts.holderName), asc(payouts.id));
  const xml = writePain001({
    messageId: compact(order.id),
    createdAt: order.createdAt,
    executesOn: order.executesOn,
    payer: { name: order.payerName, iban: order.payerIban },
    transfers: rows.map(({ id, amountCents, holderName, iban }) => ({
      endToEndId: compact(id),
      amountCents,
      name: holderName,
      iban,
      text: `Droits d'auteur, virement du ${order.executesOn}`,
    })),
  });
  return { xml, name: `virements_${order.executesOn}_${order.id.slice(-8)}.xml` };
}

/** A UUID without its hyphens: 32 of the 35 characters that a bank takes. */
const compact = (id: string): string => id.replaceAll('-', '');
