/**
 * Changes made offline (decision 80), stored until they are sent for the account that made them. A later
 * change of a subject replaces an earlier one, so only the last one is sent.
 */
import { changeEntry, readEntries, writeEntry } from '#browser/database/database.ts';
import type { QueuedChange } from '#browser/database/entries.ts';

/** How long a change waits at most. */
const waitsAtMostMs = 30 * 86_400_000;
const changesMax = 500;

/** The key of an entry. */
export const queueKey = (person: string, subject: string): string => `${person} ${subject}`;

/**
 * What may still be sent for this person, the oldest first, after those at which the server has not failed
 * yet; nothing of anybody else.
 */
export function sendable(
  changes: readonly QueuedChange[],
  person: string,
  nowMs: number,
): QueuedChange[] {
  return changes
    .filter((change) => change.person === person && change.problem === null)
    .filter(({ queuedAtMs }) => nowMs - queuedAtMs <= waitsAtMostMs)
    .toSorted(
      (one, other) =>
        (one.failures ?? 0) - (other.failures ?? 0) || one.queuedAtMs - other.queuedAtMs,
    );
}

/** Which entries have waited too long, whoever made them. */
export function expired(changes: readonly QueuedChange[], nowMs: number): QueuedChange[] {
  return changes.filter(({ queuedAtMs }) => nowMs - queuedAtMs > waitsAtMostMs);
}

export const listQueue = (): Promise<QueuedChange[]> => readEntries('queue');

/** Stores a change. @returns false where it cannot be stored: storage is unavailable or full. */
export async function queueChange(change: Omit<QueuedChange, 'key' | 'problem'>): Promise<boolean> {
  const key = queueKey(change.person, change.subject);
  try {
    const all = await listQueue();
    if (all.length >= changesMax && all.every((other) => other.key !== key)) return false;
    await writeEntry('queue', { ...change, key, problem: null });
    return true;
  } catch {
    return false;
  }
}

/** Replaces an entry, or removes it for null; a later change of the same subject stays as it is. */
export async function replaceChange(
  change: QueuedChange,
  next: QueuedChange | null,
): Promise<void> {
  await changeEntry('queue', change.key, (latest) =>
    latest?.queuedAtMs === change.queuedAtMs ? next : undefined,
  ).catch(() => undefined);
}

/** The name of what the browser wakes the service worker for when there is a connection again. */
export const syncTag = 'queue';
