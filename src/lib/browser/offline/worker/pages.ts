import {
  findKeptPage,
  findPageAhead,
  keepPage,
  listKeptPages,
  touchPage,
  type KeptPage,
} from '../kept-pages.ts';
import type { Keeping } from '../keeping.ts';
import { isOfBuild, pageFacts } from '../page-facts.ts';
import { offlinePage, ownFiles } from './assets.ts';
import { build } from './build.ts';
import { worker, type FetchEvent } from './scope.ts';

/** A page that is kept is shown when the network has not answered for so long. */
const patienceMs = 3_000;
/** What a proxy answers for a site that it cannot reach. */
const isUnreachable = ({ status }: Response): boolean => status >= 502 && status <= 504;

const pathOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/**
 * A page of those that are kept: from the network, and kept as it is then; where that fails or takes too
 * long, as it was kept; where it was not, the page that says so.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const path = pathOf(event.request);
  const coming = fetch(event.request).then((answer) => {
    event.waitUntil(keepAnswer(path, answer.clone()));
    return answer;
  });
  const usable = coming.then(
    async (answer) => {
      const kept = isUnreachable(answer) ? await findKeptPage(path) : undefined;
      return kept ?? answer;
    },
    async () => (await findKeptPage(path)) ?? offlinePage(),
  );
  // Also after the page was shown as it was kept: what comes then is kept.
  event.waitUntil(usable.catch(() => undefined));
  // A reload asks for the page as it is now.
  const ahead = event.request.cache === 'default' && (await findPageAhead(path, Date.now()));
  if (ahead) {
    event.waitUntil(touchPage(path, Date.now()));
    return ahead;
  }
  const impatient = new Promise<Response>((resolve) => {
    setTimeout(() => void findKeptPage(path).then((page) => page && resolve(page)), patienceMs);
  });
  const shown = await Promise.race([usable, impatient]);
  event.waitUntil(touchPage(path, Date.now()));
  return shown;
}

/** A page that is not kept: from the network, else the page that says that there is none. */
export async function answerOther({ request }: FetchEvent): Promise<Response> {
  return fetch(request).catch(() => offlinePage());
}

/** Whether a link to a page leads anywhere (`tell-missing.ts` asks before it leaves a text). */
export async function answerHead(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const isKept = (await findKeptPage(pathOf(request))) !== undefined;
    return isKept ? new Response(null) : Response.error();
  }
}

/** Fetches a page to keep it: one that is likely to be read next, or that is downloaded. */
export async function fetchAndKeep(path: string, isDownloaded: boolean): Promise<Keeping> {
  const answer = await fetch(path).catch(() => null);
  if (answer === null) return { isKept: false, status: 0, waitSeconds: 0 };
  const { status, headers } = answer;
  const isKept = await keepAnswer(path, answer, { isDownloaded, aheadAtMs: Date.now() });
  return { isKept, status, waitSeconds: Number(headers.get('retry-after')) || 0 };
}

const asShown: Pick<KeptPage, 'isDownloaded' | 'aheadAtMs'> = {
  isDownloaded: false,
  aheadAtMs: null,
};

/** Fetches downloads of former builds anew, until one does not come. */
export async function renewDownloads(): Promise<void> {
  const pages = await listKeptPages();
  for (const page of pages.filter(({ isDownloaded }) => isDownloaded)) {
    if (page.build !== build.id && !(await fetchAndKeep(page.path, true)).isKept) return;
  }
}

/**
 * Keeps a page that is the same for everybody, if it is of this build: one of the next build comes with
 * scripts that are not here, and is kept by the next worker.
 */
async function keepAnswer(path: string, answer: Response, how = asShown): Promise<boolean> {
  const { headers } = answer;
  const isPage = answer.ok && !answer.redirected && answer.type === 'basic';
  const isPublic = !/no-store|private/.test(headers.get('cache-control') ?? '');
  if (!isPage || !isPublic || !headers.get('content-type')?.startsWith('text/html')) return false;
  const html = await answer.text().catch(() => '');
  if (html === '') return false;
  if (!isOfBuild(html, ownFiles)) {
    await worker.registration.update().catch(() => undefined);
    return false;
  }
  const kept = new Headers(headers);
  // The text is what is kept, not how it was sent.
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) kept.delete(name);
  const page = { path, build: build.id, bytes: new Blob([html]).size, usedAtMs: Date.now() };
  return keepPage({ ...page, ...pageFacts(html), ...how }, html, kept);
}
