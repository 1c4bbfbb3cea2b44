/** Memory of the server on PostgreSQL: idle, with kept pages, under load, over very many requests. */
import { openSite, send, type Site } from './calls-site.ts';
import { startChild } from './child.ts';
import type { Cleanups } from './cleanups.ts';
import { openInspector, type Inspector } from './inspector.ts';
import type { LoadAnswer, LoadQuestion } from './load-process.ts';
import type { BenchOptions } from './options.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { loadWithReaders, type ReadersLoad } from './readers-load.ts';
import { findFreePort, type ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole } from './table.ts';

type Moment = { name: string; heapBytes: number; residentBytes: number; goalBytes: number | null };

export type Memory = { moments: Moment[]; load: ReadersLoad; loadSeconds: number };

const megabyte = 1e6;
const readers = 200;
const keptPages = 1_200;
/** Different chapters of the long run, asked for in turn. */
const chapters = 2_000;
const steps = 4;
const stepSeconds = 5;
const connections = 32;

/** Measures this checkout's build; heaps after forced collections. */
export async function measureMemory(
  folder: string,
  { loadSeconds, manyRequests }: BenchOptions,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Memory> {
  const progress = createProgress();
  progress.show(0, 'Mémoire : catalogue');
  const inspectorPort = await findFreePort();
  const flags = [`--inspect=127.0.0.1:${inspectorPort}`];
  const samples = Math.ceil(chapters / 6);
  const options = { folder, name: 'memory', samples, readers, flags };
  const site = await openSite(options, postgres, cleanups);
  const inspector = await openInspector(inspectorPort);
  const moments: Moment[] = [];
  const note = async (name: string, goalMegabytes: number | null) => {
    moments.push(await readMoment(site, inspector, name, goalMegabytes));
  };
  await note('au repos', 150);
  progress.show(0.1, `Mémoire : ${keptPages} pages`);
  for (const id of site.catalogue.freeIds.slice(0, keptPages)) {
    await send(site, { path: `/chapter/${id}` });
  }
  await note(`${formatWhole(keptPages)} pages gardées`, 300);
  progress.show(0.2, `Mémoire : ${readers} lecteurs`);
  const load = await loadWithReaders(site, loadSeconds);
  await note(`${readers} lecteurs pendant ${loadSeconds} s`, 300);
  const loader = startChild<LoadQuestion, LoadAnswer>('./load-process.ts', cleanups);
  const paths = site.catalogue.freeIds.slice(0, chapters).map((id) => `/chapter/${id}`);
  let sent = 0;
  for (let step = 1; step <= steps; step += 1) {
    while (sent < (manyRequests * step) / steps) {
      progress.show(0.4 + (0.6 * sent) / manyRequests, 'Mémoire : pages gardées en boucle');
      const question = { port: site.port, paths, seconds: stepSeconds, connections };
      sent += (await loader.ask(question)).requests;
    }
    await note(
      `après ${formatWhole(sent)} demandes de ${formatWhole(paths.length)} chapitres`,
      300,
    );
  }
  inspector.close();
  await loader.stop();
  progress.done('Mémoire mesurée.');
  return { moments, load, loadSeconds };
}

export function printMemory({ moments, load, loadSeconds }: Memory): void {
  console.log(
    '\nE. Mémoire du serveur sur PostgreSQL, en Mo ; le tas après des collectes forcées.\n',
  );
  printTable(
    ['moment', 'tas', 'résidente', 'but'],
    moments.map(({ name, heapBytes, residentBytes, goalBytes }) => [
      name,
      formatDecimals(heapBytes / megabyte, 1),
      formatWhole(residentBytes / megabyte),
      goalBytes === null ? '–' : formatWhole(goalBytes / megabyte),
    ]),
  );
  console.log(
    `\n${readers} lecteurs connectés : ${formatWhole(load.views)} chapitres vus, ` +
      `${formatWhole(load.views / loadSeconds)} par seconde, ${formatWhole(load.requests)} demandes, ` +
      `${load.errors} erreurs.\n`,
  );
}

async function readMoment(
  site: Site,
  inspector: Inspector,
  name: string,
  goalMegabytes: number | null,
): Promise<Moment> {
  const residentBytes = await site.residentBytes();
  const heapBytes = await inspector.collectedHeapBytes();
  const goalBytes = goalMegabytes === null ? null : goalMegabytes * megabyte;
  return { name, heapBytes, residentBytes, goalBytes };
}
