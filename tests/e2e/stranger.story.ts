import type { APIRequestContext } from 'playwright/test';
import {
  demoReminders,
  demoSentences,
  demoTeasers,
  findSentences,
  flat,
} from './demo-sentences.ts';
import { expect, test } from './fixtures.ts';
import { premiumSentence } from './novels.ts';

const addressesMin = 60;
const requestsAtOnce = 8;

test('of a premium chapter no public address gives a stranger more than its teaser @desktop', async ({
  request,
  catalogue,
}) => {
  test.setTimeout(300_000);
  const { free, premium } = await demoSentences();
  expect(premium.length).toBeGreaterThan(200);
  const reminders = await demoReminders();
  expect(reminders.length).toBeGreaterThan(10);
  // Reminders are told to who asks for those of a chapter (tests/api/recap.test.ts), by no page.
  const secrets = [...premium, premiumSentence, ...reminders];
  const answers = await fetchEverything(request, firstAddresses(catalogue.novels));
  expect(answers.size).toBeGreaterThan(addressesMin);

  const teasers = await demoTeasers();
  expect(teasers.length).toBeGreaterThan(4);
  // From the text itself, so that the search below would find them, and the rest of it stays secret.
  for (const { teaser, text } of teasers) expect(text).toContain(teaser);
  const isInTeaser = (secret: string) => teasers.some(({ teaser }) => teaser.includes(secret));
  expect(secrets.filter(isInTeaser).length).toBeGreaterThan(4);

  const [secretsIn, freeIn] = [findSentences(secrets), findSentences(free)];
  const leaks: string[] = [];
  const withTeaser = new Set<string>();
  let freeSentencesSeen = 0;
  // Many answers are the same.
  const texts = new Map([...answers].map(([address, text]) => [text, address]));
  for (const [whole, address] of texts) {
    const text = teasers.reduce((rest, { teaser }) => rest.replaceAll(teaser, ''), whole);
    if (text !== whole) withTeaser.add(address);
    leaks.push(...secretsIn(text).map((secret) => `${address}: ${secret}`));
    freeSentencesSeen += freeIn(text).length;
  }
  expect(leaks).toEqual([]);
  // Where the gate is drawn, and in the refusal that it is drawn from.
  const gates = /^\/(?:api\/chapters|chapter)\/[\w-]+\/?(?:\?countView=\w+)?$/;
  expect([...withTeaser].filter((address) => !gates.test(address))).toEqual([]);
  expect(withTeaser.size).toBeGreaterThanOrEqual(teasers.length);
  // The net holds: it catches what may be read.
  expect(freeSentencesSeen).toBeGreaterThan(free.length * 0.9);
});

test('asking for a locked chapter tells its public fields and nothing else', async ({
  request,
  catalogue,
}) => {
  const { locked } = catalogue.mixed;
  const answer = await request.get(`/api/chapters/${locked._id}`);
  expect(answer.status()).toBe(403);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ error: 'PREMIUM_LOCKED', message: 'Contenu premium' });
  expect(Object.keys(body).toSorted()).toEqual(['chapter', 'error', 'message', 'msg']);
  expect(body.chapter).not.toHaveProperty('content');
});

/** Calls and files that no page links to; all else is found by following links. */
function firstAddresses(
  novels: readonly { _id: string; slug: string; chapters: { _id: string }[] }[],
) {
  return [
    '/',
    '/login',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/feed.xml',
    '/api/novels?limit=60',
    '/api/novels?limit=1',
    '/api/novels/suggestions?q=le',
    '/api/challenge/lock',
    '/suspension',
    '/bibliotheque',
    '/healthz',
    '/readyz',
    '/metrics',
    ...novels.flatMap(({ _id, slug, chapters }) => [
      `/api/novels/${_id}`,
      `/api/novels/${slug}`,
      `/api/chapters/novel/${_id}`,
      `/api/novels/${_id}/chapters?size=100&parts=true`,
      `/novel/${slug}/feed.xml`,
      `/novel/${slug}?tri=desc`,
      ...chapters.flatMap(({ _id: id }) => [
        `/chapter/${id}`,
        `/chapter/${id}/`,
        `/api/chapters/${id}`,
        `/api/chapters/${id}?countView=true`,
        `/api/chapters/${id}?countView=quoi`,
        `/api/chapters/${id}/info`,
        `/api/chapters/${id}/key`,
        `/api/chapters/${id}/comments`,
        `/api/chapters/${id}/place`,
      ]),
    ]),
  ];
}

/**
 * Fetches these addresses and every one of this site that their answers name, but images and ways in.
 * What is behind a link for nobody to follow (a list's criteria) is fetched too, and not followed further.
 */
async function fetchEverything(
  request: APIRequestContext,
  first: readonly string[],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const known = new Set(first);
  const leaves = new Set<string>();
  const queue = [...known];
  const fetchNext = async (): Promise<void> => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const body = await (await request.get(address)).text();
      answers.set(address, plain(body));
      if (leaves.has(address)) continue;
      for (const { to, isFollowed } of addressesIn(body)) {
        const isLeafNoLonger = isFollowed && leaves.delete(to);
        if (known.has(to) && !isLeafNoLonger) continue;
        known.add(to);
        queue.push(to);
        if (!isFollowed) leaves.add(to);
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, fetchNext));
  return answers;
}

function addressesIn(body: string): { to: string; isFollowed: boolean }[] {
  const links = [...body.matchAll(/<[^>]*(?:href|src)="([^"]+)"[^>]*>|<loc>([^<]+)<\/loc>/g)];
  return links.flatMap(([tag, link, location]) => {
    const url = new URL((link ?? location ?? '').replaceAll('&amp;', '&'), 'http://127.0.0.1');
    const isOurs = ['127.0.0.1', 'localhost'].includes(url.hostname);
    // A way in leads to a provider, which is not ours; each page has one with its own way back.
    const isSkipped = /^\/(?:(?:images|api\/auth)\/|login$)/.test(url.pathname);
    const isFollowed = !/\brel="[^"]*nofollow/.test(tag);
    return isOurs && !isSkipped ? [{ to: url.pathname + url.search, isFollowed }] : [];
  });
}

/** The words of a page, a feed or an answer: markup, escapes and kinds of space taken away. */
function plain(body: string): string {
  const text = body
    // Decoys would hide a sentence that leaked.
    .replaceAll(/<([biqsu]) hidden[^>]*>[^<]*<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return flat(text);
}
