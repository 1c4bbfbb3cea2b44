/** The chapter of each novel read last on this device. Private to the current reader. */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, storedPlacesMax, writeStored } from '#browser/storage.ts';

export type LastRead = { id: string; number: number };

/** What a way back to a chapter shows, with nothing but this device. */
export type WayBack = {
  slug: string;
  novelTitle: string;
  chapterTitle: string;
  /** Of the novel, when the chapter was read. */
  chapterCount: number;
  /** How much of the chapter was read, in percent. */
  percent: number;
  readAtMs: number;
  /** The chapter after it, if there was one. */
  nextId: string | null;
  /** The id of the signed-in reader; null for a visitor without an account. */
  reader: string | null;
};

export type Resumable = LastRead & WayBack & { novelId: string };

/** The chapter of a novel that was read last; null for none, or an invalid entry. */
export function readLastRead(novelId: string): LastRead | null {
  return parse(readAllLast()[novelId]);
}

/**
 * The chapters that a person can resume on this device, most recent first: those they read signed in
 * and those read while signed out. `person` null: only the latter.
 */
export function listResumable(person: string | null): Resumable[] {
  return Object.entries(readAllLast())
    .flatMap(([novelId, entry]) => {
      const last = parse(entry);
      const way: unknown = Array.isArray(entry) ? entry[2] : null;
      return last && isWayBack(way) && [null, person].includes(way.reader)
        ? [{ novelId, ...last, ...way }]
        : [];
    })
    .toReversed();
}

/** How much of a novel's chapters was read, in whole percent. */
export function percentOfNovel({ number, percent, chapterCount }: Resumable): number {
  const read = (100 * (number - 1) + percent) / Math.max(1, chapterCount);
  return Math.round(Math.min(100, Math.max(0, read)));
}

/** The chapter to read now: the one that was read last, or the one after it once that is read whole. */
export function chapterToRead({ id, number, percent, nextId }: Resumable): LastRead {
  return percent === 100 && nextId !== null ? { id: nextId, number: number + 1 } : { id, number };
}

/** Stores the current chapter. The novels read longest ago are dropped beyond a limit. */
export function noteLastRead(novelId: string, { id, number }: LastRead, way?: WayBack): void {
  const others = Object.entries(readAllLast()).filter(([novel]) => novel !== novelId);
  const all = [...others, [novelId, way ? [id, number, way] : [id, number]] as const];
  const latest = all.slice(-storedPlacesMax);
  writeStored(storageKeys.lastRead, JSON.stringify(Object.fromEntries(latest)));
}

function parse(entry: unknown): LastRead | null {
  const [id, number] = Array.isArray(entry) ? (entry as unknown[]) : [];
  return isId(id) && Number.isInteger(number) ? { id, number: Number(number) } : null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f-]{36}$/.test(value);
}

function isWayBack(value: unknown): value is WayBack {
  if (typeof value !== 'object' || value === null) return false;
  const way = value as Partial<Record<keyof WayBack, unknown>>;
  return (
    typeof way.slug === 'string' &&
    /^[a-z0-9-]{1,120}$/.test(way.slug) &&
    typeof way.novelTitle === 'string' &&
    typeof way.chapterTitle === 'string' &&
    [way.chapterCount, way.percent, way.readAtMs].every(Number.isFinite) &&
    (way.nextId === null || isId(way.nextId)) &&
    (way.reader === null || typeof way.reader === 'string')
  );
}

/** What is stored, by novel, the last read last; not checked. */
export function readAllLast(): Partial<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.lastRead) ?? '');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
