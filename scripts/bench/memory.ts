/** Memory of a server: at rest, with a full cache, under many readers, and over many requests. */
import { paths } from '#shared/site/paths.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import type { Cleanups } from './cleanups.ts';
import { send, sendAll, type Asked, type Site } from './site.ts';

/** Resident memory, and what is in use on the heap after forced collections. */
type Moment = { name: string; heapBytes: number; residentBytes: number; goalMegabytes: number };

export type Memory = { moments: Moment[]; views: number; errors: number };
type Load = { loadSeconds: number; manyRequests: number };

const cachedPages = 1_200;
const steps = 4;
/** One view in so many is of a premium chapter. */
const premiumEvery = 4;

/** @param site opened with its inspector. */
export async function measureMemory(
  site: Site,
  { loadSeconds, manyRequests }: Load,
  cleanups: Cleanups,
): Promise<Memory> {
  const progress = createProgress();
  const inspector = await openInspector(site.inspectorPort);
  // A server waits for its inspector to leave.
  cleanups.add(() => {
    inspector.close();
    return Promise.resolve();
  });
  const moments: Moment[] = [];
  const note = async (name: string, goalMegabytes: number) => {
    progress.show(moments.length / (steps + 3), `Mémoire : ${name}`);
    const residentBytes = await site.residentBytes();
    moments.push({ name, goalMegabytes, residentBytes, heapBytes: await inspector.heapBytes() });
  };
  const pages = site.catalogue.freeIds
    .slice(0, cachedPages)
    .map((id) => ({ path: paths.chapter(id) }));
  await note('au repos', 150);
  for (const page of pages) await send(site, page);
  await note(`${pages.length} pages en cache`, 300);
  const load = await readFor(site, loadSeconds);
  await note(`${site.readers.length} lecteurs pendant ${loadSeconds} s`, 300);
  for (let step = 1; step <= steps; step += 1) {
    await sendAll(site, manyRequests / steps, 32, (index) =>
      pages.slice(index % pages.length).slice(0, 1),
    );
    await note(`après ${(manyRequests * step) / steps} demandes de ${pages.length} pages`, 300);
  }
  inspector.close();
  progress.done('Mémoire mesurée.');
  return { moments, ...load };
}

export function printMemory(
  { name: site }: Site,
  { moments, views, errors }: Memory,
  { loadSeconds }: Load,
): void {
  console.log(`\nMémoire du serveur (${site}), en Mo ; le tas après des collectes forcées.\n`);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).replace('.', ',');
  printTable(
    ['moment', 'tas', 'résidente', 'but'],
    moments.map(({ name, heapBytes, residentBytes, goalMegabytes }) => [
      name,
      megabytes(heapBytes),
      megabytes(residentBytes),
      String(goalMegabytes),
    ]),
  );
  console.log(`\n${views} chapitres vus en ${loadSeconds} s, ${errors} erreurs.`);
}

/**
 * Lets all readers of a site read at once for some seconds, without a pause, as their pages ask the
 * server: pages, the call of what is theirs, premium texts with their keys, places.
 */
async function readFor(site: Site, seconds: number): Promise<{ views: number; errors: number }> {
  const load = { views: 0, errors: 0 };
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    site.readers.map(async (_, index) => {
      for (let round = 0; performance.now() < endsAt; round += 1) {
        for (const asked of listRequests(site, index, round)) {
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
  const place = { offset: 5, mark: 7, start: 1, end: 2, before: 3, after: 4 };
  const premium = [
    { path: `${call}?comments=false`, reader },
    { path: `${call}/key`, reader },
  ];
  return [
    { path: paths.chapter(id) },
    { path: `${call}/own-view`, reader },
    ...(isPremium ? premium : []),
    {
      method: 'PUT',
      path: `${call}/place`,
      body: { place: { ...place, paragraph: 1 + (round % 60) }, version: null, sentAt: Date.now() },
      reader,
    },
  ];
}

type Reply = { id?: number; result?: { usedSize?: number } };

/** Connects to a process that was started with `--inspect=127.0.0.1:PORT`. */
async function openInspector(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('Le serveur n’a pas d’inspecteur.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let lastId = 0;
  const ask = (method: string): Promise<Reply['result']> =>
    new Promise((resolve) => {
      const id = (lastId += 1);
      const listen = ({ data }: MessageEvent) => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(reply.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    heapBytes: async () => {
      // What finalizers free goes with the second one.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      return (await ask('Runtime.getHeapUsage'))?.usedSize ?? Number.NaN;
    },
    close: () => socket.close(),
  };
}
