import { useCallback, useEffect } from 'react';
import { call } from '#browser/call.ts';
import type { getUserFavorite } from '#shared/contracts/novels.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { countWithPending, useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { favoriteSubject, sendFavorite } from './send-favorite.ts';

/**
 * Whether the novel is among the user's favourites, and how many users have it there.
 * @param favorites the count rendered into the page.
 */
export function useFavorite(id: string, favorites: number) {
  const favorite = useOptimisticValue(
    'favourite',
    { initial: false, send: sendFavorite(id) },
    favoriteSubject(id),
  );
  const { hydrate, answer } = favorite;
  const load = useCallback(
    () => call<typeof getUserFavorite>('GET', '/api/novels/{id}/user-favorite', { params: { id } }),
    [id],
  );
  const own = dataOr(useLoaded(load, { logAs: 'own favourite' })[0], null, null);
  useEffect(() => {
    if (own) hydrate(own.isFavorited, own);
  }, [own, hydrate]);
  return { ...favorite, count: countWithPending(answer?.favorites ?? favorites, favorite) };
}
