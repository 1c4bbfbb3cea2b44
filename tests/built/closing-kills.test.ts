import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closedMonths } from '#server/core/db/schema/earnings.ts';
import { closePayMonth } from '#shared/contracts/pay.ts';
import { askOver } from '../instances/reader.ts';
import { openTestApp } from '../world/app.ts';
import { signInAs } from '../world/people.ts';
import {
  addSoldMonths,
  expectClosed,
  soldMonths,
  soldMonthsEnd,
  type SoldMonths,
} from '../world/sold-months.ts';
import { findPort, missing, startBuiltSite, type BuiltSite } from './built-site.ts';
import { addStops, closingLock, moments, type Stop, type Stops } from './closing-stops.ts';

/** Ten kills; the last month is closed by a server that nobody kills. */
const killed = soldMonths.slice(0, 2);
const clockOffsetMs = Date.parse(soldMonthsEnd) - Date.now();

describe.skipIf(missing)(`months that servers close${missing && `, skipped: ${missing}`}`, () => {
  describe('on one database', () => {
    /** An app of the test's own on the same database: it prepares, and reads. */
    let app: Awaited<ReturnType<typeof openTestApp>>;
    let sold: SoldMonths;
    let stops: Stops;
    let sites: BuiltSite[];
    beforeEach(async () => {
      app = await openTestApp({}, {}, { start: soldMonthsEnd });
      sold = await addSoldMonths(app);
      stops = await addStops(app.config.databaseUrl);
      sites = [];
    });
    afterEach(async () => {
      for (const site of sites) await site.close();
      await stops.close();
      await app.close();
    });

    /** A server that closes what is due as soon as it starts, if no other one runs the jobs. */
    async function start(): Promise<BuiltSite> {
      const settings = { DATABASE_URL: app.config.databaseUrl };
      const site = await startBuiltSite(await findPort(), settings, { clockOffsetMs });
      sites.push(site);
      return site;
    }
    async function expectAllClosed(): Promise<void> {
      await expect
        .poll(() => app.db.$count(closedMonths), { timeout: 20_000 })
        .toBe(soldMonths.length);
      await expectClosed(app, sold, soldMonths.length);
      // No server failed on a row that another one had written.
      const failed = sites.flatMap((site) =>
        site.log().filter((line) => line.includes('a background job failed')),
      );
      expect(failed).toEqual([]);
    }

    test('are closed once and whole, at whichever statement a server is killed', async () => {
      let before: Stop | null = null;
      for (const [closed, month] of killed.entries()) {
        for (const moment of moments) {
          const stop: Stop = `${moment} ${month}`;
          await stops.hold(stop);
          const site = await start();
          if (before) {
            // PostgreSQL still runs the killed server's statement: this one has to wait for its end.
            await stops.reached(closingLock);
            await stops.release(before);
          }
          await stops.reached(stop);
          await expectClosed(app, sold, closed);
          await site.close();
          before = stop;
        }
      }
      expect(sites).toHaveLength(killed.length * moments.length);
      await start();
      if (before) await stops.release(before);
      await expectAllClosed();
    });

    test('are closed once when a server that was suspended goes on beside another one', async () => {
      const stop: Stop = 'statement_lines 2026-06';
      await stops.hold(stop);
      const one = await start();
      await stops.reached(stop);
      one.signal('SIGSTOP');
      await stops.endJobsLocks();
      await start();
      await stops.reached(closingLock);
      one.signal('SIGCONT');
      await stops.release(stop);
      await expectAllClosed();
    });

    test.each(['goes on', 'is killed'])(
      'are closed once when an admin closes one at another server and the first %s',
      async (end) => {
        const stop: Stop = 'statements 2026-06';
        await stops.hold(stop);
        const one = await start();
        await stops.reached(stop);
        const other = await start();
        const desk = await openTestApp(other.environment, {}, { start: soldMonthsEnd });
        const admin = await signInAs(desk, { role: 'admin' });
        await desk.close();
        const { method, path } = closePayMonth;
        const { headers } = admin;
        const asked = askOver(other.url, path, { method, headers, body: { month: '2026-06' } });
        await stops.reached(closingLock);
        if (end === 'is killed') await one.close();
        await stops.release(stop);
        expect(await asked).toMatchObject({ status: 200, body: { done: true } });
        await expectAllClosed();
      },
    );
  });
});
