/**
 * Drafts of forms, saved when the session ends or the browser is killed. A draft belongs to one
 * person on this device and is offered in the form it came from (decision 47). It is written twice:
 * to local storage, synchronously even during unload, and to IndexedDB, which survives a killed
 * browser.
 */
import { storageKeys } from '#shared/storage-keys.ts';
import { readDurable, removeDurable, sweepDurable, writeDurable } from './durable-texts.ts';
import { whenIdle } from './idle.ts';
import { readStored, writeStored } from './storage.ts';

/** Where it was written: which form, by whom, about what. */
export type DraftPlace = {
  form: 'profile' | 'comment' | 'item' | 'billing' | 'novel' | 'chapter';
  personId: string;
  /** Id of what the form is about; 'new' for what has none yet. */
  subject: string;
};

/** @param at when it was kept, ISO 8601. */
export type Kept<Value> = { value: Value; at: string };

type Keeping = {
  /** Local storage has it; false where that is closed or full. */
  isStored: boolean;
  /** True once it survives a browser that is killed; false where storage is closed, full or too slow. */
  isDurable: Promise<boolean>;
};

/** Reads what is stored as what the form holds; null for anything else. */
export type ParseDraft<Value> = (value: unknown) => Value | null;

export const draftLimits = {
  /** Of its JSON: the longest chapter with its markup. */
  characters: 1_000_000,
  ageMs: 30 * 86_400_000,
} as const;

const families = [storageKeys.keptDraft, storageKeys.formerChapterDraft];

const nameOf = ({ form, personId, subject }: DraftPlace): string =>
  `${storageKeys.keptDraft}:${personId}:${form}:${subject}`;

/** The keeping of one form on one page. What another tab has kept is not taken away by this one. */
export function createDraftKeeper(place: DraftPlace) {
  const name = nameOf(place);
  let mine: string | null = null;
  return {
    /** Written to local storage before it returns. Nothing is kept of what is too long. */
    keep: (value: unknown): Keeping => {
      sweepOnce();
      const text = JSON.stringify({ at: new Date().toISOString(), value });
      if (text.length > draftLimits.characters) {
        return { isStored: false, isDurable: Promise.resolve(false) };
      }
      mine = text;
      writeStored(name, text);
      return { isStored: readStored(name) === text, isDurable: writeDurable(name, text) };
    },
    /** It is saved now. */
    drop: (): void => {
      if (mine === null) return;
      if (readStored(name) === mine) writeStored(name, null);
      void removeDurable(name, mine);
      mine = null;
    },
  };
}

/** What was kept there last; null for nothing, or nothing that can be read or is young enough. */
export async function readDraft<Value>(
  place: DraftPlace,
  parse: ParseDraft<Value>,
): Promise<Kept<Value> | null> {
  const name = nameOf(place);
  const texts = [readStored(name), await readDurable(name)];
  const [newest] = texts
    .map((text) => parseKept(text, Date.now()))
    .filter((kept) => kept !== null)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const value = newest ? parse(newest.value) : null;
  return newest && value !== null ? { value, at: newest.at } : null;
}

/**
 * Gives an entry of an earlier release, its value with `at` beside it, the name that it has now. What
 * was kept since stays; what is too old or is no entry goes.
 */
export function renameFormerDraft(formerName: string, place: DraftPlace): void {
  const text = readStored(formerName);
  if (text === null) return;
  const former = parseKept(text, Date.now());
  if (former && !hasDraft(place)) {
    const value: unknown = JSON.parse(text);
    writeStored(nameOf(place), JSON.stringify({ at: former.at, value }));
    // Full: another time.
    if (!hasDraft(place)) return;
  }
  writeStored(formerName, null);
}

/** Whether something was kept there, as far as is known at once. */
export const hasDraft = (place: DraftPlace): boolean => readStored(nameOf(place)) !== null;

/** It is saved, or declined. */
export function forgetDraft(place: DraftPlace): void {
  writeStored(nameOf(place), null);
  void writeDurable(nameOf(place), null);
}

/** The account is gone, and all that its person was writing on this device. */
export function forgetDraftsOf(personId: string): void {
  sweep((name) => families.some((family) => name.startsWith(`${family}:${personId}:`)));
}

/** The envelope that `keep` writes; null for anything else, and for what is too old or too long. */
export function parseKept(text: string | null, nowMs: number): Kept<unknown> | null {
  if (text === null || text.length > draftLimits.characters) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    const { at, value }: { at?: unknown; value?: unknown } = kept;
    const ageMs = typeof at === 'string' ? nowMs - Date.parse(at) : Number.NaN;
    // A clock that was set back since makes it negative.
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
  whenIdle(() => sweep((_, text) => parseKept(text, Date.now()) === null));
}

function sweep(isStale: (name: string, text: string) => boolean): void {
  const isOurs = (name: string) => families.some((family) => name.startsWith(`${family}:`));
  try {
    for (const name of Object.keys(localStorage).filter(isOurs)) {
      if (isStale(name, readStored(name) ?? '')) writeStored(name, null);
    }
  } catch {
    // Closed storage holds nothing.
  }
  void sweepDurable((name, text) => isOurs(name) && isStale(name, String(text)));
}
