/** Sends what has waited for the connection: in a page, and in the service worker. */
import { inStores } from '#browser/database/database.ts';
import { parseEntry, type QueuedChange } from '#browser/database/entries.ts';
import { expired, listQueue, sendable, replaceChange } from './queue.ts';

/** What the server said to a change. `status` 0: nothing. */
export type ChangeAnswer = { status: number; body: unknown };

/** Sends one change as its person. */
export type SendChange = (change: QueuedChange) => Promise<ChangeAnswer>;

/** A change is off the list: taken by the server, or refused. Told to all tabs. */
export type ChangeResult = { subject: string; person: string; isTaken: boolean; body: unknown };

const channelName = 'feuilleton-queue';
const lockName = 'feuilleton-queue';

/** So often the server may fail at a change before it is shown as a problem. */
const failuresMax = 5;
/** A tab that has had the lock for so long is frozen: what it sends once more does no harm. */
const stealsAfterMs = 300_000;
/** The site itself is down, after so many failures: the rest waits. */
const failuresAtOnce = 3;

/**
 * What becomes of a change, by the answer: gone, to be tried again later with all others, to be tried
 * again while others are sent (the server's failure), or shown as a problem.
 */
export function judge({
  status,
  body,
}: ChangeAnswer): 'taken' | 'later' | 'failed' | { problem: string } {
  if (status >= 200 && status < 300) return 'taken';
  // No answer, another session needed, locked out for a while, too many requests.
  if (status === 0 || [401, 408, 423, 429].includes(status)) return 'later';
  if (status >= 500) return 'failed';
  const { error, message } = { ...(body as object) } as { error?: unknown; message?: unknown };
  if (error === 'CSRF_VALIDATION_ERROR' || error === 'CLIENT_TOKEN_INVALID') return 'later';
  if (error === 'PLACE_STALE') {
    return {
      problem: 'Vous en étiez ailleurs sur un autre appareil. Ouvrez le chapitre pour choisir.',
    };
  }
  return {
    problem: typeof message === 'string' ? message : 'Le site n’a pas accepté ce changement.',
  };
}

/**
 * Sends this person's changes one after the other, in one tab or worker at a time, and broadcasts the results.
 * Stops where one has to be tried later; goes on past one at which the server fails.
 * @returns whether nothing is left to be sent.
 */
export async function sendQueue(person: string, send: SendChange): Promise<boolean> {
  const isDone = await withLock(async () => {
    const all = await listQueue();
    for (const change of expired(all, Date.now())) await replaceChange(change, null);
    let failed = 0;
    for (const change of sendable(all, person, Date.now())) {
      const answer = await send(change);
      const verdict = judge(answer);
      if (verdict === 'later') return false;
      if (verdict === 'failed') {
        await replaceChange(change, withFailure(change, answer));
        if (++failed >= failuresAtOnce) return false;
        continue;
      }
      const isTaken = verdict === 'taken';
      await replaceChange(change, isTaken ? null : { ...change, problem: verdict.problem });
      broadcastResult({ subject: change.subject, person, isTaken, body: answer.body });
    }
    return failed === 0;
  });
  if (isDone !== null) return isDone;
  // Another tab is at it, which may be closed before it is done.
  return sendable(await listQueue(), person, Date.now()).length === 0;
}

/** Removes the session that the worker sends with, unless something has been added to be sent. */
export async function forgetSession(person: string): Promise<void> {
  await inStores(['queue', 'session'], 'readwrite', async (store) => {
    const all = (await store('queue').getAll()) as unknown[];
    const changes = all.flatMap((stored) => parseEntry('queue', stored) ?? []);
    if (sendable(changes, person, Date.now()).length === 0) await store('session').delete(person);
  }).catch(() => undefined);
}

/** A change at which the server has failed once more. A site that is not reached has not failed at it. */
function withFailure(change: QueuedChange, { status }: ChangeAnswer): QueuedChange {
  if (status >= 502 && status <= 504) return change;
  const failures = (change.failures ?? 0) + 1;
  const problem =
    failures < failuresMax ? null : 'Le site n’arrive pas à enregistrer ce changement.';
  return { ...change, failures, problem };
}

/** Since when another tab or the worker has had the lock; null while it has not. */
let lockedSinceMs: number | null = null;

/** Null while another tab or the worker is at it. Lost to another tab, the work is not done. */
async function withLock(work: () => Promise<boolean>): Promise<boolean | null> {
  if (!('locks' in navigator)) return work();
  const isFrozen = lockedSinceMs !== null && Date.now() - lockedSinceMs > stealsAfterMs;
  const manner = isFrozen ? { steal: true } : { ifAvailable: true };
  const done = await navigator.locks
    .request(lockName, manner, (lock) => (lock ? work() : null))
    .catch(() => false);
  lockedSinceMs = done === null ? (lockedSinceMs ?? Date.now()) : null;
  return done;
}

function broadcastResult(result: ChangeResult): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(result);
  channel.close();
}

/** Calls back for each change that is taken or refused, in this tab or elsewhere. @returns what ends it. */
export function onChangeResult(listener: (result: ChangeResult) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const { subject, person, isTaken, body } = {
      ...(data as object | null),
    } as Partial<ChangeResult>;
    if (typeof subject !== 'string' || typeof person !== 'string') return;
    listener({ subject, person, isTaken: isTaken === true, body: body ?? null });
  });
  return () => channel.close();
}
