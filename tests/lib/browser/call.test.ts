import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '#browser/call.ts';
import type { setFavorite } from '#shared/contracts/novels.ts';
import { handMadeToken } from './hand-made-token.ts';
import { openBrowser, refusal, type Seen } from './open-browser.ts';

const token = handMadeToken({ sub: 'lea', exp: 4e9 });
const favoritePath = '/api/novels/roman/favorite';

const change = () =>
  call<typeof setFavorite>('POST', '/api/novels/{id}/favorite', {
    params: { id: 'roman' },
    body: { isFavorited: true },
  });

/** A server with this response to the CSRF call; the change itself is refused without a token. */
const withCsrf = (answer: () => Response) => (seen: Seen) => {
  if (seen.path === '/api/csrf-token') return answer();
  return seen.headers.has('csrf-token')
    ? Response.json({ favorites: 1, isFavorited: true })
    : refusal(403, 'CSRF_VALIDATION_ERROR');
};
const csrfGiven = () => Response.json({ csrfToken: 'neuf' });

afterEach(() => void vi.unstubAllGlobals());

describe('a change', () => {
  test('carries the CSRF token that it has just received', async () => {
    const { seen, local } = openBrowser(withCsrf(csrfGiven), { auth_token: token });
    expect(await change()).toEqual({ ok: true, data: { favorites: 1, isFavorited: true } });
    expect(seen[1]?.headers.get('csrf-token')).toBe('neuf');
    expect(local.getItem('csrf_token')).toBe('neuf');
  });

  test('has its own timeout; the requests it needs before have the usual 30 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { paths } = openBrowser(withCsrf(csrfGiven), { auth_token: token });
    await call<typeof setFavorite>('POST', '/api/novels/{id}/favorite', {
      params: { id: 'roman' },
      body: { isFavorited: true },
      timeoutMs: 120_000,
    });
    expect(paths()).toEqual(['/api/csrf-token', favoritePath]);
    expect(timeout.mock.calls).toEqual([[30_000], [120_000]]);
    timeout.mockRestore();
  });

  test('waits for the token of the page’s first one: two cookies would invalidate each other', async () => {
    vi.resetModules();
    const fresh = await import('#browser/call.ts');
    const favorite = () =>
      fresh.call<typeof setFavorite>('POST', '/api/novels/{id}/favorite', {
        params: { id: 'roman' },
        body: { isFavorited: true },
      });
    let underWay = 0;
    let most = 0;
    const server = withCsrf(csrfGiven);
    openBrowser(
      async (seen) => {
        const isAboutToken = seen.path === '/api/csrf-token';
        if (isAboutToken) most = Math.max(most, ++underWay);
        await Promise.resolve();
        if (isAboutToken) underWay--;
        return server(seen);
      },
      { auth_token: token },
    );
    const outcomes = await Promise.all([favorite(), favorite()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(most).toBe(1);
  });

  test('is refused with its session, which is deleted', async () => {
    const ended = ({ path }: Seen) =>
      path === '/api/csrf-token' ? csrfGiven() : refusal(401, 'TOKEN_INVALID');
    const { local } = openBrowser(ended, { auth_token: token });
    expect(await change()).toMatchObject({ ok: false, status: 401, error: 'TOKEN_INVALID' });
    expect(local.getItem('auth_token')).toBeNull();
  });

  test('is not sent when rate-limited, and says so', async () => {
    const tooMany = () => refusal(429, 'RATE_LIMITED');
    const { paths, local } = openBrowser(withCsrf(tooMany), { auth_token: token });
    expect(await change()).toMatchObject({ ok: false, status: 429, isRateLimited: true });
    expect(paths()).toEqual(['/api/csrf-token']);
    expect(local.getItem('auth_token')).toBe(token);
  });

  test('is sent without a CSRF token that is unavailable for another reason', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { seen } = openBrowser((one) =>
      one.path === favoritePath ? refusal(404, 'NOT_FOUND') : refusal(500, 'INTERNAL'),
    );
    expect(await change()).toMatchObject({ status: 404 });
    expect(seen.map(({ headers }) => headers.has('csrf-token'))).toEqual([false, false]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  test('keeps the session it began with, whoever signs in meanwhile', async () => {
    const another = handMadeToken({ sub: 'karim', exp: 4e9 });
    const { seen, local } = openBrowser(
      withCsrf(() => {
        local.setItem('auth_token', another);
        return csrfGiven();
      }),
      { auth_token: token },
    );
    await change();
    expect(seen.map(({ headers }) => headers.get('x-auth-token'))).toEqual([token, token]);
    expect(local.getItem('auth_token')).toBe(another);
  });
});
