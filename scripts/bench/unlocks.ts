/**
 * Unlocks a second, beside pgbench that sends PostgreSQL the same statements without a server
 * between, and beside a bare `node:http` server that does nothing but send them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BareUnlocksAnswer, BareUnlocksQuestion } from './bare-unlocks-process.ts';
import { connections, openSite } from './calls-site.ts';
import type { Checkout } from './checkouts.ts';
import { startChild } from './child.ts';
import type { Cleanups } from './cleanups.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { keepAsking } from './keep-asking.ts';
import { findPostgresProgram, type ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole } from './table.ts';
import { unlockStatements } from './unlock-statements.ts';

/** Unlocks a second of each who sends them; null where pgbench is not installed. */
export type Unlocks = {
  senders: { name: string; perSecond: number }[];
  pgbenchPerSecond: number | null;
};

const run = promisify(execFile);
const readers = 32;
const goal = 0.7;

/** Each checkout has its own database. The bare server and pgbench use the last one, with users and chapters of their own. */
export async function measureUnlocks(
  checkouts: readonly Checkout[],
  { requests }: { requests: number },
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Unlocks> {
  const progress = createProgress();
  const perReader = Math.min(requests, 500);
  const senders: Unlocks['senders'] = [];
  const parts = checkouts.length + 2;
  let databaseUrl = '';
  for (const [index, { folder, name }] of checkouts.entries()) {
    progress.show(index / parts, `Achats de chapitres : ${name}`);
    const options = { folder, name: `unlocks${index}`, samples: perReader, readers };
    const site = await openSite(options, postgres, cleanups);
    const perSecond = await measureServer(site.port, perReader, (reader, chapter) => {
      const headers = site.readers[reader]?.headers ?? {};
      return requestOf(`/api/chapters/${site.catalogue.lockedIds[chapter]}/unlock`, headers);
    });
    senders.push({ name, perSecond });
    await site.stop();
    ({ databaseUrl } = site);
  }
  await prepareUnlocks(databaseUrl);
  progress.show((parts - 2) / parts, 'Achats de chapitres : node:http nu');
  senders.push({
    name: 'node:http nu',
    perSecond: await runBare(databaseUrl, perReader, cleanups),
  });
  progress.show((parts - 1) / parts, 'Achats de chapitres : pgbench');
  const pgbenchPerSecond = await runPgbench(databaseUrl, perReader, cleanups);
  progress.done('Achats mesurés.');
  return { senders, pgbenchPerSecond };
}

/** Unlocks a second: each reader asks on a connection of their own, one chapter after the other. */
async function measureServer(
  port: number,
  perReader: number,
  requestFor: (reader: number, chapter: number) => Buffer,
): Promise<number> {
  const unlock = async (from: number, to: number) => {
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: readers }, (_, reader) => {
        let chapter = from;
        return keepAsking(port, () => (chapter < to ? requestFor(reader, chapter++) : undefined));
      }),
    );
    return (performance.now() - startedAt) / 1000;
  };
  // V8 compiles what runs often: the first thousands are slower by half.
  const warmUp = Math.ceil(perReader / 4);
  await unlock(0, warmUp);
  return (readers * (perReader - warmUp)) / (await unlock(warmUp, perReader));
}

async function runBare(
  databaseUrl: string,
  perReader: number,
  cleanups: Cleanups,
): Promise<number> {
  const bare = startChild<BareUnlocksQuestion, BareUnlocksAnswer>(
    './bare-unlocks-process.ts',
    cleanups,
  );
  const { port } = await bare.ask({ databaseUrl, connections });
  const perSecond = await measureServer(port, perReader, (reader, chapter) =>
    requestOf(`/${readers + reader}/${chapter + 1}`, {}),
  );
  await bare.stop();
  return perSecond;
}

export function printUnlocks({ senders, pgbenchPerSecond }: Unlocks): void {
  console.log(
    `\nD. Achats de chapitres par seconde, ${readers} lecteurs à la fois` +
      (pgbenchPerSecond === null ? ' (pgbench est introuvable)' : '') +
      '.\n',
  );
  printTable(
    ['qui', 'par seconde', 'pour un de pgbench', 'but'],
    [
      ...senders.map(({ name, perSecond }) => [
        name,
        formatWhole(perSecond),
        pgbenchPerSecond === null ? '–' : formatDecimals(perSecond / pgbenchPerSecond, 2),
        formatDecimals(goal, 1),
      ]),
      ...(pgbenchPerSecond === null ? [] : [['pgbench', formatWhole(pgbenchPerSecond), '1', '–']]),
    ],
  );
}

/** The bytes of an unlock: what sends them takes as little of the processor as pgbench itself. */
function requestOf(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': '0' });
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n` +
      lines.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      '\r\n',
  );
}

/**
 * Readers of the bare server and of pgbench, with their chapters. The functions are inlined by
 * PostgreSQL: they cost the statements next to nothing.
 */
const preparation = `
create function bench_id(n bigint) returns uuid language sql immutable
  return ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid;
create table bench_chapters as select row_number() over (order by id) as place, id from chapters
  where status = 'published' and is_premium and chapter_number = 9;
alter table bench_chapters add primary key (place);
create function bench_chapter(n bigint) returns uuid language sql stable
  return (select id from bench_chapters where place = n);
insert into users (id, name, credits) select bench_id(n), 'pgbench', 1000000
  from generate_series(0, ${2 * readers - 1}) n;
insert into sessions (id, user_id, browser_hash, expires_at)
  select bench_id(n), bench_id(n), repeat('0', 64), now() + interval '1 day'
  from generate_series(0, ${2 * readers - 1}) n;
insert into challenge_passes (session_id, chapter_id)
  select bench_id(n), (select id from bench_chapters where place = 1)
  from generate_series(0, ${2 * readers - 1}) n;
vacuum (analyze);
`;

async function prepareUnlocks(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of preparation.split(/;\n/)) {
      if (statement.trim() !== '') await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

async function runPgbench(
  databaseUrl: string,
  perReader: number,
  cleanups: Cleanups,
): Promise<number | null> {
  const pgbench = await findPostgresProgram('pgbench');
  if (pgbench === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-pgbench-'));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'unlock.sql');
  const statements = unlockStatements(':client_id', ':place');
  await writeFile(file, `\\set place :place + 1\n${statements.join(';\n')};\n`);
  const { stdout } = await run(pgbench, [
    ...['--no-vacuum', '--protocol=prepared', `--file=${file}`, '--define=place=0'],
    ...[`--client=${readers}`, '--jobs=2', `--transactions=${perReader}`, databaseUrl],
  ]);
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench a répondu : ${stdout}`);
  return Number(perSecond);
}
