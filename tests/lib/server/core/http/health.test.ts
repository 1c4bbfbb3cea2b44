import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHealth } from '#server/core/http/health.ts';
import { openTestApp } from '#tests/world/app.ts';

const queries: string[] = [];
let app: Awaited<ReturnType<typeof openTestApp>>;
let url: string;
const server = createServer();

beforeAll(async () => {
  app = await openTestApp({}, { onQuery: (text) => queries.push(text) });
  const answer = createHealth(app, { isStopping: false });
  server.on('request', (request, response) => void answer('/readyz', request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
});
afterAll(async () => {
  server.close();
  await app.close();
});
beforeEach(() => queries.splice(0));

const ask = (headers: Record<string, string> = {}) =>
  fetch(url, { headers }).then((response) => response.text());

test('all who ask at the same time share one look at the database', async () => {
  const { promise: allCame, resolve } = Promise.withResolvers<undefined>();
  let came = 0;
  const count = () => {
    if (++came === 30) resolve(undefined);
  };
  server.on('request', count);
  // All connections of the pool are taken until the last one asks: the look waits.
  const { promise: allTaken, resolve: nowTaken } = Promise.withResolvers<undefined>();
  let taken = 0;
  const holding = Array.from({ length: 10 }, () =>
    app.db.transaction(async () => {
      if (++taken === 10) nowTaken(undefined);
      await allCame;
    }),
  );
  await allTaken;
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
  await Promise.all(holding);
  server.off('request', count);
  expect(answers.every((text) => text.startsWith('ok\n'))).toBe(true);
  const looks = queries.filter((text) => text.includes('clock_timestamp'));
  expect(looks).toHaveLength(1);
});

test('a wrong clock is told to the operator, and not to strangers behind a proxy', async () => {
  app.clockWatch.heard('stripe', new Date(app.clock.now().getTime() - 7_200_000), 1);
  expect(await ask()).toContain('ahead of stripe');
  for (const name of ['x-forwarded-for', 'via', 'forwarded']) {
    expect(await ask({ [name]: '192.0.2.7' })).toBe('ok\n');
  }
});
