import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import type { getUserRating, rateNovel } from '#shared/contracts/novels.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';

type RatingAnswer = z.output<(typeof rateNovel)['response']>;

/** The user's rating, null for none, and the mean of all ratings after it. */
export function useRating(id: string) {
  const rating = useOptimisticValue<number | null, RatingAnswer>('rating', {
    initial: null,
    send: (wished) =>
      call<typeof rateNovel>('POST', '/api/novels/{id}/rate', {
        params: { id },
        body: { rating: wished ?? 0 },
      }),
  });
  const { hydrate } = rating;
  const load = useCallback(
    () => call<typeof getUserRating>('GET', '/api/novels/{id}/user-rating', { params: { id } }),
    [id],
  );
  const own = dataOr(useLoaded(load, { logAs: 'own rating' })[0], null, null);
  useEffect(() => {
    if (own) hydrate(own.rating);
  }, [own, hydrate]);
  return rating;
}
