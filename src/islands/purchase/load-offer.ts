import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type {
  BillingInfoBody,
  getBillingInfo,
  listPacks,
  PackBody,
} from '#shared/contracts/credits.ts';

/** What somebody may buy, and what their last order was billed to. */
export type Offer = { packs: PackBody[]; lastBilling: BillingInfoBody | null };

/** Loads both at once. A last order that does not come is no hindrance: the form is filled in anew. */
export async function loadOffer(): Promise<Outcome<Offer>> {
  const [packs, billing] = await Promise.all([
    call<typeof listPacks>('GET', '/api/credit/packs'),
    call<typeof getBillingInfo>('GET', '/api/credit/billing-info'),
  ]);
  if (!packs.ok) return packs;
  const lastBilling = billing.ok ? billing.data.billingInfo : null;
  return { ok: true, data: { packs: packs.data, lastBilling } };
}
