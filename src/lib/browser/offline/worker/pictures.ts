import { picturesCache } from '../kept-pages.ts';
import { findPicture } from '../kept-pictures.ts';
import type { FetchEvent } from './scope.ts';

/** Covers, portraits, pictures of texts, which are kept once they were seen. */
const picturesMax = 200;

/** A picture of a text that is free for everyone: others have a pass, and are not kept. */
const isOfFreeText = ({ pathname, search }: URL): boolean =>
  search === '' && /^\/chapter\/[^/]+\/images\//.test(pathname);

/** Whether an address is a picture of this site's. */
export const isPicture = (url: URL): boolean =>
  url.pathname.startsWith('/images/') || url.pathname.endsWith('/couverture') || isOfFreeText(url);

/** A picture by its hash never changes; a novel's cover may, and is kept as it was last. */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(picturesCache);
  const kept =
    (await cache.match(request, { ignoreVary: true })) ?? (await findPicture(new URL(request.url)));
  if (kept && !request.url.endsWith('/couverture')) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === 'basic') {
      event.waitUntil(keep(cache, request, answer.clone()));
    }
    return answer;
  } catch {
    return kept ?? Response.error();
  }
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    // Put again, it would stay as old as it was.
    await cache.delete(request, { ignoreVary: true });
    await cache.put(request, answer);
    const all = await cache.keys();
    for (const oldest of all.slice(0, Math.max(0, all.length - picturesMax))) {
      await cache.delete(oldest, { ignoreVary: true });
    }
  } catch {
    // A full disk: pictures are the least.
  }
}
