/**
 * What is written and not yet saved, kept in this browser, by person and chapter: a crash or a lost
 * connection loses nothing. Local storage, for it is written at once, even as a page goes away.
 */
import { readStored, writeStored } from '../../../lib/browser/storage.ts';
import { storageKeys } from '../../../lib/shared/storage-keys.ts';

export type LocalCopy = {
  title: string;
  html: string;
  /** Of the working copy that it was made from. */
  version: number;
  /** When it was kept, ISO 8601. */
  at: string;
};

const keyOf = (userId: string, chapterId: string): string =>
  `${storageKeys.studioCopy}:${userId}:${chapterId}`;

export function readLocalCopy(userId: string, chapterId: string): LocalCopy | null {
  const stored = readStored(keyOf(userId, chapterId));
  if (stored === null) return null;
  try {
    const copy = JSON.parse(stored) as Partial<LocalCopy> | null;
    const { title, html, version, at } = copy ?? {};
    const isWhole =
      typeof title === 'string' && typeof html === 'string' && typeof version === 'number';
    return isWhole ? { title, html, version, at: typeof at === 'string' ? at : '' } : null;
  } catch {
    // Not written by us.
    return null;
  }
}

/** The keeping of one page. What another tab has kept is not taken away by this one. */
export function createLocalKeeper(userId: string, chapterId: string) {
  const key = keyOf(userId, chapterId);
  let mine: string | null = null;
  return {
    /** False where storage is full or closed: then only the page itself has the text. */
    keep: (copy: Omit<LocalCopy, 'at'>): boolean => {
      mine = JSON.stringify({ ...copy, at: new Date().toISOString() });
      writeStored(key, mine);
      return readStored(key) === mine;
    },
    drop: (): void => {
      if (mine !== null && readStored(key) === mine) writeStored(key, null);
      mine = null;
    },
  };
}

/** Whoever was asked has chosen not to take it up. */
export const forgetLocalCopy = (userId: string, chapterId: string): void =>
  writeStored(keyOf(userId, chapterId), null);
