import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { signedInPerson } from '#browser/auth-token.ts';
import { call } from '#browser/call.ts';
import { orWaiting } from '#browser/offline/queue-here.ts';
import type { getUserRating, rateNovel } from '#shared/contracts/novels.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { starWords } from './words.ts';

type RatingAnswer = z.output<(typeof rateNovel)['response']>;

/** The user's rating, null for none, and the mean of all ratings after it. */
export function useRating(id: string) {
  const subject = `rating:${id}`;
  const rating = useOptimisticValue<number | null, RatingAnswer>(
    'rating',
    {
      initial: null,
      send: async (wished) => {
        const body = { rating: wished ?? 0 };
        const path = '/api/novels/{id}/rate';
        return orWaiting(
          signedInPerson(),
          await call<typeof rateNovel>('POST', path, { params: { id }, body }),
          {
            subject,
            method: 'POST',
            path: path.replace('{id}', id),
            body,
            value: wished,
            label: `Note\u00A0: ${starWords(body.rating)}`,
          },
        );
      },
    },
    subject,
  );
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
