import { call } from '#browser/call.ts';
import type { setFavorite } from '#shared/contracts/novels.ts';

/** Sends whether the novel is among the user's favourites. */
export const sendFavorite = (id: string) => (isFavorited: boolean) =>
  call<typeof setFavorite>('POST', '/api/novels/{id}/favorite', {
    params: { id },
    body: { isFavorited },
  });
