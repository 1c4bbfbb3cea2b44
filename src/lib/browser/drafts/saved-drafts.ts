/**
 * Drafts of forms, saved when the session ends or the browser is killed. A draft belongs to one
 * user on this device and is offered in the form it came from (decision 47). It is written twice:
 * to local storage, synchronously even during unload, and to IndexedDB, which survives a killed
 * browser.
 */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { whenIdle } from '../idle.ts';
import { changeEntry, readEntry, removeSelected } from '../database/database.ts';
import { readStored, writeStored } from '../storage.ts';

/** The key of a draft: which form, user and subject. */
export type DraftPlace = {
  form:
    | 'profile'
    | 'comment'
    | 'item'
    | 'billing'
    | 'novel'
    | 'chapter'
    | 'typo'
    | 'announcement'
    | 'desk'
    | 'novel-notes'
    | 'chapter-notes';
  personId: string;
  /** Id of the form's subject; 'new' for one without an id yet. */
  subject: string;
};

/** @param at when it was stored, ISO 8601. */
export type SavedDraft<Value> = { value: Value; at: string };

type Saving = {
  /** Stored in local storage; false if that is unavailable or full. */
  isStored: boolean;
  /** True once it survives a killed browser; false if storage is unavailable, full or too slow. */
  isDurable: Promise<boolean>;
};

/** Parses a stored draft as the form's value; null for an invalid one. */
export type ParseDraft<Value> = (value: unknown) => Value | null;

export const draftLimits = {
  /** Of its JSON: the longest chapter with its markup. */
  characters: 1_000_000,
  ageMs: 30 * 86_400_000,
} as const;

const nameOf = ({ form, personId, subject }: DraftPlace): string =>
  `${storageKeys.savedDraft}:${personId}:${form}:${subject}`;

/**
 * Stores the draft of one form on one page. Drafts stored by another tab are not deleted by this
 * one.
 */
export function createDraftSaver(place: DraftPlace) {
  const name = nameOf(place);
  let mine: string | null = null;
  return {
    /** Written to local storage before it returns. A value that is too long is not stored. */
    save: (value: unknown): Saving => {
      sweepOnce();
      const text = JSON.stringify({ at: new Date().toISOString(), value });
      if (text.length > draftLimits.characters) {
        return { isStored: false, isDurable: Promise.resolve(false) };
      }
      mine = text;
      writeStored(name, text);
      const written = changeEntry('drafts', name, () => text);
      return { isStored: readStored(name) === text, isDurable: isDurable(written) };
    },
    /** The form was saved: deletes the draft. */
    drop: (): void => {
      if (mine === null) return;
      const text = mine;
      if (readStored(name) === text) remove(name, text);
      else void removeDurable(name, text);
      mine = null;
    },
  };
}

/**
 * Deletes an entry in both stores. IndexedDB may do it after this page is gone: until it has, an entry
 * without a value, newer than the deleted one, is in local storage.
 */
function remove(name: string, text: string | null): void {
  const removed = JSON.stringify({ at: new Date().toISOString(), value: null });
  writeStored(name, removed);
  void removeDurable(name, text).then((isDone) => {
    if (isDone && readStored(name) === removed) writeStored(name, null);
  });
}

/** True once it is on disk; false if storage is unavailable, full or too slow. */
const isDurable = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  );

/** Removes it if it is still this text, or any for null: what another tab has written stays. */
const removeDurable = (name: string, text: string | null): Promise<boolean> =>
  isDurable(
    changeEntry('drafts', name, (now) => (text === null || now === text ? null : undefined)),
  );

/** The last stored draft; null for none, or one that is unreadable or expired, which is removed. */
export async function readDraft<Value>(
  place: DraftPlace,
  parse: ParseDraft<Value>,
): Promise<SavedDraft<Value> | null> {
  const name = nameOf(place);
  const stored = readStored(name);
  const durable = (await readEntry('drafts', name)) ?? null;
  const [newest] = [stored, durable]
    .map((text) => parseDraft(text, Date.now()))
    .filter((draft) => draft !== null)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (!newest) {
    // Only what was read: another may have been saved since.
    if (stored !== null && readStored(name) === stored) writeStored(name, null);
    if (durable !== null) void removeDurable(name, durable);
    return null;
  }
  if (newest.value === null) {
    // Deleted, but not on the disk yet: what was saved since this was read stays.
    if (durable !== null) void removeDurable(name, durable);
    return null;
  }
  const value = parse(newest.value);
  return value === null ? null : { value, at: newest.at };
}

/** Whether there is a draft, as far as is known synchronously. */
export const hasDraft = (place: DraftPlace): boolean =>
  (parseDraft(readStored(nameOf(place)), Date.now())?.value ?? null) !== null;

/** The draft was saved, or declined. */
export function forgetDraft(place: DraftPlace): void {
  const name = nameOf(place);
  remove(name, null);
}

/** The account is deleted, and so are all its drafts on this device. */
export function forgetDraftsOf(personId: string): void {
  sweep((name) => name.startsWith(`${storageKeys.savedDraft}:${personId}:`));
}

/**
 * The envelope that `save` writes; null for anything else, and for one that is expired or too long.
 */
export function parseDraft(text: string | null, nowMs: number): SavedDraft<unknown> | null {
  if (text === null || text.length > draftLimits.characters) return null;
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null) return null;
    const { at, value }: { at?: unknown; value?: unknown } = draft;
    const ageMs = typeof at === 'string' ? nowMs - Date.parse(at) : Number.NaN;
    // A clock set back since makes it negative.
    return typeof at === 'string' && ageMs <= draftLimits.ageMs ? { at, value } : null;
  } catch {
    // Not written by us.
    return null;
  }
}

let hasSwept = false;

/** Deletes expired drafts, once per page load in which a draft is saved. */
function sweepOnce(): void {
  if (hasSwept) return;
  hasSwept = true;
  whenIdle(() => sweep((_, text) => parseDraft(text, Date.now()) === null));
}

function sweep(isStale: (name: string, text: string) => boolean): void {
  const isOurs = (name: string) => name.startsWith(`${storageKeys.savedDraft}:`);
  try {
    for (const name of Object.keys(localStorage).filter(isOurs)) {
      if (isStale(name, readStored(name) ?? '')) writeStored(name, null);
    }
  } catch {
    // Storage unavailable.
  }
  void removeSelected('drafts', (name, text) => isOurs(name) && isStale(name, text ?? ''));
}
