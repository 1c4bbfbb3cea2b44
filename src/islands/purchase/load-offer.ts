import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  getBillingInfo,
  listPacks,
  type BillingInfoBody,
  type PackBody,
} from '#shared/contracts/credits.ts';

/** The available packs, and the last order's billing data. */
export type Offer = { packs: PackBody[]; lastBilling: BillingInfoBody | null };

/** Loads both in parallel. If the last order fails to load, the form starts without it. */
export async function loadOffer(): Promise<Outcome<Offer>> {
  const [packs, billing] = await Promise.all([call(listPacks), call(getBillingInfo)]);
  if (!packs.ok) return packs;
  const lastBilling = billing.ok ? billing.data.billingInfo : null;
  return { ok: true, data: { packs: packs.data, lastBilling } };
}
