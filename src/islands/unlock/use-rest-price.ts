import { useCallback, useEffect } from 'react';
import { call } from '#browser/call.ts';
import { onUnlocked } from '#browser/purchase/unlocks.ts';
import { getNovelPrice, type PartPriceBody } from '#shared/contracts/unlock.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';

/** The user's locked premium chapters, and their total price. */
export type RestPrice = { chapters: number; credits: number };

const noParts: readonly PartPriceBody[] = [];

/**
 * The price of a novel's remaining chapters for the user; null until the first response.
 * After a failure, the anonymous price. Updates on unlocks elsewhere. `parts`: what each part with
 * premium chapters costs them, known from the first response on.
 * @param forAll the price rendered into the page.
 */
export function useRestPrice(novelId: string, forAll: RestPrice) {
  const load = useCallback(() => call(getNovelPrice, { params: { id: novelId } }), [novelId]);
  const [loaded, , refresh] = useLoaded(load, { keepsLast: true, logAs: 'price of the rest' });
  useEffect(() => onUnlocked(novelId, () => void refresh()), [novelId, refresh]);
  const parts = dataOr(loaded, null, null)?.parts ?? noParts;
  return { price: dataOr<RestPrice, null, RestPrice>(loaded, null, forAll), parts, refresh };
}
