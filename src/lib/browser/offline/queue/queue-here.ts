/** Changes of a signed-in reader that wait for the connection, as pages store and send them. */
import type { Call } from '#shared/contracts/call.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { readStoredPlace } from '#browser/reader/place/stored-places.ts';
import { readStored } from '#browser/storage.ts';
import { readEntry, removeEntries, writeEntry } from '#browser/database/database.ts';
import { listQueue, queueChange, queueKey, sendable, syncTag } from './queue.ts';
import { forgetSession, sendQueue, type ChangeAnswer } from './send-queue.ts';
import type { QueuedChange } from '#browser/database/entries.ts';

/** What waits: where it goes, and what it is called. */
export type WaitingChange = Pick<
  QueuedChange,
  'subject' | 'method' | 'path' | 'body' | 'label' | 'value'
>;

const firstRetryMs = 10_000;
const lastRetryMs = 300_000;

/**
 * Queues a change whose call has found no connection. The outcome then says that it waits: what it
 * shows stays.
 * @param person who was signed in when the call was sent: the change is theirs.
 */
export async function orWaiting<Data>(
  person: string | null,
  outcome: Outcome<Data>,
  change: WaitingChange,
): Promise<Outcome<Data>> {
  if (person === null) return outcome;
  if (outcome.ok || !outcome.isOffline) {
    // An earlier change must not be sent after this one.
    if (outcome.ok) {
      await removeEntries('queue', [queueKey(person, change.subject)]);
      await forgetSession(person);
    }
    return outcome;
  }
  const { pathname: page } = location;
  const isQueued = await queueChange({ ...change, person, page, queuedAtMs: Date.now() });
  if (!isQueued) return outcome;
  // Where somebody else is signed in by now, it waits until its person is back.
  if (signedInPerson() === person) {
    await wakeWorker(person);
    watchForConnection();
  }
  return { ...outcome, isWaiting: true };
}

/** This reader's last change of a subject, while it waits. */
export async function findWaiting(subject: string): Promise<QueuedChange | null> {
  const person = signedInPerson();
  if (person === null) return null;
  const change = await readEntry('queue', queueKey(person, subject));
  if (change?.problem !== null) return null;
  watchForConnection();
  return change;
}

/** What this reader has waiting for addresses that begin so, the oldest first. */
export async function listWaiting(path: string): Promise<QueuedChange[]> {
  const person = signedInPerson();
  if (person === null) return [];
  const waiting = sendable(await listQueue(), person, Date.now());
  return waiting.filter((change) => change.path.startsWith(path));
}

let isWatching = false;
let timer = 0;
let retryMs = firstRetryMs;

/** The browser may know when the connection is back, or not: both are tried while this page is seen. */
function watchForConnection(): void {
  if (!isWatching) addEventListener('online', () => void sendHere());
  isWatching = true;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (document.hidden) watchForConnection();
    else void sendHere();
  }, retryMs);
}

/** Sends what waits for the reader who is signed in. */
export async function sendHere(): Promise<void> {
  const person = signedInPerson();
  if (person === null) return;
  const armed = timer;
  const isDone = await sendQueue(person, (change) => sendAs(person, change));
  if (isDone) {
    await forgetSession(person);
    retryMs = firstRetryMs;
    // A change queued during the send has set a new timer, which must fire.
    if (timer === armed) clearTimeout(timer);
    return;
  }
  retryMs = Math.min(retryMs * 2, lastRetryMs);
  watchForConnection();
}

async function sendAs(person: string, change: QueuedChange): Promise<ChangeAnswer> {
  // Another tab has signed in somebody else.
  if (signedInPerson() !== person) return { status: 0, body: null };
  const body = withNewestPlace(change);
  // Its address is complete.
  const contract = { method: change.method, path: change.path } as Call;
  const outcome = await call(contract, body === null ? {} : { body });
  if (outcome.ok) return { status: 200, body: outcome.data };
  const { status, error, message } = outcome;
  return { status, body: { ...outcome.body, error, message } };
}

/** The page may have been closed before the last place of its reader was stored here. */
function withNewestPlace({ subject, body }: QueuedChange): unknown {
  const [kind, id = ''] = subject.split(':');
  if (kind !== 'place') return body;
  const place = readStoredPlace(id);
  return place ? { ...(body as object), place, isRead: false, sentAt: Date.now() } : body;
}

async function wakeWorker(person: string): Promise<void> {
  const authToken = readStored(storageKeys.authToken);
  if (authToken === null || !('serviceWorker' in navigator)) return;
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as Syncing | undefined;
    if (!registration?.sync) return;
    // Signed out in the meantime: nothing is left behind.
    if (readStored(storageKeys.authToken) !== authToken) return;
    const clientToken = readStored(storageKeys.clientToken);
    await writeEntry('session', { person, authToken, clientToken });
    await registration.sync.register(syncTag);
  } catch {
    // Pages send it.
  }
}

/** Background Sync, in the browsers that have it. */
type Syncing = { sync?: { register: (tag: string) => Promise<void> } };
