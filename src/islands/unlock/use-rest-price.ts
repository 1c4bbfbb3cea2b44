import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { onUnlocked } from '#browser/unlocks.ts';
import type { getNovelPrice } from '#shared/contracts/credits.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';

/** The user's locked premium chapters, and their total price. */
export type RestPrice = z.output<(typeof getNovelPrice)['response']>;

/**
 * The price of a novel's remaining chapters for the user; null until the first response.
 * After a failure, the anonymous price. Updates on unlocks elsewhere.
 * @param forAll the price rendered into the page.
 */
export function useRestPrice(novelId: string, forAll: RestPrice) {
  const load = useCallback(
    () => call<typeof getNovelPrice>('GET', '/api/novels/{id}/price', { params: { id: novelId } }),
    [novelId],
  );
  const [loaded, , refresh] = useLoaded(load, { keepsLast: true, logAs: 'price of the rest' });
  useEffect(() => onUnlocked(novelId, () => void refresh()), [novelId, refresh]);
  return { price: dataOr(loaded, null, forAll), refresh };
}
