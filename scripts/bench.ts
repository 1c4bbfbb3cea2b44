/**
 * `npm run bench`: processor time of cached pages, calls and cold renders, memory, and a phone's taps;
 * beside another commit with `--against`. Prints figures and asserts nothing. Linux only (`/proc`).
 */
import { parseArgs } from 'node:util';
import { ensureSiteIsBuilt, listCheckouts, type Checkout } from './bench/checkouts.ts';
import { createCleanups } from './bench/cleanups.ts';
import { measureCosts, printCosts } from './bench/costs.ts';
import { measureMemory, printMemory } from './bench/memory.ts';
import { openPostgres } from './bench/postgres.ts';
import { openSite, type Site, type SiteOptions } from './bench/site.ts';
import { cachedPages, calls, coldRenders } from './bench/subjects.ts';
import { measureTaps, printTaps } from './bench/taps.ts';

const parts = ['pages', 'calls', 'renders', 'memory', 'taps'] as const;
type Part = (typeof parts)[number];
const usage = `npm run bench -- [--quick] [--only ${parts.join('|')}] [--against COMMIT]`;

/** `requests` of each call and `renders` of each page in a round; `manyRequests` must not take memory. */
const full = { rounds: 5, requests: 400, renders: 6, loadSeconds: 120, manyRequests: 1_000_000 };
const quick = { rounds: 2, requests: 100, renders: 2, loadSeconds: 10, manyRequests: 20_000 };
const [smallNovels, largeNovels] = [1_000, 20_000];

process.env.NODE_ENV = 'production';
const cleanups = createCleanups();
try {
  await run(readOptions());
} catch (error) {
  if (!cleanups.isInterrupted()) console.error(error);
  process.exitCode = 1;
} finally {
  await cleanups.run();
}

/** @throws Error with the usage for an unknown part or option. */
function readOptions(): { isQuick: boolean; only: Part | undefined; against: string | undefined } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: text, against: text },
  });
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined) throw new Error(usage);
  return { isQuick: values.quick, only, against: values.against };
}

async function run({ isQuick, only, against }: ReturnType<typeof readOptions>): Promise<void> {
  const wants = (part: Part) => only === undefined || only === part;
  const { rounds, requests, renders, ...load } = isQuick ? quick : full;
  await ensureSiteIsBuilt();
  const checkouts = await listCheckouts(against, cleanups);
  const postgres = await openPostgres(cleanups);
  const open = (options: SiteOptions) =>
    inTurn(checkouts, (checkout: Checkout) => openSite(checkout, options, postgres, cleanups));

  if (wants('pages') || wants('calls') || wants('taps')) {
    // Enough free chapters, six of each novel, for a row that asks for each once.
    const samples = Math.ceil((requests * (rounds + 1)) / 6);
    const sites = await open({ novels: smallNovels, samples, readers: 20 });
    const pair = sites.length > 1 ? [{ title: 'rapport', before: 0, after: 1 }] : [];
    if (wants('pages')) {
      const many = { rounds, requests: requests * 20 };
      printCosts('Pages en cache', await measureCosts(sites, cachedPages, many), sites, pair);
    }
    if (wants('calls')) {
      const costs = await measureCosts(sites, calls, { rounds, requests });
      printCosts('Appels et pages hors du cache', costs, sites, pair);
    }
    if (wants('taps')) printTaps(await measureTaps(sites, rounds, cleanups), sites);
    await inTurn(sites, (site) => site.stop());
  }
  if (wants('renders')) {
    const small = await open({ novels: smallNovels, samples: 10, readers: 0 });
    const large = await open({ novels: largeNovels, samples: 10, readers: 0 });
    const sites: Site[] = [...small, ...large];
    const costs = await measureCosts(sites, coldRenders, { rounds, requests: renders });
    const last = sites.length - 1;
    printCosts('Rendus à froid', costs, sites, [
      { title: 'grand / petit', before: small.length - 1, after: last },
      ...(against === undefined ? [] : [{ title: 'rapport', before: last - 1, after: last }]),
    ]);
    await inTurn(sites, (site) => site.stop());
  }
  if (wants('memory')) {
    const sites = await open({ novels: smallNovels, samples: 200, readers: 200, inspects: true });
    for (const site of sites) printMemory(site, await measureMemory(site, load, cleanups), load);
  }
}

/** Of each, one after the other. */
async function inTurn<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of list) results.push(await work(one));
  return results;
}
