/**
 * What this device keeps to be read without a connection, besides the pages themselves, which are in
 * caches. Shared by pages and the service worker.
 */
const databaseName = 'feuilleton-offline';
const version = 1;

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
} as const;

export type StoreName = keyof typeof stores;

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
export async function changeEntry<Entry extends object>(
  name: StoreName,
  key: string,
  change: (entry: Entry | undefined) => Entry | undefined,
): Promise<Entry | undefined> {
  let after: Entry | undefined;
  await inStore(name, 'readwrite', (store) => {
    const found = store.get(key) as IDBRequest<Entry | undefined>;
    found.onsuccess = () => {
      const changed = change(found.result);
      after = changed ?? found.result;
      if (changed) store.put(changed);
    };
    return found;
  });
  return after;
}

/** An entry; undefined for none, or without storage. */
export async function readEntry<Entry>(name: StoreName, key: string): Promise<Entry | undefined> {
  try {
    return (await inStore(name, 'readonly', (store) => store.get(key))) as Entry | undefined;
  } catch {
    return undefined;
  }
}

/** All entries of a store; none without storage. */
export async function readEntries<Entry>(name: StoreName): Promise<Entry[]> {
  try {
    return (await inStore(name, 'readonly', (store) => store.getAll())) as Entry[];
  } catch {
    return [];
  }
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
    return await openNow();
  } catch (error) {
    opening = null;
    throw error;
  }
}

function openNow(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const [name, keyPath] of Object.entries(stores)) {
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      const { result } = request;
      // A newer release, or the browser, changes or deletes it: the next use opens it again.
      result.onclose = result.onversionchange = () => {
        result.close();
        opening = null;
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error ?? new Error('closed'));
  });
}
