import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userSchema } from '#shared/contracts/auth.ts';
import { handMadeToken } from '../hand-made-token.ts';
import { openBrowser, refusal, type Seen } from '../open-browser.ts';

const ids = {
  lea: '01930000-0000-7000-8000-000000000001',
  karim: '01930000-0000-7000-8000-000000000002',
};
type Who = keyof typeof ids;
const tokenOf = (who: Who, note = '') => handMadeToken({ sub: ids[who], exp: 4e9, note });
const personOf = (who: Who) =>
  userSchema.parse({
    _id: ids[who],
    name: who,
    email: null,
    firstName: '',
    lastName: '',
    displayName: '',
    bio: '',
    preferredGenres: [],
    profileImage: null,
    role: 'reader',
    credits: 0,
    createdAt: '2026-11-21T12:00:00.000Z',
    bookmarkCount: 0,
    isReading: false,
    newChapters: { novels: 0, isUnseen: false },
    typos: { reports: 0, unseen: 0 },
    hasNovels: false,
  });

/** Returns a user for every token made here. */
const knowsAll = ({ headers }: Seen) => {
  const token = headers.get('x-auth-token') ?? '';
  const who = (['lea', 'karim'] as const).find((one) =>
    [tokenOf(one), tokenOf(one, 'anew')].includes(token),
  );
  return who ? Response.json(personOf(who)) : refusal(401, 'TOKEN_INVALID');
};

/** The module of a newly opened page. */
async function openPage() {
  vi.resetModules();
  const calls = await import('#browser/session/session-calls.ts');
  const store = await import('#browser/session/session-store.ts');
  const { noteSignInBegun } = await import('#browser/session/sign-in-begun.ts');
  const kinds: string[] = [];
  store.$session.listen(({ kind }) => void kinds.push(kind));
  const name = () => {
    const state = store.$session.get();
    return state.kind === 'signed-in' ? state.user.name : state.kind;
  };
  return { ...store, ...calls, noteSignInBegun, kinds, name };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a token in an address', () => {
  test('signs in if nobody is', async () => {
    const { local } = openBrowser(knowsAll);
    const { acceptToken } = await openPage();
    expect(await acceptToken(tokenOf('lea'))).toEqual({ kind: 'accepted' });
    expect(local.getItem('auth_token')).toBe(tokenOf('lea'));
  });

  test('replaces the same user’s', async () => {
    const { local } = openBrowser(knowsAll, { auth_token: tokenOf('lea') });
    const { acceptToken } = await openPage();
    expect(await acceptToken(tokenOf('lea', 'anew'))).toEqual({ kind: 'accepted' });
    expect(local.getItem('auth_token')).toBe(tokenOf('lea', 'anew'));
  });

  test('replaces nobody else’s, unless this tab has just begun a sign-in, and once', async () => {
    const { local } = openBrowser(knowsAll, { auth_token: tokenOf('lea') });
    const { acceptToken, noteSignInBegun } = await openPage();
    const begun = (minutesAgo: number) => noteSignInBegun(Date.now() - minutesAgo * 60_000);
    expect(await acceptToken(tokenOf('karim'))).toEqual({ kind: 'declined' });
    begun(11);
    expect(await acceptToken(tokenOf('karim'))).toEqual({ kind: 'declined' });
    expect(local.getItem('auth_token')).toBe(tokenOf('lea'));
    begun(9);
    expect(await acceptToken(tokenOf('karim'))).toEqual({ kind: 'accepted' });
    expect(local.getItem('auth_token')).toBe(tokenOf('karim'));
    expect(await acceptToken(tokenOf('lea'))).toEqual({ kind: 'declined' });
  });

  test('replaces an expired one', async () => {
    openBrowser(knowsAll, { auth_token: handMadeToken({ sub: ids.lea, exp: 1 }) });
    const { acceptToken } = await openPage();
    expect(await acceptToken(tokenOf('karim'))).toEqual({ kind: 'accepted' });
  });

  test('is refused if the tab’s storage is unavailable', async () => {
    openBrowser(knowsAll, { auth_token: tokenOf('lea') });
    vi.stubGlobal('sessionStorage', undefined);
    const { acceptToken, noteSignInBegun } = await openPage();
    noteSignInBegun(Date.now());
    expect(await acceptToken(tokenOf('karim'))).toEqual({ kind: 'declined' });
  });
});

describe('another tab', () => {
  async function openSignedIn() {
    let server = knowsAll;
    const browser = openBrowser((seen) => server(seen), { auth_token: tokenOf('lea') });
    const page = await openPage();
    await page.loadSession();
    expect(page.name()).toBe('lea');
    page.kinds.length = 0;
    const signIn = async (token: string | null) => {
      if (token === null) browser.local.removeItem('auth_token');
      else browser.local.setItem('auth_token', token);
      browser.storageChanges('auth_token');
      await page.loadSession();
    };
    return { ...page, signIn, breakServer: () => (server = () => refusal(500, 'INTERNAL')) };
  }

  test('that signs in as the same user interrupts nothing', async () => {
    const { signIn, kinds } = await openSignedIn();
    await signIn(tokenOf('lea', 'anew'));
    expect(kinds).toEqual(['signed-in']);
  });

  test('that signs in as the same user interrupts nothing when the server fails', async () => {
    const { signIn, breakServer, kinds, name } = await openSignedIn();
    breakServer();
    await signIn(tokenOf('lea', 'anew'));
    expect(kinds).toEqual([]);
    expect(name()).toBe('lea');
  });

  test('that signs in as another user changes who is shown, after a pause', async () => {
    const { signIn, kinds, name } = await openSignedIn();
    await signIn(tokenOf('karim'));
    expect(kinds).toEqual(['loading', 'signed-in']);
    expect(name()).toBe('karim');
  });

  test('that signs in as another user stores drafts while their form is open', async () => {
    const { $session, signIn } = await openSignedIn();
    const { registerUnsavedWork } = await import('#browser/drafts/unsaved-work.ts');
    const kept: string[] = [];
    let release: () => void = () => undefined;
    // Like a form: mounted as long as its user is shown.
    $session.subscribe((session) => {
      release();
      if (session.kind !== 'signed-in') return;
      const { name } = session.user;
      release = registerUnsavedWork(() => {
        kept.push(name);
        return true;
      });
    });
    await signIn(tokenOf('lea', 'anew'));
    expect(kept).toEqual([]);
    await signIn(tokenOf('karim'));
    expect(kept).toEqual(['lea']);
  });

  test('that signs in with an invalid token, or signs out, ends the session here', async () => {
    const { signIn, name } = await openSignedIn();
    await signIn(handMadeToken({ sub: ids.lea, exp: 4e9, note: 'unknown' }));
    expect(name()).toBe('anonymous');
    const other = await openSignedIn();
    await other.signIn(null);
    expect(other.name()).toBe('anonymous');
  });
});

describe('signing out', () => {
  const never = new Promise<Response>(() => undefined);

  test('sends requests that survive unload', async () => {
    const { seen, visited, local } = openBrowser(
      ({ path }) => Response.json(path === '/api/csrf-token' ? { csrfToken: 'neuf' } : {}),
      { auth_token: tokenOf('lea') },
    );
    await (await openPage()).signOut();
    expect(seen.map(({ path, keepalive }) => ({ path, keepalive }))).toEqual([
      { path: '/api/csrf-token', keepalive: true },
      { path: '/api/auth/logout', keepalive: true },
    ]);
    expect(local.getItem('auth_token')).toBeNull();
    expect(visited).toEqual(['/']);
  });

  test('ends the session with an older CSRF token if a fresh one does not arrive', async () => {
    const { seen, visited } = openBrowser(() => never, {
      auth_token: tokenOf('lea'),
      csrf_token: 'ancien',
    });
    const { signOut } = await openPage();
    const out = signOut();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(visited).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await out;
    const [, last] = seen;
    expect(last).toMatchObject({ path: '/api/auth/logout', keepalive: true });
    expect(last?.headers.get('csrf-token')).toBe('ancien');
    expect(last?.headers.get('x-auth-token')).toBe(tokenOf('lea'));
    expect(visited).toEqual(['/']);
  });
});

describe('the balance', () => {
  const withCredits = (credits: number) => Response.json({ ...personOf('lea'), credits });
  async function openWith(credits: number) {
    const account = { credits };
    const browser = openBrowser(() => withCredits(account.credits), { auth_token: tokenOf('lea') });
    const page = await openPage();
    const { showCredits } = await import('#browser/session/session-store.ts');
    await page.loadSession();
    const shown = () => {
      const state = page.$session.get();
      return state.kind === 'signed-in' ? state.user.credits : state.kind;
    };
    return { ...page, account, browser, shown, showCredits };
  }
  const stored = (local: { getItem: (key: string) => string | null }) =>
    (JSON.parse(local.getItem('session_summary') ?? '{}') as { credits?: number }).credits;

  test('that changes here is shown here and passed to the other tabs', async () => {
    const { browser, shown, showCredits } = await openWith(3);
    showCredits(2);
    expect(shown()).toBe(2);
    expect(stored(browser.local)).toBe(2);
  });

  test('that changes in another tab is followed', async () => {
    const { browser, shown } = await openWith(3);
    const summary = JSON.parse(browser.local.getItem('session_summary') ?? '{}') as object;
    browser.local.setItem('session_summary', JSON.stringify({ ...summary, credits: 303 }));
    browser.storageChanges('session_summary');
    expect(shown()).toBe(303);
    // An invalid entry changes nothing.
    browser.local.setItem('session_summary', 'nonsense');
    browser.storageChanges('session_summary');
    expect(shown()).toBe(303);
  });

  test('is requested again, and stays shown meanwhile', async () => {
    const { account, kinds, shown } = await openWith(0);
    const { refreshUser } = await import('#browser/session/session-calls.ts');
    kinds.length = 0;
    account.credits = 300;
    await refreshUser();
    expect(shown()).toBe(300);
    expect(kinds).toEqual(['signed-in']);
  });

  test('is asked for when the page is looked at again, once at a time', async () => {
    const { account, browser, shown } = await openWith(0);
    const before = browser.seen.length;
    account.credits = 900;
    browser.isSeenAgain();
    browser.isSeenAgain();
    await vi.waitFor(() => expect(shown()).toBe(900));
    expect(browser.seen).toHaveLength(before + 1);
    vi.stubGlobal('navigator', { onLine: false });
    browser.isSeenAgain();
    expect(browser.seen).toHaveLength(before + 1);
  });

  test('that was spent on another device is a reason to ask what is unlocked', async () => {
    const { account, browser, shown } = await openWith(5);
    const { onUnlocked } = await import('#browser/purchase/unlocks.ts');
    vi.stubGlobal('removeEventListener', () => undefined);
    const listener = vi.fn();
    const stop = onUnlocked('novel', listener);
    account.credits = 7;
    browser.isSeenAgain();
    await vi.waitFor(() => expect(shown()).toBe(7));
    account.credits = 6;
    browser.isSeenAgain();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    stop();
  });
});

test('a session that was ended on another device ends when the page is looked at again', async () => {
  const { local, isSeenAgain } = openBrowser(knowsAll, { auth_token: tokenOf('lea') });
  const page = await openPage();
  await page.loadSession();
  expect(page.name()).toBe('lea');
  vi.stubGlobal('fetch', () => Promise.resolve(refusal(401, 'TOKEN_INVALID')));
  isSeenAgain();
  await vi.waitFor(() => expect(page.name()).toBe('anonymous'));
  expect(local.getItem('auth_token')).toBeNull();
});

describe('a page that finds its session gone with the storage', () => {
  const account = { answer: () => Response.json({ accessToken: tokenOf('lea') }) };
  async function openCleared(databases: unknown[] = [], cookie = 'has_session=1') {
    const browser = openBrowser(({ path }) =>
      path === '/api/csrf-token' ? Response.json({ csrfToken: 'neuf' }) : account.answer(),
    );
    const reload = vi.fn();
    document.documentElement.dataset.session = 'gone';
    document.cookie = cookie;
    vi.stubGlobal('location', { pathname: '/', reload });
    vi.stubGlobal('indexedDB', { databases: () => Promise.resolve(databases) });
    vi.stubGlobal('caches', { keys: () => Promise.resolve([]) });
    const page = await openPage();
    await page.loadSession();
    return { ...browser, ...page, reload };
  }
  const token = ({ local }: Awaited<ReturnType<typeof openCleared>>) => local.getItem('auth_token');

  test('is loaded again with the session that the cookie proves', async () => {
    const page = await openCleared();
    expect(page.paths()).toEqual(['/api/csrf-token', '/api/auth/resume']);
    expect(token(page)).toBe(tokenOf('lea'));
    expect(page.reload).toHaveBeenCalledOnce();
    expect(page.name()).toBe('loading');
  });

  test('asks for nothing where a database is left: only the token was removed', async () => {
    const page = await openCleared([{ name: 'feuilleton' }]);
    expect(page.paths()).toEqual([]);
    expect(page.$session.get()).toEqual({ kind: 'anonymous', hasEnded: false });
  });

  test('stays signed out where there is none, or another tab has signed out since', async () => {
    const since = await openCleared([], '');
    expect([token(since), since.reload.mock.calls, since.name()]).toEqual([null, [], 'anonymous']);
    account.answer = () => refusal(401, 'SIGN_IN_REQUIRED');
    const none = await openCleared();
    expect([token(none), none.reload.mock.calls]).toEqual([null, []]);
    expect(none.$session.get()).toEqual({ kind: 'anonymous', hasEnded: true });
  });

  test('asks again after a failure', async () => {
    account.answer = () => refusal(500, 'INTERNAL');
    const page = await openCleared();
    expect(page.name()).toBe('failed');
    account.answer = () => Response.json({ accessToken: tokenOf('lea') });
    await page.loadSession();
    expect(page.reload).toHaveBeenCalledOnce();
  });
});
