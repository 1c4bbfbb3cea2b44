/** Unlocks a second, beside pgbench that sends PostgreSQL the same statements without a server between. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openSite } from './calls-site.ts';
import type { Checkout } from './checkouts.ts';
import type { Cleanups } from './cleanups.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { keepAsking } from './keep-asking.ts';
import { findPostgresProgram, type ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole } from './table.ts';

/** Unlocks a second; null where pgbench is not installed. */
export type Unlocks = {
  sites: { name: string; perSecond: number }[];
  pgbenchPerSecond: number | null;
};

const run = promisify(execFile);
/** Each reader unlocks on a connection of their own, one chapter after the other. */
const readers = 32;
const goal = 0.7;

/** Each checkout has its own database. pgbench uses the last one, with users and chapters of its own. */
export async function measureUnlocks(
  checkouts: readonly Checkout[],
  { requests }: { requests: number },
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Unlocks> {
  const progress = createProgress();
  const perReader = Math.min(requests, 500);
  const sites: Unlocks['sites'] = [];
  let lastUrl = '';
  for (const [index, { folder, name }] of checkouts.entries()) {
    progress.show(index / (checkouts.length + 1), `Achats de chapitres : ${name}`);
    const options = { folder, name: `unlocks${index}`, samples: perReader, readers };
    const site = await openSite(options, postgres, cleanups);
    const unlock = async (from: number, to: number) => {
      const ids = site.catalogue.lockedIds.slice(from, to);
      const startedAt = performance.now();
      await Promise.all(
        site.readers.map(({ headers }) => {
          const requests = ids.map((id) => requestOf(id, headers)).values();
          return keepAsking(site.port, () => requests.next().value);
        }),
      );
      return (performance.now() - startedAt) / 1000;
    };
    // V8 compiles what runs often: the first thousands are slower by half.
    const warmUp = Math.ceil(perReader / 4);
    await unlock(0, warmUp);
    const seconds = await unlock(warmUp, perReader);
    sites.push({ name, perSecond: (readers * (perReader - warmUp)) / seconds });
    await site.stop();
    lastUrl = site.databaseUrl;
  }
  progress.show(checkouts.length / (checkouts.length + 1), 'Achats de chapitres : pgbench');
  const pgbenchPerSecond = await runPgbench(lastUrl, perReader, cleanups);
  progress.done('Achats mesurés.');
  return { sites, pgbenchPerSecond };
}

export function printUnlocks({ sites, pgbenchPerSecond }: Unlocks): void {
  console.log(
    `\nD. Achats de chapitres par seconde, ${readers} lecteurs à la fois` +
      (pgbenchPerSecond === null ? ' (pgbench est introuvable)' : '') +
      '.\n',
  );
  printTable(
    ['qui', 'par seconde', 'pour un de pgbench', 'but'],
    [
      ...sites.map(({ name, perSecond }) => [
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
function requestOf(chapterId: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': '0' });
  return Buffer.from(
    `POST /api/chapters/${chapterId}/unlock HTTP/1.1\r\n` +
      lines.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      '\r\n',
  );
}

/** What an unlock of this commit sends, with readers and chapters of pgbench's own. */
const script = `
\\set place :place + 1
select s.id, s.last_used_at, u.*, l.subject, l.locked_until from sessions s
  join users u on u.id = s.user_id
  left join lateral (select subject, locked_until from challenge_locks
    where subject = any(array['user', 'client']) and locked_until > now()
    order by locked_until desc, subject desc limit 1) l on true
  where s.id = bench_id(:client_id) and s.user_id = bench_id(:client_id)
    and s.ended_at is null and s.expires_at > now();
select c.id, c.is_premium, c.free_from, c.credit_cost, n.owner_id, k.chapter_id is not null, u.credits
  from chapters c join novels n on n.id = c.novel_id join users u on u.id = bench_id(:client_id)
  left join unlocks k on k.chapter_id = c.id and k.user_id = u.id
  where c.id = bench_chapter(:place) and c.status = 'published' limit 1;
select p.stopped_until,
  exists (select from premium_openings where user_id = bench_id(:client_id)
    and opened_at > now() - interval '1 hour' and chapter_id = bench_chapter(:place)),
  exists (select from challenge_passes where session_id = bench_id(:client_id)
    and chapter_id = bench_chapter(:place)),
  exists (select from challenge_passes where session_id = bench_id(:client_id) limit 1),
  (select count(*) from premium_openings where user_id = bench_id(:client_id)
    and opened_at > now() - interval '1 hour')
  from sessions s
  left join reading_paces p on p.user_id = bench_id(:client_id) and p.stopped_until > now()
  where s.id = bench_id(:client_id);
with moved as (
  update users set credits = credits - 1 where id = bench_id(:client_id) and credits - 1 >= 0
  returning credits + 1 as before, credits as balance
), written as (
  insert into ledger_entries
    (id, user_id, delta, kind, reference, balance_after, transaction_id, reason, created_at)
  select gen_random_uuid(), bench_id(:client_id), -1, 'unlock',
    'pgbench:' || :client_id::text || ':' || :place::text, moved.before - 1, null, '', now()
  from moved
), opened as (
  insert into unlocks (user_id, chapter_id, cost_credits, created_at)
  select bench_id(:client_id), bench_chapter(:place), 1, now() from moved
) select balance from moved;
`;

/** Inlined by PostgreSQL: they cost the statements next to nothing. */
const preparation = `
create function bench_id(n bigint) returns uuid language sql immutable
  return ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid;
create table bench_chapters as select row_number() over (order by id) as place, id from chapters
  where status = 'published' and is_premium and chapter_number = 9;
alter table bench_chapters add primary key (place);
create function bench_chapter(n bigint) returns uuid language sql stable
  return (select id from bench_chapters where place = n);
insert into users (id, name, credits) select bench_id(n), 'pgbench', 1000000
  from generate_series(0, ${readers - 1}) n;
insert into sessions (id, user_id, browser_hash, expires_at)
  select bench_id(n), bench_id(n), repeat('0', 64), now() + interval '1 day'
  from generate_series(0, ${readers - 1}) n;
insert into challenge_passes (session_id, chapter_id)
  select bench_id(n), (select id from bench_chapters where place = 1)
  from generate_series(0, ${readers - 1}) n;
vacuum (analyze);
`;

async function runPgbench(
  databaseUrl: string,
  perReader: number,
  cleanups: Cleanups,
): Promise<number | null> {
  const pgbench = await findPostgresProgram('pgbench');
  if (pgbench === null) return null;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of preparation.split(/;\n/)) {
      if (statement.trim() !== '') await client.query(statement);
    }
  } finally {
    await client.end();
  }
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-pgbench-'));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'unlock.sql');
  await writeFile(file, script);
  const { stdout } = await run(pgbench, [
    ...['--no-vacuum', '--protocol=prepared', `--file=${file}`, '--define=place=0'],
    ...[`--client=${readers}`, '--jobs=2', `--transactions=${perReader}`, databaseUrl],
  ]);
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench a répondu : ${stdout}`);
  return Number(perSecond);
}
