import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rateLimits } from '#server/core/db/schema/rate-limits.ts';
import { openTestApp } from '#tests/world/app.ts';
import { callEndpoint } from '#tests/world/call-endpoint.ts';
import { createDatabase } from '#tests/world/databases.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const perMinute = 3;
const address = '192.0.2.7';

/** A log that is read line by line. */
function createLog(): { log: Logger; lines: { msg: string; err?: { message: string } }[] } {
  const lines: { msg: string; err?: { message: string } }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  return { log: pino({ level: 'warn' }, { write }), lines };
}

describe('rate limits', () => {
  let databaseUrl: string;
  let apps: TestApp[] = [];

  beforeEach(async () => {
    databaseUrl = await createDatabase();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(apps.map((app) => app.close()));
    apps = [];
  });

  async function open(store: 'memory' | 'postgres', log?: Logger): Promise<TestApp> {
    const app = await openTestApp(
      {
        DATABASE_URL: databaseUrl,
        RATE_LIMIT_PER_MINUTE: String(perMinute),
        RATE_LIMIT_STORE: store,
      },
      log && { log },
    );
    apps.push(app);
    return app;
  }

  /** The responses to so many sequential calls. */
  async function ask(app: TestApp, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) {
      statuses.push((await callEndpoint(app, '/api/novels', { address })).status);
    }
    return statuses;
  }

  /** Waits for a background effect. */
  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (let round = 0; !(await isTrue()); round++) {
      if (round > 500) throw new Error('it never came true');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const breakStore = (app: TestApp) =>
    app.db.execute(sql`alter table rate_limits rename to rate_limits_away`);
  const mendStore = (app: TestApp) =>
    app.db.execute(sql`alter table rate_limits_away rename to rate_limits`);

  test('are one count for two instances on one database', async () => {
    const [one, two] = [await open('postgres'), await open('postgres')];
    expect(await ask(one, 2)).toEqual([200, 200]);
    expect(await ask(two, 2)).toEqual([200, 429]);
    const refused = await callEndpoint(one, '/api/novels', { address });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect((await callEndpoint(one, '/api/novels', { address: '192.0.2.8' })).status).toBe(200);
  });

  test('are a count for each instance with the store in memory', async () => {
    const [one, two] = [await open('memory'), await open('memory')];
    expect(await ask(one, 4)).toEqual([200, 200, 200, 429]);
    expect(await ask(two, 4)).toEqual([200, 200, 200, 429]);
    expect(await one.db.$count(rateLimits)).toBe(0);
  });

  test('follow a client token from address to address and instance to instance', async () => {
    const [one, two] = [await open('postgres'), await open('postgres')];
    const first = await callEndpoint(one, '/api/novels');
    const headers = { 'x-client-token': first.headers.get('x-client-token') ?? '' };
    const statuses: number[] = [];
    for (const [number, app] of [one, two, one, two].entries()) {
      const from = `198.51.100.${number}`;
      const answer = await callEndpoint(app, '/api/novels', { address: from, headers });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('let exactly the limit pass for concurrent requests', async () => {
    const [one, two] = [await open('postgres'), await open('postgres')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? one : two).rateLimit.consume('read', { address }),
      ),
    );
    expect(answers.filter((waitSeconds) => waitSeconds === null)).toHaveLength(perMinute);
  });

  test('are stored without a readable address or client id', async () => {
    const app = await open('postgres');
    const clientId = '01935b2a-0000-7000-8000-000000000000';
    await app.rateLimit.consume('read', { address, clientId });
    const keys = (await app.db.select({ key: rateLimits.key }).from(rateLimits)).map(
      ({ key }) => key,
    );
    expect(keys.toSorted()).toEqual([
      expect.stringMatching(/^read:address:[\w-]{43}$/),
      expect.stringMatching(/^read:client:[\w-]{43}$/),
    ]);
    for (const value of [address, clientId]) {
      // Nor by trying all addresses, without the key.
      const guessed = createHash('sha256').update(`rate-limit:address:${value}`);
      expect(keys.join(' ')).not.toContain(guessed.digest('base64url'));
      expect(keys.join(' ')).not.toContain(value);
    }
  });

  test('that are used up are refused without another query', async () => {
    const app = await open('postgres');
    await ask(app, perMinute + 20);
    const [row] = await app.db.select({ points: rateLimits.points }).from(rateLimits);
    expect(row?.points).toBe(perMinute);
  });

  test('are counted in memory while the store fails, logged once a minute', async () => {
    const { log, lines } = createLog();
    const app = await open('postgres', log);
    await breakStore(app);
    expect(await ask(app, 1)).toEqual([200]);
    app.clock.advance(10_000);
    expect(await ask(app, 3)).toEqual([200, 200, 429]);
    const sentence = 'rate limits are counted in memory: their store fails';
    expect(lines.map(({ msg }) => msg)).toEqual([sentence]);
    app.clock.advance(60_000);
    await ask(app, 2);
    expect(lines.map(({ msg }) => msg)).toEqual([sentence, sentence]);
  });

  test('are counted in the store again five seconds after it has failed', async () => {
    const app = await open('postgres');
    await breakStore(app);
    await ask(app, 1);
    await mendStore(app);
    app.clock.advance(4_999);
    await ask(app, 1);
    expect(await app.db.$count(rateLimits)).toBe(0);
    app.clock.advance(1);
    expect(await ask(app, 4)).toEqual([200, 200, 200, 429]);
    const [row] = await app.db.select({ points: rateLimits.points }).from(rateLimits);
    expect(row?.points).toBe(perMinute);
  });

  test('do not wait for a store that does not respond', async () => {
    const { log, lines } = createLog();
    const app = await open('postgres', log);
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('lock table rate_limits in access exclusive mode');
      expect(await ask(app, 4)).toEqual([200, 200, 200, 429]);
    } finally {
      await other.query('rollback');
      await other.end();
    }
    expect(lines.map(({ err }) => err?.message)).toEqual(['no answer in time']);
  });

  test('that have expired are deleted every minute, the others kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await open('postgres');
    const nowMs = Date.now();
    await app.db.insert(rateLimits).values([
      { key: 'ended', points: 1, expire: nowMs - 1 },
      { key: 'lasting', points: 1, expire: nowMs + 3_600_000 },
    ]);
    vi.advanceTimersByTime(60_000);
    await until(async () => (await app.db.$count(rateLimits, eq(rateLimits.key, 'ended'))) === 0);
    expect(await app.db.$count(rateLimits)).toBe(1);
  });

  test('leave no timer behind when the app is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await open('postgres');
    const openTimers = vi.getTimerCount();
    await app.rateLimit.close();
    expect(vi.getTimerCount()).toBe(openTimers - 1);
  });
});
