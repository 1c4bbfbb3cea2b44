/** How much slower pages are while a release is sent to many followers. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startMail } from '#sandbox/mail/start-mail.ts';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config/config.ts';
import { saveNovel } from '#server/publishing/save-novel.ts';
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { startChild } from './child.ts';
import type { Cleanups } from './cleanups.ts';
import type { MailAnswer, MailQuestion } from './mail-process.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole } from './table.ts';

/** Milliseconds of a page's answers. */
type Times = { p50: number; p99: number; count: number };

export type MailFigures = {
  followers: number;
  publishedInMs: number;
  expandedInSeconds: number;
  /** E-mails that were sent while pages were asked for, and in how many seconds. */
  sent: number;
  sentSeconds: number;
  quiet: Times;
  busy: Times;
};

const measuredSeconds = 40;
/** Requests of readers, one after the other, with a pause: a site that is not at its limit. */
const pauseMs = 10;
const goal = 2;

/** Publishes a chapter that has so many followers; requests pages before and during the sending. */
export async function measureMail(
  followers: number,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<MailFigures> {
  const progress = createProgress();
  progress.show(0, 'Parution : abonnés');
  const mail = await startMail({ host: '127.0.0.1', port: 0 });
  cleanups.add(mail.stop);
  const databaseUrl = await postgres.createDatabase('mail');
  const settings = {
    FEUILLETON_MODE: 'test',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...mail.environment,
  };
  const config = parseConfig(settings);
  if (!config.ok) throw new Error(config.problems.join('\n'));
  const app = await createApp(config.config);
  const novel = await publish(app, 20, new Date(Date.now() - 86_400_000));
  await addFollowers(databaseUrl, novel.id, followers);
  const process = startChild<MailQuestion, MailAnswer>('./mail-process.ts', cleanups);
  const site = await process.ask({ settings });
  const asked = await pagesOf(databaseUrl, novel.slug);
  progress.show(0.3, 'Parution : pages sans envoi');
  await ask(site.port, asked, 5);
  const quiet = await ask(site.port, asked, measuredSeconds);
  progress.show(0.6, 'Parution : pages pendant l’envoi');
  const before = performance.now();
  await publish(app, 21, null);
  const publishedInMs = performance.now() - before;
  const expanding = secondsUntilExpanded(databaseUrl);
  const sentFrom = performance.now();
  const busy = await ask(site.port, asked, measuredSeconds);
  const sentSeconds = (performance.now() - sentFrom) / 1000;
  const sent = mail.mailbox.mails().length;
  const expandedInSeconds = await expanding;
  await app.close();
  progress.done('Parution mesurée.');
  return { followers, publishedInMs, expandedInSeconds, sent, sentSeconds, quiet, busy };
}

export function printMail(figures: MailFigures): void {
  const { followers, publishedInMs, expandedInSeconds, sent, sentSeconds, quiet, busy } = figures;
  console.log(
    `\nG. Une parution annoncée à ${formatWhole(followers)} abonnés : publiée en ${formatWhole(publishedInMs)} ms, répartie en ${formatDecimals(expandedInSeconds, 1)} s, ${formatWhole(sent)} e-mails en ${formatWhole(sentSeconds)} s.\n`,
  );
  printTable(
    ['pages', 'p50 ms', 'p99 ms', 'p99 pour un sans envoi', 'but'],
    [
      ['sans envoi', formatDecimals(quiet.p50, 1), formatDecimals(quiet.p99, 1), '1', '–'],
      [
        'pendant l’envoi',
        formatDecimals(busy.p50, 1),
        formatDecimals(busy.p99, 1),
        formatDecimals(busy.p99 / quiet.p99, 2),
        `au plus ${goal}`,
      ],
    ],
  );
}

type App = Awaited<ReturnType<typeof createApp>>;

/** A novel of so many chapters; those without a date come out now. */
function publish(app: App, length: number, publishedAt: Date | null) {
  return saveNovel(app, {
    ...{ sourceKey: 'bench:mail', title: 'Le Roman suivi', authorName: 'Autrice', cover: null },
    ...{ description: 'Un roman que beaucoup suivent.', language: 'fr' },
    chapters: Array.from({ length }, (_, index) => ({
      ...{ sourceKey: `chapitre-${index + 1}`, part: null, title: `Le jour ${index + 1}` },
      html: '<p>Une phrase de plus, et le jour se lève.</p>'.repeat(200),
      ...{ wordCount: 1_800, isPremium: false },
      ...(publishedAt && { publishedAt }),
    })),
  });
}

async function addFollowers(databaseUrl: string, novelId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (id, name, display_name, email)
     select gen_random_uuid(), 'Lecteur', 'Lecteur', 'lecteur-' || n || '@exemple.test'
     from generate_series(1, $1) n`,
    [count],
  );
  await client.query(
    `insert into notice_settings (user_id, email_pace, email_agreed_at) select id, 'at_once', now() from users`,
  );
  await client.query('insert into favorites (user_id, novel_id) select id, $1 from users', [
    novelId,
  ]);
  await client.query('update novels set favorites = $1', [count]);
  await client.query('analyze');
  await client.end();
}

async function pagesOf(databaseUrl: string, slug: string): Promise<(at: number) => string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select id from chapters order by id limit 20`,
  );
  await client.end();
  const ids = rows.map(({ id }) => id);
  const pages = ['/', `/novel/${slug}`, ...ids.map((id) => `/chapter/${id}`)];
  // Every fourth request is an uncached page: a new search.
  return (at) => (at % 4 === 0 ? `/romans?q=jour+${at}` : (pages[at % pages.length] ?? '/'));
}

async function ask(port: number, page: (at: number) => string, seconds: number): Promise<Times> {
  const tookMs: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  for (let at = 0; performance.now() < endMs; at++) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${page(at)}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${page(at)}: ${response.status}`);
    tookMs.push(performance.now() - startedAt);
    await wait(pauseMs);
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}

async function secondsUntilExpanded(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query('select 1 from releases where expanded_at is null');
    if (rows.length === 0) break;
    await wait(100);
  }
  await client.end();
  return (performance.now() - startedAt) / 1000;
}
