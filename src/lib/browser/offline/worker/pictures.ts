import { picturesCache } from '../store/cached-pages.ts';
import { dropPicture, findPicture } from '../store/downloaded-pictures.ts';
import { isGone, isUnreachable, patienceMs } from './pages.ts';
import type { FetchEvent } from './scope.ts';

/** Covers, portraits, pictures of texts, which are cached once they were seen. */
const picturesMax = 200;

/** A picture of a text that is free for everyone: others have a pass, and are not cached. */
const isOfFreeText = ({ pathname, search }: URL): boolean =>
  search === '' && /^\/chapter\/[^/]+\/images\//.test(pathname);

/** Whether an address is a picture of this site's. */
export const isPicture = (url: URL): boolean =>
  url.pathname.startsWith('/images/') || url.pathname.endsWith('/couverture') || isOfFreeText(url);

/**
 * A picture: asked for like a page, so that one which was taken away is shown no longer, and cached; where
 * that fails or takes too long, from the cache. How long the browser has it without asking, it knows
 * from the site's headers.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(picturesCache);
  const cached =
    (await cache.match(request, { ignoreVary: true })) ?? (await findPicture(new URL(request.url)));
  const coming = fetch(request).then(
    (answer) => {
      event.waitUntil(takeAnswer(cache, request, answer.clone()));
      return (isUnreachable(answer) ? cached : undefined) ?? answer;
    },
    () => cached ?? Response.error(),
  );
  if (!cached) return coming;
  // Also after the cached one was shown.
  event.waitUntil(coming);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const impatient = new Promise<Response>((resolve) => {
    patience = setTimeout(() => resolve(cached.clone()), patienceMs);
  });
  return Promise.race([coming, impatient]).finally(() => clearTimeout(patience));
}

async function takeAnswer(cache: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.ok && answer.type === 'basic') await cachePicture(cache, request, answer);
  if (!isGone(answer)) return;
  await cache.delete(request, { ignoreVary: true });
  await dropPicture(new URL(request.url));
}

async function cachePicture(cache: Cache, request: Request, answer: Response): Promise<void> {
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
