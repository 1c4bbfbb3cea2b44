import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { onUnlocked } from '#browser/unlocks.ts';
import type { getNovelPrice } from '#shared/contracts/credits.ts';

/** Premium chapters that are closed to the person on the page, and what they cost together. */
export type RestPrice = z.output<(typeof getNovelPrice)['response']>;

/**
 * What the rest of a novel costs the person; null until the server has answered for the first time.
 * Where it does not answer, what everybody pays. Follows what is unlocked elsewhere.
 * @param forAll what the page was made with: it does not change.
 */
export function useRestPrice(novelId: string, forAll: RestPrice) {
  const [price, setPrice] = useState<RestPrice | null>(null);
  const ifUnanswered = useRef(forAll);
  const ask = useCallback(async () => {
    const params = { id: novelId };
    const outcome = await call<typeof getNovelPrice>('GET', '/api/novels/{id}/price', { params });
    if (outcome.ok) setPrice(outcome.data);
    else {
      setPrice((known) => known ?? ifUnanswered.current);
      logFailure('price of the rest', outcome);
    }
  }, [novelId]);
  useEffect(() => {
    void ask();
    return onUnlocked(novelId, () => void ask());
  }, [novelId, ask]);
  return { price, setPrice, ask };
}
