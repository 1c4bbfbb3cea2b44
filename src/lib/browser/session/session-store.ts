/** Who is signed in: the page's state, and what local storage has of it for the next one. */
import { atom } from 'nanostores';
import type { UserBody } from '#shared/contracts/auth.ts';
import { paths } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { forgetPremium } from '../offline/store/vault.ts';
import { noteSessionLeft, type SessionLeft } from './session-left.ts';
import { showEnded } from './session-notice.ts';
import { readStored, writeStored } from '../storage.ts';
import { parseFields } from '../stored-values.ts';
import { saveUnsavedWork } from '../drafts/unsaved-work.ts';

/** The session, as known to this page. */
export type Session =
  | { kind: 'loading' }
  /**
   * `hasEnded`: the user was signed in, and their token has expired or is refused. `hasDraft`: their
   * draft is stored on this device.
   */
  | { kind: 'anonymous'; hasEnded: boolean; hasDraft?: boolean }
  | { kind: 'signed-in'; user: UserBody }
  /** The server did not respond: unknown. The message says so. */
  | { kind: 'failed'; message: string };

/** `loading` on the server and in the first render of every island. */
export const $session = atom<Session>({ kind: 'loading' });

/** The last visit's summary, shown until then; null on the server and for anonymous visitors. */
export const $summary = atom<SessionSummary | null>(null);

/** Restores the summary of the last visit. */
export function recallSummary(): void {
  $summary.set(parseSessionSummary(readStored(storageKeys.sessionSummary)));
}

/** The user is known: shown everywhere on the page, and at once on the next one. */
export function showUser(user: UserBody): void {
  const shown = $session.get();
  // Another tab has signed in another user: their forms replace these.
  if (shown.kind === 'signed-in' && shown.user._id !== user._id) saveUnsavedWork();
  storeSummary(summaryOf(user));
  document.documentElement.dataset.session = 'on';
  $session.set({ kind: 'signed-in', user });
}

/** The user's balance has changed: shown everywhere on the page and in the other tabs. */
export function showCredits(credits: number): void {
  const session = $session.get();
  if (session.kind !== 'signed-in' || session.user.credits === credits) return;
  showUser({ ...session.user, credits });
}

/** Another tab got a new balance of the user who is signed in here too. */
export function followCredits(): void {
  const session = $session.get();
  const summary = parseSessionSummary(readStored(storageKeys.sessionSummary));
  if (session.kind !== 'signed-in' || summary === null) return;
  $summary.set(summary);
  const { credits } = summary;
  if (credits !== session.user.credits) {
    $session.set({ kind: 'signed-in', user: { ...session.user, credits } });
  }
}

/** A bookmark was added (1) or removed (-1): home reserves space for as many as there are. */
export function changeBookmarkCount(by: 1 | -1): void {
  const session = $session.get();
  if (session.kind !== 'signed-in') return;
  const bookmarkCount = Math.max(0, session.user.bookmarkCount + by);
  showUser({ ...session.user, bookmarkCount });
}

let isLeaving = false;

/**
 * Signed out on this browser; the page stays. Drafts are stored for their user, unless they chose
 * to leave. @returns whether any is stored.
 */
export function forgetSession(hasEnded: boolean): boolean {
  const hasDraft = !isLeaving && saveUnsavedWork();
  forgetStored();
  if (!isLeaving) $session.set({ kind: 'anonymous', hasEnded, ...(hasDraft && { hasDraft }) });
  return hasDraft;
}

/**
 * The server refuses the stored token: deletes it and shows the banner, unless the page is being
 * left.
 */
export function endSession(): void {
  const hasDraft = forgetSession(true);
  if (!isLeaving) showEnded(hasDraft);
}

/**
 * The stored token has expired or is unreadable: leaves as `leaveSession` does, after drafts have
 * been stored. Home shows why, and links back.
 */
export function leaveBrokenSession(state: SessionLeft['state']): void {
  if (!isLeaving) {
    const { pathname, search, hash } = location;
    const hasDraft = saveUnsavedWork();
    noteSessionLeft({ state, returnPath: pathname + search + hash, hasDraft });
    isBroken = true;
  }
  leaveSession();
}

let isBroken = false;

/** Whether the page is being left because its session broke, without asking the user. */
export const isSessionBroken = (): boolean => isBroken;

/** Deletes the session and goes to `/` (specification, section 4: logout). */
export function leaveSession(): void {
  beginLeaving();
  forgetStored();
  location.assign(paths.home);
}

/**
 * The account is deleted: deletes the session, while the page stays and says so. Left with
 * `leaveSession`.
 */
export function forgetAccount(): void {
  isLeaving = true;
  forgetStored();
}

/**
 * Not “anonymous”: while the page is being left, account pages must not redirect to the sign-in
 * page.
 */
export function beginLeaving(): void {
  isLeaving = true;
  $session.set({ kind: 'loading' });
}

/** For a storage that does not answer. */
const forgettingWaitMs = 2_000;

/**
 * Removes what was downloaded of premium texts. The service worker does it too, as this page may be left
 * before it is done.
 */
export async function forgetDownloads(): Promise<void> {
  const forgotten = forgetPremium().catch(() => undefined);
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.controller?.postMessage({ kind: 'forget-premium' });
  }
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, forgettingWaitMs))]);
}

function forgetStored(): void {
  void forgetDownloads();
  writeStored(storageKeys.authToken, null);
  writeStored(storageKeys.sessionSummary, null);
  writeStored(storageKeys.highlights, null);
  document.cookie = storageKeys.noSignedInCookie;
  const { dataset } = document.documentElement;
  delete dataset.session;
  delete dataset.bookmarks;
  $summary.set(null);
}

function storeSummary(summary: SessionSummary): void {
  writeStored(storageKeys.sessionSummary, JSON.stringify(summary));
  $summary.set(summary);
}

/** A user's data shown before the server responds. Only for display. */
export type SessionSummary = {
  name: string;
  role: UserBody['role'];
  credits: number;
  /** Path of a picture on this site. */
  picture: string | null;
  bookmarkCount: number;
  isReading: boolean;
  hasNovels: boolean;
};

const nameCharactersMax = 200;

/** The part of a user that is stored in local storage. */
export function summaryOf(user: UserBody): SessionSummary {
  return {
    name: user.displayName || user.name,
    role: user.role,
    credits: user.credits,
    picture: user.profileImage,
    bookmarkCount: user.bookmarkCount,
    isReading: user.isReading,
    hasNovels: user.hasNovels,
  };
}

/** Parses local storage; null if it is invalid. */
export function parseSessionSummary(stored: string | null): SessionSummary | null {
  const fields = parseFields(stored);
  const { name, role, picture } = fields;
  if (typeof name !== 'string' || name.length > nameCharactersMax) return null;
  return {
    name,
    role: role === 'author' || role === 'support' || role === 'admin' ? role : 'reader',
    credits: readCount(fields.credits),
    picture: typeof picture === 'string' && /^\/[^/\\]/.test(picture) ? picture : null,
    bookmarkCount: readCount(fields.bookmarkCount),
    isReading: fields.isReading === true,
    hasNovels: fields.hasNovels === true,
  };
}

function readCount(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;
}
