/**
 * IndexedDB, which only this module opens: for pages and the service worker. Pages and pictures for reading
 * without a connection are in caches.
 */
import { openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import { parseEntry, type Entries } from './entries.ts';

/** Goes with the service worker (`remove-worker.ts`). Drafts do not: they have a database of their own. */
export const offlineDatabase = 'feuilleton-offline';

/** Of what readers' devices have: another store, or another key, needs another version. */
const versions = { feuilleton: 1, [offlineDatabase]: 1 } as const;

/** A disk that is slower, or another tab that blocks the database, counts as no storage. */
const patienceMs = { feuilleton: 5_000, [offlineDatabase]: 10_000 } as const;

type StoreName = keyof Entries;
type Place = { database: keyof typeof versions; name: string; keyPath: string | null };

const offline = (name: string, keyPath: string): Place => ({
  database: offlineDatabase,
  name,
  keyPath,
});

/** Stores, and what their entries are found by; null: by a key beside the entry. */
const stores: Record<StoreName, Place> = {
  /** Drafts of forms (`saved-drafts.ts`). */
  drafts: { database: 'feuilleton', name: 'texts', keyPath: null },
  /** Pages in caches (`cached-pages.ts`). */
  pages: offline('pages', 'path'),
  /** Premium texts, encrypted (`vault.ts`). */
  texts: offline('texts', 'chapterId'),
  /** Their keys. */
  keys: offline('keys', 'person'),
  /** Downloaded novels (`downloads.ts`). */
  downloads: offline('downloads', 'novelId'),
  /** Changes that wait for the connection (`queue.ts`). */
  queue: offline('queue', 'key'),
  /** With what the service worker sends them. */
  session: offline('session', 'person'),
};

/**
 * What can be fetched again is removed when it cannot be read. The rest stays: the release that wrote it
 * may come back, or be open in another tab.
 */
const isFetchedAgain = (name: StoreName): boolean => name === 'pages' || name === 'texts';

const opened = new Map<Place['database'], Promise<IDBPDatabase>>();

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<unknown, string[], string, Mode>;

/**
 * Does one thing that concerns one or several stores of a database, in one transaction.
 * @returns its result, once the transaction is complete; of drafts, once they are on disk
 *   (https://w3c.github.io/IndexedDB/#transaction-durability-hint). Throws where storage is unavailable,
 *   full or too slow.
 */
export async function inStores<Result, Mode extends IDBTransactionMode>(
  names: readonly [StoreName, ...StoreName[]],
  mode: Mode,
  work: (store: (name: StoreName) => Store<Mode>) => Promise<Result>,
  { isRemoval = false } = {},
): Promise<Result> {
  const { database } = stores[names[0]];
  const late = AbortSignal.timeout(patienceMs[database]);
  const isOffline = database === offlineDatabase;
  const run = async () => {
    const connection = await open(database);
    if (isOffline && !isRemoval) late.throwIfAborted();
    const transaction = connection.transaction(
      names.map((name) => stores[name].name),
      mode,
      { durability: isOffline ? 'default' : 'strict' },
    );
    // A late draft is still better stored, and a late removal done. Of anything else the caller now knows
    // that it is not stored.
    const abort = () => isOffline && !isRemoval && transaction.abort();
    late.addEventListener('abort', abort);
    try {
      const given = work((name) => transaction.objectStore(stores[name].name));
      const [result] = await Promise.all([given, transaction.done]);
      return result;
    } finally {
      late.removeEventListener('abort', abort);
    }
  };
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('storage too slow')));
  });
  return Promise.race([run(), tooLate]);
}

/**
 * Changes an entry in one transaction, so that nothing that was done to it in the meantime is undone: what
 * was removed stays removed unless `change` makes another. Throws where storage is unavailable or full.
 * @param change gets the entry, undefined for none. What it returns is written; null removes the entry,
 *   undefined leaves it.
 * @returns the entry as it was before.
 */
export async function changeEntry<Name extends StoreName>(
  name: Name,
  key: string,
  change: (entry: Entries[Name] | undefined) => Entries[Name] | null | undefined,
): Promise<Entries[Name] | undefined> {
  return inStores([name], 'readwrite', async (store) => {
    const stored: unknown = await store(name).get(key);
    const before = parseEntry(name, stored);
    const changed = change(before);
    const isUseless = before === undefined && stored !== undefined && isFetchedAgain(name);
    if (changed !== undefined && changed !== null) {
      await store(name).put(changed, stores[name].keyPath === null ? key : undefined);
    } else if (changed === null || isUseless) await store(name).delete(key);
    return before;
  });
}

/** An entry; undefined for none, for one that cannot be read (`isFetchedAgain`), or without storage. */
export async function readEntry<Name extends StoreName>(
  name: Name,
  key: string,
): Promise<Entries[Name] | undefined> {
  try {
    const stored: unknown = await inStores([name], 'readonly', (store) => store(name).get(key));
    const entry = parseEntry(name, stored);
    if (entry === undefined && stored !== undefined && isFetchedAgain(name)) {
      await changeEntry(name, key, () => undefined);
    }
    return entry;
  } catch {
    return undefined;
  }
}

/** All entries of a store that can be read; none without storage. */
export async function readEntries<Name extends StoreName>(name: Name): Promise<Entries[Name][]> {
  return listEntries(name).catch(() => []);
}

/** All entries of a store that can be read (`isFetchedAgain`). Throws where storage is unavailable. */
export async function listEntries<Name extends StoreName>(name: Name): Promise<Entries[Name][]> {
  const [keys, all] = await inStores([name], 'readonly', (store) =>
    Promise.all([store(name).getAllKeys() as Promise<string[]>, store(name).getAll()]),
  );
  const entries = all.map((stored) => parseEntry(name, stored));
  const unreadable = keys.filter((_, index) => entries[index] === undefined);
  if (isFetchedAgain(name)) {
    for (const key of unreadable) await changeEntry(name, key, () => undefined);
  }
  return entries.filter((entry) => entry !== undefined);
}

/** Writes an entry in the place of the one before. Throws where storage is unavailable or full. */
export async function writeEntry(name: StoreName, entry: object): Promise<void> {
  await inStores([name], 'readwrite', (store) => store(name).put(entry));
}

/** Removes entries by their keys. */
export async function removeEntries(name: StoreName, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await inStores(
    [name],
    'readwrite',
    (store) => Promise.all(keys.map((key) => store(name).delete(key))),
    { isRemoval: true },
  ).catch(() => undefined);
}

/** Removes all entries of a store. */
export async function removeAll(name: StoreName): Promise<void> {
  const clear = (store: (name: StoreName) => Store<'readwrite'>) => store(name).clear();
  await inStores([name], 'readwrite', clear, { isRemoval: true }).catch(() => undefined);
}

/** Removes the entries of a store that are selected by key and entry, undefined for an unreadable one. */
export async function removeSelected<Name extends StoreName>(
  name: Name,
  isSelected: (key: string, entry: Entries[Name] | undefined) => boolean,
): Promise<void> {
  await inStores([name], 'readwrite', async (store) => {
    let cursor = await store(name).openCursor();
    for (; cursor; cursor = await cursor.continue()) {
      if (isSelected(cursor.key as string, parseEntry(name, cursor.value))) await cursor.delete();
    }
  }).catch(() => undefined);
}

function open(name: Place['database']): Promise<IDBPDatabase> {
  const known = opened.get(name);
  if (known) return known;
  const forget = () => void opened.delete(name);
  const upgrade = (database: IDBPDatabase) => {
    for (const store of Object.values(stores)) {
      if (store.database !== name || database.objectStoreNames.contains(store.name)) continue;
      database.createObjectStore(store.name, { keyPath: store.keyPath });
    }
  };
  const opening = openDB(name, versions[name], { upgrade })
    .catch((error: unknown) => {
      // A newer release was here: its stores are used as far as they are ours.
      if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
      return openDB(name);
    })
    .then((database) => {
      // A newer release, or the browser, changes or deletes it: the next use opens it again.
      database.onclose = database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    });
  opened.set(name, opening);
  opening.catch(forget);
  return opening;
}
