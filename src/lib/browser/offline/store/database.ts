/**
 * What this device keeps to be read without a connection, besides the pages themselves, which are in
 * caches. Shared by pages and the service worker.
 */
import { parseEntry, type Entries } from './entries.ts';

const databaseName = 'feuilleton-offline';
const version = 1;
/** A disk that does not answer, or another tab that holds the database, counts as no storage. */
const opensWithinMs = 10_000;

/** Stores, and what their entries are found by. */
const stores = {
  /** Kept pages (`kept-pages.ts`), by path. */
  pages: 'path',
  /** Premium texts, encrypted (`vault.ts`), by chapter. */
  texts: 'chapterId',
  /** Their keys, by person. */
  keys: 'person',
  /** Downloaded novels (`downloads.ts`), by novel. */
  downloads: 'novelId',
  /** What waits for the connection (`queue.ts`). */
  queue: 'key',
  /** With what the service worker sends it. */
  session: 'person',
} as const satisfies Record<keyof Entries, string>;

type StoreName = keyof Entries;

let opening: Promise<IDBDatabase> | null = null;

/**
 * Does one thing in one store, in a transaction of its own.
 * @returns its result, once the transaction is complete. Throws where storage is unavailable or full.
 */
export async function inStore<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return inStores([name], mode, (store) => work(store(name)));
}

/** Does one thing that concerns several stores, as `inStore` does. */
export async function inStores<Result>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (store: (name: StoreName) => IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opening ??= open();
  const database = await opening;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, mode);
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
}

/**
 * Changes an entry in one transaction, so that nothing which was done to it meanwhile is undone: what
 * was removed stays removed unless `change` makes it anew. Throws where storage is unavailable or full.
 * @param change gets the entry, undefined for none; what it returns is written, undefined is not.
 * @returns the entry as it is afterwards.
 */
export async function changeEntry<Name extends StoreName>(
  name: Name,
  key: string,
  change: (entry: Entries[Name] | undefined) => Entries[Name] | undefined,
): Promise<Entries[Name] | undefined> {
  let after: Entries[Name] | undefined;
  await inStore(name, 'readwrite', (store) => {
    const found = store.get(key) as IDBRequest<unknown>;
    found.onsuccess = () => {
      const before = parseEntry(name, found.result);
      const changed = change(before);
      after = changed ?? before;
      if (changed) store.put(changed);
    };
    return found;
  });
  return after;
}

/** An entry; undefined for none, for one that cannot be read, or without storage. */
export async function readEntry<Name extends StoreName>(
  name: Name,
  key: string,
): Promise<Entries[Name] | undefined> {
  try {
    return parseEntry(name, await inStore(name, 'readonly', (store) => store.get(key)));
  } catch {
    return undefined;
  }
}

/** All entries of a store that can be read; none without storage. */
export async function readEntries<Name extends StoreName>(name: Name): Promise<Entries[Name][]> {
  return listEntries(name).catch(() => []);
}

/** All entries of a store that can be read. Throws where storage is unavailable. */
export async function listEntries<Name extends StoreName>(name: Name): Promise<Entries[Name][]> {
  const all = (await inStore(name, 'readonly', (store) => store.getAll())) as unknown[];
  return all.flatMap((stored) => parseEntry(name, stored) ?? []);
}

/** Removes all entries of a store, those that cannot be read included. */
export async function removeAll(name: StoreName): Promise<void> {
  const all = await inStore(name, 'readonly', (store) => store.getAll()).catch(() => []);
  await removeEntries(
    name,
    (all as Record<string, unknown>[]).map((stored) => String(stored[stores[name]])),
  );
}

/** Writes an entry in the place of the one before. Throws where storage is unavailable or full. */
export async function writeEntry(name: StoreName, entry: object): Promise<void> {
  await inStore(name, 'readwrite', (store) => store.put(entry));
}

/** Removes entries by their keys. */
export async function removeEntries(name: StoreName, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await inStore(name, 'readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}

async function open(): Promise<IDBDatabase> {
  try {
    return await openNow(version).catch((error: unknown) => {
      // A newer release was here: its stores are used as far as they are ours.
      if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
      return openNow();
    });
  } catch (error) {
    opening = null;
    throw error;
  }
}

function openNow(wanted?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, wanted);
    const patience = setTimeout(() => reject(new Error('not opened in time')), opensWithinMs);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const [name, keyPath] of Object.entries(stores)) {
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      clearTimeout(patience);
      const { result } = request;
      // A newer release, or the browser, changes or deletes it: the next use opens it again.
      result.onclose = result.onversionchange = () => {
        result.close();
        opening = null;
      };
      resolve(result);
    };
    request.onerror = () => {
      clearTimeout(patience);
      reject(request.error ?? new Error('closed'));
    };
  });
}
