import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createProxyWatch } from '#server/core/http/proxy-watch.ts';

const reader = (number: number) => `203.0.113.${1 + (number % 20)}`;
const edge = '198.51.100.7';

/** A watch with its log, a clock of its own, and 60 requests a minute to see. */
function watch(trustedHops: number) {
  const lines: string[] = [];
  const registry = new Registry();
  let nowMs = Date.UTC(2026, 10, 29);
  const log = pino({}, { write: (line) => void lines.push(line) });
  const clock = { now: () => new Date(nowMs) };
  const { saw, sawRefusedSignIn } = createProxyWatch(trustedHops, { clock, log }, registry);
  return {
    lines,
    registry,
    sawRefusedSignIn,
    see: (headersOf: (number: number) => IncomingHttpHeaders, requests = 60) => {
      for (let number = 0; number < requests; number++) {
        const socket = new Socket();
        Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' });
        const request = new IncomingMessage(socket);
        Object.assign(request.headers, headersOf(number));
        saw(request);
        nowMs += 1_000;
      }
    },
  };
}

describe('a count of proxies that fits', () => {
  test.each<[string, number, (number: number) => IncomingHttpHeaders]>([
    ['no proxy', 0, () => ({})],
    ['one', 1, (n) => ({ 'x-forwarded-for': reader(n), 'x-real-ip': reader(n) })],
    [
      'two, the outer of which has a header of its own',
      2,
      (n) => ({
        'x-forwarded-for': `${reader(n)}, ${edge}`,
        'cf-connecting-ip': reader(n),
        'x-real-ip': edge,
      }),
    ],
    [
      'one, and a reader in three who forges',
      1,
      (n) => ({ 'x-forwarded-for': n % 3 === 0 ? `${reader(n)}, ${edge}` : reader(n) }),
    ],
    ['one, and only a reader with a proxy', 1, () => ({ 'x-forwarded-for': `10.1.1.1, ${edge}` })],
  ])('is not logged: %s', (_, hops, headersOf) => {
    const { see, lines } = watch(hops);
    see(headersOf);
    expect(lines).toEqual([]);
  });
});

describe('a count of proxies that is wrong', () => {
  test.each<[string, number, (number: number) => IncomingHttpHeaders]>([
    ['none is trusted', 0, (n) => ({ 'x-forwarded-for': reader(n) })],
    [
      'none is trusted, and the proxy writes Forwarded',
      0,
      (n) => ({ forwarded: `for=${reader(n)}` }),
    ],
    ['none is trusted, and the proxy writes X-Real-IP', 0, (n) => ({ 'x-real-ip': reader(n) })],
    ['one is trusted of two', 1, (n) => ({ 'x-forwarded-for': `${reader(n)}, ${edge}` })],
    ['two are trusted of one', 2, (n) => ({ 'x-forwarded-for': reader(n) })],
    ['one is trusted, which writes nothing', 1, () => ({})],
    [
      'one is trusted, which hides the one before it',
      1,
      (n) => ({ 'x-forwarded-for': edge, 'cf-connecting-ip': reader(n) }),
    ],
  ])('is logged once an hour, and counted: %s', async (_, hops, headersOf) => {
    const { see, lines, registry } = watch(hops);
    see(headersOf, 19);
    expect(lines).toEqual([]);
    see(headersOf, 3_500);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUST_PROXY does not fit');
    // Never an address.
    expect(lines[0]).not.toContain('203.0.113');
    see(headersOf, 3_600);
    expect(lines).toHaveLength(2);
    expect(await registry.metrics()).toMatch(/hops="(more|fewer)"\} 7119/);
  });
});

test('many sign-ins refused for their address are logged where headers show nothing', async () => {
  const { see, lines, registry, sawRefusedSignIn } = watch(0);
  for (let refused = 1; refused < 20; refused++) sawRefusedSignIn();
  see(() => ({}));
  expect(lines).toEqual([]);
  sawRefusedSignIn();
  sawRefusedSignIn();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY');
  expect(await registry.metrics()).toContain('feuilleton_sign_ins_refused_total 21');
});
