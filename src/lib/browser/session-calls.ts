/** What the page asks the server about who is signed in. */
import type { getUser, logout, UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import type { SignInReason } from '#shared/sign-in-reasons.ts';
import { storageKeys } from '#shared/storage-keys.ts';
import { isSignedInAs, signedInPerson, tokenState, tokenSubject } from './auth-token.ts';
import { call } from './call.ts';
import { failure, readOutcome, type Outcome } from './outcome.ts';
import { send } from './send.ts';
import {
  $session,
  beginLeaving,
  followCredits,
  forgetSession,
  leaveSession,
  recallSummary,
  showUser,
  tellEnded,
} from './session-store.ts';
import { forgetSignInBegun, hasBegunSignIn } from './sign-in-begun.ts';
import { readStored, writeStored } from './storage.ts';
import { keepUnsavedWork } from './unsaved-work.ts';

/** Longest that somebody who signs out waits for a server that does not answer. */
const signOutWaitMs = 5_000;

let loading: Promise<void> | null = null;
/** The token that the page's person was loaded with. */
let shownToken: string | null = null;

/** Loads who is signed in, once however many islands ask; again after `failed`. */
export function loadSession(): Promise<void> {
  if (loading === null) {
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    // First paint found a token that nobody can read (specification, section 4: on start).
    if (document.documentElement.dataset.session === 'lost') {
      void import('./session-banner.ts').then(({ showUnreadable }) => showUnreadable());
    }
  }
  if (loading === null || $session.get().kind === 'failed') loading = load();
  return loading;
}

/**
 * Signs out: tells the server where there is a token, then always forgets it and goes to `/`
 * (specification, section 4). What is on its way then goes on without the page.
 */
export async function signOut(): Promise<void> {
  beginLeaving();
  const authToken = readStored(storageKeys.authToken);
  if (authToken !== null) {
    const told = call<typeof logout>('POST', '/api/auth/logout', { keepalive: true });
    const patience = new Promise<null>((resolve) => setTimeout(resolve, signOutWaitMs, null));
    if ((await Promise.race([told, patience])) === null) sendLastWord(authToken);
  }
  leaveSession();
}

/**
 * The server may not have given a CSRF token yet, and nobody will be there to send it back: the
 * session is ended with the token of the change before, where there was one.
 */
function sendLastWord(authToken: string): void {
  const csrfToken = readStored(storageKeys.csrfToken);
  if (csrfToken === null) return;
  const headers = { 'csrf-token': csrfToken };
  const path = '/api/auth/logout';
  void send({ method: 'POST', path, headers, authToken, keepalive: true }).catch(() => undefined);
}

/**
 * Asks the server again about who is signed in, and shows them everywhere on the page: their balance
 * has changed. Null where no answer came, or where somebody else has signed in meanwhile.
 */
export async function refreshUser(): Promise<UserBody | null> {
  const person = signedInPerson();
  const outcome = await call<typeof getUser>('GET', '/api/auth/user');
  if (!outcome.ok || person === null || !isSignedInAs(person)) return null;
  showUser(outcome.data);
  return outcome.data;
}

/** What became of a token that came with an address. */
export type Accepted =
  | { kind: 'accepted' }
  /** Somebody else is signed in and nobody asked to change that: they stay. */
  | { kind: 'declined' }
  | { kind: 'refused'; reason: SignInReason }
  | Unproven;
/** The server did not answer: the token may be good, and may be tried again. */
type Unproven = { kind: 'unproven'; message: string };

/**
 * Takes a token from a sign-in. It replaces what is stored only after the server has named its
 * person to this very browser: a link with somebody else's token neither signs in nor out. It
 * replaces another person's only in a tab that began a sign-in: a link with a token that this
 * browser was once given, on a computer that people share, changes nobody.
 */
export async function acceptToken(token: string): Promise<Accepted> {
  const state = tokenState(token, Date.now());
  if (state === 'undecodable') return { kind: 'refused', reason: 'jeton' };
  if (state === 'expired') return { kind: 'refused', reason: 'perimee' };
  const outcome = await askWho(token);
  if (outcome.ok) {
    if (isAnotherSignedIn(outcome.data) && !hasBegunSignIn(Date.now())) return { kind: 'declined' };
    forgetSignInBegun();
    writeStored(storageKeys.authToken, token);
    showUser(outcome.data);
    return { kind: 'accepted' };
  }
  if (outcome.status === 401) return { kind: 'refused', reason: 'refusee' };
  return { kind: 'unproven', message: outcome.message };
}

function isAnotherSignedIn({ _id }: UserBody): boolean {
  const stored = readStored(storageKeys.authToken);
  if (stored === null || tokenState(stored, Date.now()) !== 'valid') return false;
  return tokenSubject(stored) !== _id;
}

async function askWho(authToken: string): Promise<Outcome<UserBody>> {
  try {
    return await readOutcome(await send({ method: 'GET', path: '/api/auth/user', authToken }));
  } catch {
    return failure('NO_ANSWER', messages.noAnswer);
  }
}

async function load(): Promise<void> {
  const token = readStored(storageKeys.authToken);
  shownToken = token;
  if (token === null || tokenState(token, Date.now()) !== 'valid') {
    // First paint may have removed one already: the page's mark says so.
    const hasEnded = token !== null || document.documentElement.dataset.session !== undefined;
    // Another tab has signed out while one wrote here: the form is gone, and its text is not.
    if (forgetSession(hasEnded)) tellEnded(true);
    return;
  }
  recallSummary();
  // Another tab may have signed in as the same person: what they are doing here goes on.
  const isKnown = isShown(token);
  if (!isKnown) {
    // Somebody else was shown: their forms go with them.
    if ($session.get().kind === 'signed-in') keepUnsavedWork();
    $session.set({ kind: 'loading' });
  }
  const outcome = await call<typeof getUser>('GET', '/api/auth/user');
  // Another tab has signed in or out meanwhile, and this page follows it.
  if (token !== shownToken) return;
  if (outcome.ok) showUser(outcome.data);
  else if (outcome.status !== 401 && !isKnown) {
    $session.set({ kind: 'failed', message: messages.userFailed });
  }
}

/** Whether the page shows the person whom this token names. */
function isShown(token: string): boolean {
  const session = $session.get();
  return session.kind === 'signed-in' && session.user._id === tokenSubject(token);
}

/** Another tab signed in or out, or was told a balance; `key` is null when it cleared everything. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKeys.sessionSummary) followCredits();
  if (key !== storageKeys.authToken && key !== null) return;
  if (readStored(storageKeys.authToken) !== shownToken) loading = load();
}

/**
 * A page that comes back as it was left must not show somebody who has signed out since, nor what they
 * had before they bought credits.
 */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  if (readStored(storageKeys.authToken) === shownToken) {
    if (shownToken !== null) void refreshUser();
    return;
  }
  keepUnsavedWork();
  $session.set({ kind: 'loading' });
  location.reload();
}
