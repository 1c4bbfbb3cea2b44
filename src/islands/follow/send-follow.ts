import { call } from '#browser/call.ts';
import type { setFollowedAuthor } from '#shared/contracts/authors.ts';

/** Sends whether the user follows an author. */
export const sendFollow = (slug: string) => (isFollowed: boolean) =>
  call<typeof setFollowedAuthor>('PUT', '/api/authors/{slug}/follow', {
    params: { slug },
    body: { isFollowed },
  });
