import { call } from '#browser/call.ts';
import { setFollowedAuthor } from '#shared/contracts/authors.ts';

/** Sends whether the user follows an author. */
export const sendFollow = (slug: string) => (isFollowed: boolean) =>
  call(setFollowedAuthor, {
    params: { slug },
    body: { isFollowed },
  });
