/** Signed-in readers who read chapter after chapter, as their pages ask the server. */
import { send, type Asked, type Site } from './calls-site.ts';

export type ReadersLoad = { views: number; requests: number; errors: number };

/** One view in so many is of a premium chapter. */
const premiumEvery = 4;

/**
 * Lets all readers of a site read at once for some seconds, without a pause: pages, the call of what
 * is theirs, premium texts with their keys, places.
 */
export async function loadWithReaders(site: Site, seconds: number): Promise<ReadersLoad> {
  const load: ReadersLoad = { views: 0, requests: 0, errors: 0 };
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    site.readers.map(async (_, index) => {
      for (let round = 0; performance.now() < endsAt; round += 1) {
        for (const asked of listRequests(site, index, round)) {
          load.requests += 1;
          await send(site, asked).catch((error: unknown) => {
            load.errors += 1;
            if (load.errors === 1) console.error(error);
          });
        }
        load.views += 1;
      }
    }),
  );
  return load;
}

function listRequests({ readers, catalogue }: Site, index: number, round: number): Asked[] {
  const reader = readers[index];
  const isPremium = round % premiumEvery === 0;
  const ids = isPremium ? catalogue.premiumIds : catalogue.freeIds;
  const id = ids[(index * 31 + round) % ids.length];
  if (!reader || id === undefined) throw new Error('Il manque un lecteur ou un chapitre.');
  const call = `/api/chapters/${id}`;
  const place = {
    paragraph: 1 + (round % 60),
    offset: 5,
    mark: 7,
    start: 1,
    end: 2,
    before: 3,
    after: 4,
  };
  return [
    { path: `/chapter/${id}` },
    { path: `${call}/own-view`, reader },
    ...(isPremium
      ? [
          { path: `${call}?comments=false`, reader },
          { path: `${call}/key`, reader },
        ]
      : []),
    {
      method: 'PUT',
      path: `${call}/place`,
      body: { place, version: null, sentAt: Date.now() },
      reader,
    },
  ];
}
