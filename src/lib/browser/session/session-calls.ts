/** What the page asks the server about who is signed in. */
import { getUser, logout, resumeSession, type UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import type { SignInReason } from '#shared/site/sign-in-reasons.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import {
  isSignedInAs,
  signedInPerson,
  tokenOwner,
  tokenState,
  tokenSubject,
} from './auth-token.ts';
import { call } from '../call.ts';
import { guardPremium } from '../offline/store/vault.ts';
import { askPart } from './own-view.ts';
import { ask } from '../outcome.ts';
import { flushOnUnload } from '../flush-on-unload.ts';
import { showEnded, showUnreadable } from './session-notice.ts';
import {
  $session,
  beginLeaving,
  followCredits,
  forgetDownloads,
  forgetSession,
  leaveSession,
  recallSummary,
  showUser,
} from './session-store.ts';
import { forgetSignInBegun, hasBegunSignIn } from './sign-in-begun.ts';
import { readStored, writeStored } from '../storage.ts';
import { broadcastUnlocked } from '../purchase/unlocks.ts';
import { saveUnsavedWork } from '../drafts/unsaved-work.ts';

/** The longest wait for the server's response at sign-out. */
const signOutWaitMs = 5_000;

let loading: Promise<void> | null = null;
/** The token that the page's user was loaded with. */
let shownToken: string | null = null;

/** Loads the signed-in user, once however many islands ask; again after `failed`. */
export function loadSession(): Promise<void> {
  if (loading === null) {
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisibilityChange);
    // First paint found an unreadable token (specification, section 4: on start).
    if (document.documentElement.dataset.session === 'lost') {
      showUnreadable();
    }
  }
  if (loading === null || $session.get().kind === 'failed') loading = load();
  return loading;
}

/**
 * Signs out: calls the server if there is a token, then always deletes it and goes to `/`
 * (specification, section 4). A request in flight continues after unload.
 */
export async function signOut(): Promise<void> {
  beginLeaving();
  const authToken = readStored(storageKeys.authToken);
  if (authToken !== null) {
    const loggedOut = call(logout, { keepalive: true });
    const patience = new Promise<null>((resolve) => setTimeout(resolve, signOutWaitMs, null));
    // The CSRF token may not have arrived yet.
    if ((await Promise.race([loggedOut, patience])) === null) {
      flushOnUnload('POST', logout.path, null, { authToken });
    }
  }
  await forgetDownloads();
  leaveSession();
}

/**
 * Reloads the signed-in user and shows them everywhere on the page: their balance has changed.
 * Null without a response, or where another user has signed in in the meantime.
 */
export async function refreshUser(): Promise<UserBody | null> {
  const person = signedInPerson();
  const outcome = await call(getUser);
  if (!outcome.ok || person === null || !isSignedInAs(person)) return null;
  showUser(outcome.data);
  return outcome.data;
}

/** The outcome of a token received in an address. */
export type Accepted =
  | { kind: 'accepted' }
  /** Another user is signed in and did not ask for a change: they stay. */
  | { kind: 'declined' }
  | { kind: 'refused'; reason: SignInReason }
  | Unproven;
/** The server did not respond: the token may be valid, and can be retried. */
type Unproven = { kind: 'unproven'; message: string };

/**
 * Accepts a token from a sign-in. It replaces the stored one only after the server has verified
 * it for this very browser: a link with another person's token neither signs in nor out. It
 * replaces another user's only in a tab that began a sign-in: a link with a token once given to
 * this browser, on a shared computer, changes nothing.
 */
export async function acceptToken(token: string): Promise<Accepted> {
  const state = tokenState(token, Date.now());
  if (state === 'undecodable') return { kind: 'refused', reason: 'jeton' };
  if (state === 'expired') return { kind: 'refused', reason: 'perimee' };
  const outcome = await ask<UserBody>({ method: 'GET', path: getUser.path, authToken: token });
  if (outcome.ok) {
    if (isAnotherSignedIn(outcome.data) && !hasBegunSignIn(Date.now())) return { kind: 'declined' };
    forgetSignInBegun();
    writeStored(storageKeys.authToken, token);
    // What somebody else, or an earlier session, downloaded here is not this one's.
    await guardPremium(tokenOwner(token)).catch(() => undefined);
    writeStored(storageKeys.readingToMerge, '1');
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

async function load(): Promise<void> {
  if (document.documentElement.dataset.session === 'gone' && (await isResuming())) return;
  const token = readStored(storageKeys.authToken);
  shownToken = token;
  if (token === null || tokenState(token, Date.now()) !== 'valid') {
    // First paint may have removed one already: the page's attribute says so.
    const hasEnded = token !== null || document.documentElement.dataset.session !== undefined;
    // Another tab has signed out during editing here: the form is gone, and its text is stored.
    if (forgetSession(hasEnded)) showEnded(true);
    return;
  }
  recallSummary();
  // Another tab may have signed in as the same user: their work here continues.
  const isKnown = isShown(token);
  if (!isKnown) {
    // Another user was shown: their forms are removed.
    if ($session.get().kind === 'signed-in') saveUnsavedWork();
    $session.set({ kind: 'loading' });
  }
  const outcome = await askPart('user', () => call(getUser));
  // Another tab has signed in or out in the meantime, and this page follows it.
  if (token !== shownToken) return;
  if (outcome.ok) {
    showUser(outcome.data);
    if (readStored(storageKeys.readingToMerge) !== null) {
      void import('../library/merge-reading.ts').then(
        ({ mergeReading }) => mergeReading(),
        () => undefined,
      );
    }
  } else if (outcome.status !== 401 && !isKnown) {
    $session.set({ kind: 'failed', message: messages.userFailed });
  }
}

/** The page's first look: what it stores itself comes later. */
let cleared: Promise<boolean> | null = null;

/**
 * First paint found no trace of the site but the cookie of a session: the browser has cleared its storage
 * (decision 109). Takes the session up again and loads the page with it.
 *
 * @returns false where there is none.
 */
async function isResuming(): Promise<boolean> {
  cleared ??= hasNothingStored();
  if (!(await cleared)) {
    // Only the token was removed.
    delete document.documentElement.dataset.session;
    return false;
  }
  const outcome = await call(resumeSession);
  if (!outcome.ok) {
    if (outcome.status !== 401) $session.set({ kind: 'failed', message: messages.userFailed });
    return outcome.status !== 401;
  }
  // Another tab has signed out since, or the same session is stored already.
  if (!document.cookie.includes(storageKeys.signedInCookie)) return false;
  writeStored(storageKeys.authToken, outcome.data.accessToken);
  // What cannot be stored would be asked for again and again.
  if (readStored(storageKeys.authToken) === null) return false;
  location.reload();
  return true;
}

/** Whether local storage was cleared with all the rest, not by hand. */
async function hasNothingStored(): Promise<boolean> {
  try {
    const [databases, stores] = await Promise.all([indexedDB.databases(), caches.keys()]);
    return databases.length + stores.length === 0;
  } catch {
    return false;
  }
}

/** Whether the page shows the user of this token. */
function isShown(token: string): boolean {
  const session = $session.get();
  return session.kind === 'signed-in' && session.user._id === tokenSubject(token);
}

/** Another tab signed in or out, or got a balance; `key` is null when it cleared everything. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKeys.sessionSummary) followCredits();
  if (key !== storageKeys.authToken && key !== null) return;
  if (readStored(storageKeys.authToken) !== shownToken) loading = load();
}

let isLookingAgain = false;

/**
 * Loads the user again when the page becomes visible: another device may have changed the balance or
 * ended the session. Tabs of one browser synchronize by storage events and BroadcastChannel.
 */
function onVisibilityChange(): void {
  if (document.hidden || isLookingAgain || shownToken === null || !navigator.onLine) return;
  isLookingAgain = true;
  void lookAgain().finally(() => (isLookingAgain = false));
}

async function lookAgain(): Promise<void> {
  const before = $session.get();
  const user = await refreshUser();
  if (before.kind !== 'signed-in' || user?._id !== before.user._id) return;
  if (user.credits < before.user.credits) broadcastUnlocked(null);
}

/**
 * A page from the back/forward cache must not show a user who has signed out since, nor their
 * balance before a purchase.
 */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  if (readStored(storageKeys.authToken) === shownToken) {
    if (shownToken !== null) void refreshUser();
    return;
  }
  saveUnsavedWork();
  $session.set({ kind: 'loading' });
  location.reload();
}
