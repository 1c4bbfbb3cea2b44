import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { users } from '#server/core/db/schema/identity.ts';
import { invoiceCounters } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import type { Render } from '#server/core/http/render-page.ts';
import { openTestApp } from '#tests/world/app.ts';
import { dropDatabases } from '#tests/world/databases.ts';
import { openSite, type TestSite } from '#tests/world/site.ts';

const token = 'un-jeton-de-quarante-caracteres-au-moins';
const secretPath = '/api/credit/transactions/01930000-0000-7000-8000-00000000abcd';

/** Says its route as our middleware does; some addresses fail. */
const astro: Render = (request, locals) => {
  const path = new URL(request.url).pathname;
  locals.route = path.startsWith('/api/') ? '/api/credit/transactions/[userId]' : '/novel/[slug]';
  const status = path.includes('absent') ? 404 : 200;
  return Promise.resolve(new Response(path, { status, headers: { 'content-type': 'text/html' } }));
};

let site: TestSite;

const read = async (headers: Record<string, string> = {}, at = site) => {
  const response = await fetch(`${at.url}/metrics`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** The value of a line of what Prometheus reads. */
const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};

describe('who may read /metrics', () => {
  beforeAll(async () => {
    site = await openSite(astro);
  });
  afterAll(() => site.close());

  test('is this machine alone where no token is set', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  });

  test.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'is nobody whom a proxy speaks for: %s',
    async (header) => {
      const answer = await read({ [header]: '127.0.0.1' });
      expect(answer).toMatchObject({ status: 403, text: 'refused\n' });
    },
  );

  test('is nobody behind a proxy that adds no header', async () => {
    const proxied = await openSite(astro, { TRUST_PROXY: '1' });
    expect(await read({}, proxied)).toMatchObject({ status: 403, text: 'refused\n' });
    await proxied.close();
  });

  test('is who shows the token, from anywhere, and nobody else', async () => {
    const proxied = await openSite(astro, { METRICS_TOKEN: token, TRUST_PROXY: '1' });
    const readThere = (headers: Record<string, string> = {}) => read(headers, proxied);
    expect(await readThere()).toMatchObject({ status: 401, text: 'refused\n' });
    expect((await readThere()).headers.get('www-authenticate')).toBe('Bearer');
    expect((await readThere({ authorization: `Bearer ${token}x` })).status).toBe(401);
    expect((await readThere({ authorization: token })).status).toBe(401);
    const answer = await readThere({
      authorization: `Bearer ${token}`,
      'x-forwarded-for': '192.0.2.1',
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('feuilleton_http_requests_total');
    await proxied.close();
  });
});

describe('what /metrics tells', () => {
  afterEach(() => site.close());
  test('is requests by route and class of status, never by path', async () => {
    site = await openSite(astro);
    for (const path of ['/novel/un-roman', '/novel/un-roman', '/novel/absent', secretPath]) {
      await fetch(site.url + path).then((response) => response.text());
    }
    await fetch(`${site.url}/novel/un-roman`, { method: 'POST' });
    const { text } = await read();
    const count = (labels: string) => valueOf(text, `feuilleton_http_requests_total{${labels}}`);
    expect(count('route="/novel/[slug]",method="GET",status="2xx"')).toBe(2);
    expect(count('route="/novel/[slug]",method="GET",status="4xx"')).toBe(1);
    expect(count('route="/api/credit/transactions/[userId]",method="GET",status="2xx"')).toBe(1);
    expect(count('route="other",method="POST",status="4xx"')).toBe(1);
    expect(valueOf(text, 'feuilleton_page_cache_requests_total{result="hit"}')).toBe(1);
    expect(valueOf(text, 'feuilleton_page_cache_requests_total{result="miss"}')).toBe(2);
    expect(valueOf(text, 'feuilleton_page_cache_pages')).toBe(1);
    expect(valueOf(text, 'feuilleton_page_cache_bytes')).toBeGreaterThan(1024);
    const timed = 'feuilleton_http_request_duration_seconds_count{route="/novel/[slug]"}';
    expect(valueOf(text, timed)).toBe(2);
    expect(text).not.toMatch(/un-roman|absent|01930000/);
  });

  test('counts what is kept without losing any between two readings', async () => {
    site = await openSite(astro);
    const ask = () => fetch(`${site.url}/novel/un-roman`).then((response) => response.text());
    for (let count = 0; count < 5; count++) await ask();
    await read();
    for (let count = 0; count < 4; count++) await ask();
    const { text } = await read();
    expect(valueOf(text, 'feuilleton_page_cache_requests_total{result="hit"}')).toBe(8);
  });

  test('is views that wait, payments, invoices, jobs and the process', async () => {
    site = await openSite(astro);
    const { app } = site;
    app.views.count(uuidv7(), { visitorId: uuidv7(), networkId: uuidv7() });
    const [lea] = await app.db.insert(users).values({ name: 'Léa' }).returning();
    const userId = lea?.id ?? '';
    const order = { userId, planId: 'p', credits: 10, amountCents: 100, billing: {} };
    await app.db.insert(creditTransactions).values([order, order]);
    await app.db.insert(invoiceCounters).values([
      { year: 2025, kind: 'invoice', lastNumber: 3 },
      { year: 2026, kind: 'invoice', lastNumber: 4 },
      { year: 2026, kind: 'credit_note', lastNumber: 1 },
    ]);
    app.jobs.begun('reconcile');
    app.clock.advance(90_000);
    const { text } = await read();
    expect(valueOf(text, 'feuilleton_views_pending')).toBe(1);
    expect(valueOf(text, 'feuilleton_database_up')).toBe(1);
    expect(valueOf(text, 'feuilleton_payments{state="settled"}')).toBe(7);
    expect(valueOf(text, 'feuilleton_payments{state="pending"}')).toBe(2);
    expect(valueOf(text, 'feuilleton_payments{state="owed"}')).toBe(0);
    const last = (kind: string) =>
      valueOf(text, `feuilleton_last_invoice_number{kind="${kind}",year="2026"}`);
    expect([last('invoice'), last('credit_note')]).toEqual([4, 1]);
    expect(valueOf(text, 'feuilleton_background_job_age_seconds{name="reconcile"}')).toBe(90);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(valueOf(text, 'process_uptime_seconds')).toBeGreaterThan(0);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{quantile="0.99"\} /m);
    expect(text).toMatch(/^feuilleton_build_info\{version="\d+\.\d+\.\d+",build="\w+",node="v/m);
    app.jobs.succeeded('reconcile');
    const again = (await read()).text;
    expect(valueOf(again, 'feuilleton_background_job_age_seconds{name="reconcile"}')).toBe(0);
  });
});

describe('what /metrics tells of a database', () => {
  test('is its connections, and statements that failed by their class', async () => {
    const app = await openTestApp();
    const [lea] = await app.db.insert(users).values({ name: 'Léa', email: 'l@x.test' }).returning();
    const again = { name: 'Léa', email: lea?.email };
    await expect(app.db.insert(users).values(again)).rejects.toThrow();
    await expect(app.db.transaction((tx) => tx.execute('select nothing'))).rejects.toThrow();
    const { text } = await app.metrics.read();
    const failures = (kind: string) =>
      valueOf(text, `feuilleton_database_query_failures_total{class="${kind}"}`);
    expect([failures('constraint'), failures('other')]).toEqual([1, 1]);
    const connections = (state: string) =>
      valueOf(text, `feuilleton_database_connections{state="${state}"}`);
    expect(connections('max')).toBe(10);
    expect(connections('idle')).toBeGreaterThan(0);
    expect(connections('waiting')).toBe(0);
    await app.close();
  });

  test('says so while the database does not answer', async () => {
    const app = await openTestApp();
    await dropDatabases();
    const { text } = await app.metrics.read();
    expect(valueOf(text, 'feuilleton_database_up')).toBe(0);
    expect(valueOf(text, 'feuilleton_payments{state="pending"}')).toBeNull();
    await app.close();
  });
});
