import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { answerWithin } from '../answer-within.ts';
import type { OpenDatabase, Database } from '../db/database.ts';
import type { PageCache } from '../pagecache/page-cache.ts';
import type { Metrics } from './metrics.ts';

type World = {
  database: OpenDatabase;
  pages: PageCache;
  views: { pending(): number };
  log: Logger;
};

const answerWithinMs = 2_000;

/** Adds the app's gauges: pages, views, database connections and money. */
export function addAppGauges(metrics: Metrics, { database, pages, views, log }: World): void {
  const registers = [metrics.registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('feuilleton_page_cache_bytes', 'Memory that kept pages take.', () => pages.size().bytes);
  gauge('feuilleton_page_cache_pages', 'Pages that are kept.', () => pages.size().pages);
  gauge('feuilleton_views_pending', 'Views counted and not yet written.', () => views.pending());

  const { pool } = database;
  new Gauge({
    name: 'feuilleton_database_connections',
    help: 'Connections of the pool; waiting are requests that want one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
      this.set({ state: 'max' }, pool.options.max);
    },
  });

  const payments = new Gauge({
    name: 'feuilleton_payments',
    help: 'Purchases by what has become of them, from the database: the same on every server.',
    labelNames: ['state'],
    registers,
  });
  const numbers = new Gauge({
    name: 'feuilleton_last_invoice_number',
    help: 'Last number given this year; a restored backup must go on from there.',
    labelNames: ['kind', 'year'],
    registers,
  });
  const isUp = new Gauge({
    name: 'feuilleton_database_up',
    help: 'Whether the database answered this reading.',
    registers,
  });
  metrics.beforeReading(async () => {
    payments.reset();
    numbers.reset();
    try {
      const figures = await answerWithin(answerWithinMs, moneyFigures(database.db));
      for (const [state, count] of Object.entries(figures.payments)) payments.set({ state }, count);
      for (const { kind, year, last } of figures.numbers) numbers.set({ kind, year }, last);
      isUp.set(1);
    } catch (error) {
      log.warn({ err: error }, 'figures could not be read from the database');
      isUp.set(0);
    }
  });
}

/** Figures about money: counts, and the last numbers of invoices and credit notes. */
type MoneyFigures = {
  payments: { settled: number; pending: number; owed: number; refused: number };
  numbers: { kind: 'invoice' | 'credit_note'; year: string; last: number }[];
};

const figuresSchema = z.object({
  rows: z.tuple([
    z.object({
      pending: z.coerce.number(),
      owed: z.coerce.number(),
      refused: z.coerce.number(),
      numbers: z.array(
        z.object({
          kind: z.enum(['invoice', 'credit_note']),
          year: z.number(),
          last_number: z.number(),
        }),
      ),
    }),
  ]),
});

/**
 * One query over small sets, independent of the number of sales: each settled purchase has one
 * invoice, so the sum of all years' last numbers is the number settled.
 */
async function moneyFigures(db: Database): Promise<MoneyFigures> {
  const result = await db.execute(sql`select
    (select count(*)::int from credit_transactions where status = 'pending') as pending,
    (select count(*)::int from withdrawals
      where refunded_at is null and refused_at is null) as owed,
    (select count(*)::int from withdrawals
      where refunded_at is null and refused_at is not null) as refused,
    (select coalesce(json_agg(c), '[]') from invoice_counters c) as numbers`);
  const [{ pending, owed, refused, numbers }] = figuresSchema.parse(result).rows;
  const settled = numbers
    .filter(({ kind }) => kind === 'invoice')
    .reduce((sum, { last_number: last }) => sum + last, 0);
  const thisYear = Math.max(...numbers.map(({ year }) => year));
  return {
    payments: { settled, pending, owed, refused },
    numbers: numbers
      .filter(({ year }) => year === thisYear)
      .map(({ kind, year, last_number: last }) => ({ kind, year: String(year), last })),
  };
}
