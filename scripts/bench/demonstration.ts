/** The demonstration as `npm start` runs it: time to its first answer, and memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { waitUntilReady } from './built-site.ts';
import type { Cleanups } from './cleanups.ts';
import { getFine } from './get.ts';
import { findFreePort } from './scratch-postgres.ts';
import { formatWhole } from './table.ts';

type Moment = { name: string; startMs: number | null; residentBytes: number; peakBytes: number };

const root = fileURLToPath(new URL('../..', import.meta.url));
const megabyte = 1e6;
const goals = { startMs: 2_000, residentBytes: 400 * megabyte, peakBytes: 700 * megabyte };
const requests = 2_000;
/** The first start builds the site and fills the database. */
const startWithinMs = 600_000;

/** Starts it on an empty folder, then again, and asks for its pages. */
export async function measureDemonstration(cleanups: Cleanups): Promise<Moment[]> {
  const progress = createProgress();
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-demo-'));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  const moments: Moment[] = [];
  progress.show(0, 'Démonstration : premier démarrage');
  const first = await startDemonstration(join(folder, 'data'), cleanups);
  moments.push({ name: 'premier démarrage', startMs: null, ...(await first.memory()) });
  await first.stop();
  progress.show(0.6, 'Démonstration : démarrage suivant');
  const { startMs, port, memory, stop } = await startDemonstration(join(folder, 'data'), cleanups);
  moments.push({ name: 'démarrage suivant', startMs, ...(await memory()) });
  progress.show(0.8, 'Démonstration : pages');
  const paths = await listPages(port);
  for (let sent = 0; sent < requests; sent += 1) {
    await getFine(port, paths[sent % paths.length] ?? '/');
  }
  const name = `après ${formatWhole(requests)} demandes de ${paths.length} pages`;
  moments.push({ name, startMs: null, ...(await memory()) });
  await stop();
  progress.done('Démonstration mesurée.');
  return moments;
}

export function printDemonstration(moments: readonly Moment[]): void {
  console.log('\nF. Démonstration : mémoire du processus de Node en Mo.\n');
  const megabytes = (bytes: number) => formatWhole(bytes / megabyte);
  printTable(
    ['moment', 'démarrage (ms)', 'résidente', 'au plus'],
    [
      ...moments.map(({ name, startMs, residentBytes, peakBytes }) => [
        name,
        startMs === null ? '–' : formatWhole(startMs),
        megabytes(residentBytes),
        megabytes(peakBytes),
      ]),
      [
        'but',
        formatWhole(goals.startMs),
        megabytes(goals.residentBytes),
        megabytes(goals.peakBytes),
      ],
    ],
  );
}

async function startDemonstration(dataFolder: string, cleanups: Cleanups) {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: `file:${dataFolder}`,
      PORT: String(port),
      SANDBOX_GOOGLE_PORT: String(await findFreePort()),
      SANDBOX_APPLE_PORT: String(await findFreePort()),
      SANDBOX_STRIPE_PORT: String(await findFreePort()),
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  cleanups.add(stop);
  await waitUntilReady(port, () => child.exitCode !== null, startWithinMs);
  const startMs = performance.now() - startedAt;
  const pid = await findChild(child.pid ?? 0);
  return { port, startMs, stop, memory: () => readMemory(pid) };
}

/** What `npm start` hands over to is the only process that it starts once it is installed and built. */
async function findChild(parent: number): Promise<number> {
  for (const pid of await readdir('/proc')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (stat.split(') ')[1]?.split(' ')[1] === String(parent)) return Number(pid);
  }
  throw new Error('Le processus de la démonstration est introuvable.');
}

async function readMemory(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string) =>
    z.coerce.number().parse(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/** Home, the novels of the sitemap, and the chapters that they link to. */
async function listPages(port: number): Promise<string[]> {
  const { body } = await getFine(port, '/sitemap.xml');
  const novels = [...body.toString().matchAll(/<loc>[^<]+(\/novel\/[^<]+)<\/loc>/g)];
  const pages = new Set(['/', ...novels.map(([, path = '']) => path)]);
  for (const path of [...pages]) {
    const page = (await getFine(port, path)).body.toString();
    for (const [, chapter = ''] of page.matchAll(/href="(\/chapter\/[\w-]+)"/g)) pages.add(chapter);
  }
  return [...pages];
}
