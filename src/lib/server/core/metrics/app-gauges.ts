import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { answerWithin } from '../answer-within.ts';
import type { App } from '#server/app.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { PageCache } from '../pagecache/page-cache.ts';
import type { Metrics } from './metrics.ts';
import { moneyFigures } from './money-figures.ts';

type World = { database: OpenDatabase; pages: PageCache; views: App['views']; log: Logger };

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
