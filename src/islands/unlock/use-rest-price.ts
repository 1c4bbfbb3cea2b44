import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { onUnlocked } from '#browser/unlocks.ts';
import type { getNovelPrice } from '#shared/contracts/credits.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';

/** Premium chapters that are closed to the person on the page, and what they cost together. */
export type RestPrice = z.output<(typeof getNovelPrice)['response']>;

/**
 * What the rest of a novel costs the person; null until the server has answered for the first time.
 * Where it does not answer, what everybody pays. Follows what is unlocked elsewhere.
 * @param forAll what the page was made with.
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
