import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { WantedRest } from '#browser/purchase/purchase-modal.ts';
import {
  getBillingInfo,
  listPacks,
  type BillingInfoBody,
  type PackBody,
} from '#shared/contracts/credits.ts';
import { getNovelPrice, type NovelPriceBody } from '#shared/contracts/unlock.ts';

/** The available packs, the last order's billing data, and what is left to unlock of a novel. */
export type Offer = {
  packs: PackBody[];
  lastBilling: BillingInfoBody | null;
  rest: NovelPriceBody | null;
};

/** Loads all in parallel. Where the last order or the rest fails to load, packs are sold all the same. */
export async function loadOffer(wanted: WantedRest | null): Promise<Outcome<Offer>> {
  const [packs, billing, price] = await Promise.all([
    call(listPacks),
    call(getBillingInfo),
    wanted && call(getNovelPrice, { params: { id: wanted.novelId } }),
  ]);
  if (!packs.ok) return packs;
  const lastBilling = billing.ok ? billing.data.billingInfo : null;
  const rest = price?.ok ? price.data : null;
  return { ok: true, data: { packs: packs.data, lastBilling, rest } };
}
