import { useEffect } from 'react';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { getUserFavorite, setFavorite } from '#shared/contracts/novels.ts';
import { countWithPending, useOptimisticValue } from '../ui/use-optimistic-value.ts';

/**
 * Whether the novel is among the user's favourites, and how many users have it there.
 * @param favorites the count rendered into the page.
 */
export function useFavorite(id: string, favorites: number) {
  const favorite = useOptimisticValue('favourite', {
    initial: false,
    send: (isFavorited: boolean) =>
      call<typeof setFavorite>('POST', '/api/novels/{id}/favorite', {
        params: { id },
        body: { isFavorited },
      }),
  });
  const { hydrate, answer } = favorite;
  useEffect(() => {
    const path = '/api/novels/{id}/user-favorite';
    void call<typeof getUserFavorite>('GET', path, { params: { id } }).then((outcome) => {
      if (outcome.ok) hydrate(outcome.data.isFavorited, outcome.data);
      else logFailure('own favourite', outcome);
    });
  }, [id, hydrate]);
  return { ...favorite, count: countWithPending(answer?.favorites ?? favorites, favorite) };
}
