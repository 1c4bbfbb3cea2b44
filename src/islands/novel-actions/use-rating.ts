import { useEffect } from 'react';
import type { z } from 'zod';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { getUserRating, rateNovel } from '#shared/contracts/novels.ts';
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
  useEffect(() => {
    const path = '/api/novels/{id}/user-rating';
    void call<typeof getUserRating>('GET', path, { params: { id } }).then((outcome) => {
      if (outcome.ok) hydrate(outcome.data.rating);
      else logFailure('own rating', outcome);
    });
  }, [id, hydrate]);
  return rating;
}
