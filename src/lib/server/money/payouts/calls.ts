import { asc, eq } from 'drizzle-orm';
import {
  getPay,
  getPayoutFile,
  orderPayouts as orderPayoutsCall,
  closePayout as settlePayoutCall,
  giveUpOrder as giveUpOrderCall,
} from '#shared/contracts/pay.ts';
import { removePayoutAccount, savePayoutAccount } from '#shared/contracts/payout-account.ts';
import {
  getPayoutCertificate,
  getUrssafFile,
  saveTaxSheet,
  setPayRates,
} from '#shared/contracts/tax.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { isSignInFresh, requirePower, requireUser } from '#server/people/identity/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { refuse, isRefusal } from '#server/core/http/refusal.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { payoutOrders, payouts, payRates } from '#server/core/db/schema/payouts.ts';
import { accountBody } from '../earnings/read-statements.ts';
import { findCertificate, renderCertificatePdf } from './certificate-pdf.ts';
import { isOrWasAuthor, saveSheet } from './tax-sheets.ts';
import { writeUrssafFile } from './urssaf-file.ts';
import { readPay } from './read-pay.ts';
import { orderPayouts } from './order-payouts.ts';
import { onOrder, onPayout, closePayout, giveUpOrder } from './close-payout.ts';
import { removeAccount, saveAccount } from './payout-account.ts';
import { writePain001 } from './pain001.ts';

export const calls = [
  endpoint(getPay, requirePower('moveMoney'), ({ app, query }) => readPay(app, query.day)),

  endpoint(getPayoutFile, requirePower('moveMoney'), async ({ app, params }) => {
    const found = await findPayoutFile(app.db, params.id);
    if (!found) return refuse('NOT_FOUND', payMessages.orderMissing);
    if (!found.isLive) return refuse('PAYOUT_REFUSED', payMessages.orderGivenUp);
    return { file: Buffer.from(found.xml), type: 'application/xml', name: found.name };
  }),

  endpoint(orderPayoutsCall, requirePower('moveMoney'), async ({ app, caller, body }) => {
    const pays = body.pays.map(({ authorId, amount, net, accountUpdatedAt }) => ({
      authorId,
      amountCents: amount,
      netCents: net,
      accountUpdatedAt: new Date(accountUpdatedAt),
    }));
    const { executesOn, confirmed } = body;
    const createdBy = caller.user.id;
    const ordered = await orderPayouts(app, { pays, confirmed, executesOn, createdBy });
    return isRefusal(ordered) ? ordered : { _id: ordered };
  }),

  endpoint(
    settlePayoutCall,
    [requirePower('moveMoney'), onPayout],
    async ({ app, caller, params, body }) => {
      const closing = { payoutId: params.id, outcome: body, settledBy: caller.user.id };
      const refusal = await closePayout(app, closing);
      return refusal ?? { done: true as const };
    },
  ),

  endpoint(
    giveUpOrderCall,
    [requirePower('moveMoney'), onOrder],
    async ({ app, caller, params, body: { reason } }) => {
      const refusal = await giveUpOrder(app, { orderId: params.id, reason, by: caller.user.id });
      return refusal ?? { done: true as const };
    },
  ),

  endpoint(savePayoutAccount, [requireUser, hasJustSignedIn], async ({ app, caller, body }) => {
    const saved = await saveAccount(app, caller.user.id, body);
    return isRefusal(saved) ? saved : accountBody(saved);
  }),

  endpoint(removePayoutAccount, requireUser, async ({ app, caller }) => {
    await removeAccount(app.db, caller.user.id);
    return { removed: true as const };
  }),

  endpoint(saveTaxSheet, [requireUser, isOrWasAuthor], async ({ app, caller, body }) => {
    const refusal = await saveSheet(app, caller.user.id, body);
    return refusal ?? {};
  }),

  endpoint(getPayoutCertificate, requireUser, async ({ app, caller, params }) => {
    const { user, sessionId } = caller;
    const isAdmin = user.role === 'admin';
    const found = await findCertificate(app.db, params.id, isAdmin ? null : user.id);
    if (!found) return refuse('NOT_FOUND', payMessages.certificateMissing);
    // It has the author's number: a session that somebody took over does not get it.
    if (!isAdmin && !(await isSignInFresh(app, sessionId))) {
      return refuse('SIGN_IN_STALE', payMessages.certificateStale);
    }
    const name = `certificat_${found.paidOn}_${params.id.slice(-8)}.pdf`;
    return { file: await renderCertificatePdf(found), type: 'application/pdf', name };
  }),

  endpoint(
    setPayRates,
    requirePower('moveMoney'),
    async ({ app, caller, body: { rates, startsOn } }) => {
      const set = { startsOn, setBy: caller.user.id, createdAt: app.clock.now() };
      await app.db.insert(payRates).values(rates.map((rate) => ({ ...rate, ...set })));
      return { done: true as const };
    },
  ),

  endpoint(getUrssafFile, requirePower('moveMoney'), async ({ app, params: { quarter } }) => {
    const csv = await writeUrssafFile(app, quarter);
    if (isRefusal(csv)) return csv;
    const type = 'text/csv; charset=utf-8';
    return { file: Buffer.from(csv), type, name: `urssaf_${quarter}.csv` };
  }),
];

/** A caller whose session began just now: who took over an older one cannot be paid. Else 403. */
async function hasJustSignedIn({ app, caller }: { app: App; caller: SignedIn }) {
  return (
    (await isSignInFresh(app, caller.sessionId)) || refuse('SIGN_IN_STALE', payMessages.signInStale)
  );
}

/** The file of an order for the bank, from its rows alone; null without it. */
async function findPayoutFile(
  db: Database,
  orderId: string,
): Promise<{ xml: string; name: string; isLive: boolean } | null> {
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
    transfers: rows.map(({ id, amountCents, netCents, holderName, iban }) => ({
      endToEndId: compact(id),
      amountCents: netCents ?? amountCents,
      name: holderName,
      iban,
      text: `Droits d'auteur, virement du ${order.executesOn}`,
    })),
  });
  const isLive = rows.some(({ state }) => state !== 'failed');
  return { xml, name: `virements_${order.executesOn}_${order.id.slice(-8)}.xml`, isLive };
}

/** A UUID without its hyphens: 32 of the 35 characters that a bank takes. */
const compact = (id: string): string => id.replaceAll('-', '');
