/** A built checkout as production runs it, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanups } from './cleanups.ts';
import { findFreePort } from './scratch-postgres.ts';

/** The same for all sites: tokens are signed with it. */
export const benchSecret = 'bench-key-that-signs-nothing-anywhere-else';

export type BuiltSite = {
  port: number;
  siteUrl: string;
  /** From the start of the process to the first answer of `/readyz`. */
  startMs: number;
  /** Processor time that the process has taken. */
  cpuMs: () => Promise<number>;
  residentBytes: () => Promise<number>;
  stop: () => Promise<void>;
};

const startWithinMs = 60_000;
/** Of the times in `/proc`, on every Linux. */
const ticksPerSecond = 100;
const bytesPerPage = 4_096;

/**
 * Starts the build in `folder` on a database, migrating it.
 *
 * @param more.settings in addition to those that every site of the bench has.
 * @param more.flags of Node, in addition to those of production.
 */
export async function startBuiltSite(
  folder: string,
  databaseUrl: string,
  cleanups: Cleanups,
  more: { settings?: Record<string, string>; flags?: readonly string[] } = {},
): Promise<BuiltSite> {
  const port = await findFreePort();
  // A build belongs to its settings: the address is the default one.
  const siteUrl = `http://localhost:${port}`;
  const startedAt = performance.now();
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30', ...(more.flags ?? [])];
  const child = spawn(process.execPath, [...flags, 'src/lib/server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FEUILLETON_MODE: 'test',
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: benchSecret,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      // The limits are not measured.
      RATE_LIMIT_PER_MINUTE: '1000000',
      PREMIUM_CHAPTERS_PER_HOUR: '100000',
      ...more.settings,
    },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  cleanups.add(stop);
  await waitUntilReady(port, () => child.exitCode !== null);
  const startMs = performance.now() - startedAt;
  return {
    port,
    siteUrl,
    startMs,
    stop,
    cpuMs: async () => {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ');
      const ticks = Number(fields?.[11]) + Number(fields?.[12]);
      return (ticks / ticksPerSecond) * 1000;
    },
    residentBytes: async () => {
      const pages = (await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')[1];
      return Number(pages) * bytesPerPage;
    },
  };
}

/** Waits for the first answer of `/readyz`. Throws when the process has ended, and after `withinMs`. */
export async function waitUntilReady(
  port: number,
  hasEnded: () => boolean,
  withinMs = startWithinMs,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    if (hasEnded()) throw new Error('Le site s’est arrêté au démarrage.');
    if (performance.now() > giveUpAt) throw new Error('Le site ne démarre pas.');
    await wait(10);
  }
}
