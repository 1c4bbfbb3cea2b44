import { signedInPerson } from '#browser/auth-token.ts';
import { call } from '#browser/call.ts';
import { orWaiting } from '#browser/offline/queue-here.ts';
import { setFavorite } from '#shared/contracts/novels.ts';

/** As what it waits for the connection. */
export const favoriteSubject = (id: string): string => `favorite:${id}`;

/** Sends whether the novel is among the user's favourites, now or when there is a connection. */
export const sendFavorite = (id: string) => async (isFavorited: boolean) => {
  const body = { isFavorited };
  const path = '/api/novels/{id}/favorite';
  return orWaiting(signedInPerson(), await call(setFavorite, { params: { id }, body }), {
    subject: favoriteSubject(id),
    method: 'POST',
    path: path.replace('{id}', id),
    body,
    value: isFavorited,
    label: isFavorited ? 'Roman suivi' : 'Roman plus suivi',
  });
};
