import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { writePain001 } from './pain001.ts';

/** The file of an order for the bank, from its rows alone; null without it. */
export async function findPayoutFile(
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
