import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '#browser/call.ts';
import { getUser } from '#shared/contracts/auth.ts';
import { setFavorite } from '#shared/contracts/novels.ts';
import { handMadeToken } from './hand-made-token.ts';
import { openBrowser, refusal, type Seen } from './open-browser.ts';

const token = handMadeToken({ sub: 'lea', exp: 4e9 });
const favoritePath = '/api/novels/roman/favorite';

const change = () =>
  call(setFavorite, {
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
const raise = (): never => {
  throw new Error('planted');
};
const csrfGiven = () => Response.json({ csrfToken: 'neuf' });

afterEach(() => void vi.unstubAllGlobals());

test('a site that says that it cannot answer for now counts as one that does not, with its sentence', async () => {
  openBrowser(() => refusal(503, 'UNAVAILABLE'));
  expect(await call(getUser)).toMatchObject({
    status: 503,
    error: 'UNAVAILABLE',
    message: 'UNAVAILABLE',
    isOffline: true,
  });
});

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
    await call(setFavorite, {
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
      fresh.call(setFavorite, { params: { id: 'roman' }, body: { isFavorited: true } });
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

describe('whatever happens, a call has an outcome:', () => {
  const asked = (server: () => Response | Promise<Response>, stored = token) => {
    openBrowser(server, { auth_token: stored });
    return call(getUser);
  };
  const cut = (name: string) => () => {
    const body = new ReadableStream({ start: (at) => at.error(new DOMException('', name)) });
    return new Response(body);
  };

  test.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['no response in time', () => Promise.reject(new DOMException('', 'TimeoutError'))],
    ['a response that ends in time for nothing', cut('TimeoutError')],
    ['an abandoned response', cut('AbortError')],
  ])('%s is offline', async (_, server) => {
    expect(await asked(server)).toMatchObject({ error: 'NO_ANSWER', isOffline: true });
  });

  test.each([
    ['no JSON', () => new Response('<p>Panne</p>')],
    ['half of it', () => new Response('{"_id":')],
    ['null', () => Response.json(null)],
    ['a list', () => Response.json([], { status: 500 })],
    ['a code that is none', () => Response.json({ error: { toString: 1 } }, { status: 400 })],
    ['errors that are none', () => Response.json({ errors: [null, 3, {}] }, { status: 400 })],
  ])('%s is unreadable', async (_, server) => {
    const outcome = await asked(server);
    expect(outcome).toMatchObject({ ok: false, error: 'UNREADABLE', isOffline: false });
    expect(outcome).not.toHaveProperty('errors.0');
  });

  test.each([
    ['a body that is no JSON', { body: { isFavorited: 1n } }],
    ['half a character in a path', { params: { id: '\ud800' } }],
    ['an object that throws', { body: { toJSON: raise } }],
    ['a time that is none', { timeoutMs: NaN }],
  ])('%s is a fault, and no outage', async (_, input) => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openBrowser(withCsrf(csrfGiven), { auth_token: token });
    const sent = { params: { id: 'roman' }, body: { isFavorited: true }, ...input };
    const outcome = await call(
      setFavorite,
      sent as { params: { id: string }; body: { isFavorited: boolean } },
    );
    expect(outcome).toMatchObject({ ok: false, error: 'UNREADABLE', isOffline: false });
    expect(fault).toHaveBeenCalledOnce();
    fault.mockRestore();
  });

  test('a token that is no header is a fault', async () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openBrowser(csrfGiven, { auth_token: token, client_token: 'é\n→' });
    const outcome = await call(getUser);
    expect(outcome).toMatchObject({ error: 'UNREADABLE', isOffline: false });
    fault.mockRestore();
  });

  test('a client token that is refused is forgotten, and the call made again without', async () => {
    const refused = () => {
      const response = refusal(403, 'CLIENT_TOKEN_INVALID');
      response.headers.set('x-error', 'CLIENT_TOKEN_INVALID');
      return response;
    };
    const { local, seen } = openBrowser(
      ({ headers }) => (headers.has('x-client-token') ? refused() : Response.json({ _id: 'lea' })),
      { auth_token: token, client_token: 'ancien' },
    );
    expect(await call(getUser)).toMatchObject({ ok: true });
    expect(seen).toHaveLength(2);
    expect(local.getItem('client_token')).toBeNull();
  });

  test('storage that is refused is as good as none', async () => {
    openBrowser(csrfGiven);
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    expect(await change()).toMatchObject({ ok: true });
  });

  test('a form that fails to be saved changes no refusal, and costs no other form its words', async () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // Other tests may have left this page's session, whose end would store nothing.
    vi.resetModules();
    const page = await import('#browser/call.ts');
    const { registerUnsavedWork } = await import('#browser/drafts/unsaved-work.ts');
    const saved = vi.fn(() => true);
    for (const save of [saved, raise]) registerUnsavedWork(save);
    openBrowser(() => refusal(401, 'TOKEN_INVALID'), { auth_token: token });
    const outcome = await page.call(getUser);
    expect(outcome).toMatchObject({ status: 401 });
    expect(saved).toHaveBeenCalled();
    fault.mockRestore();
  });
});
