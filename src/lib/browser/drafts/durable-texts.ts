/**
 * Texts by name that are durable once written, even if the browser is killed right after. Local
 * storage is not: Chromium writes it to disk some seconds later. IndexedDB with `strict` durability
 * is flushed before a transaction completes
 * (https://w3c.github.io/IndexedDB/#transaction-durability-hint).
 */
const databaseName = 'feuilleton';
const storeName = 'texts';
/** A slower disk counts as unavailable: the page must not promise what has not happened. */
const patienceMs = 5_000;

let opening: Promise<IDBDatabase> | null = null;

/**
 * @param text null removes the entry.
 * @returns true once it is on disk; false if storage is unavailable, full or too slow.
 */
export async function writeDurable(name: string, text: string | null): Promise<boolean> {
  const done = await inStore('readwrite', (store) =>
    text === null ? store.delete(name) : store.put(text, name),
  );
  return done !== null;
}

/**
 * Removes the entry if it still has this text: what another tab has written stays.
 * @returns as `writeDurable`.
 */
export async function removeDurable(name: string, text: string): Promise<boolean> {
  const done = await inStore('readwrite', (store) => {
    const found = store.get(name);
    found.onsuccess = () => found.result === text && store.delete(name);
    return found;
  });
  return done !== null;
}

/** The stored text; null if there is none or the storage cannot be read. */
export async function readDurable(name: string): Promise<string | null> {
  const request = await inStore('readonly', (store) => store.get(name));
  const text: unknown = request?.result;
  return typeof text === 'string' ? text : null;
}

/** Removes all entries selected by name and text. */
export async function sweepDurable(
  isStale: (name: string, text: unknown) => boolean,
): Promise<void> {
  await inStore('readwrite', (store) => {
    const walk = store.openCursor();
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor) return;
      if (typeof cursor.key !== 'string' || isStale(cursor.key, cursor.value)) cursor.delete();
      cursor.continue();
    };
  });
}

/** The result of `work`, once its transaction is complete; null if it failed or took too long. */
async function inStore<Given>(
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => Given,
): Promise<Given | null> {
  const patience = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  return Promise.race([patience, run(mode, work).catch(() => null)]);
}

async function run<Given>(
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => Given,
): Promise<Given> {
  opening ??= open();
  const database = await opening;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const given = work(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(given);
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab or the browser deletes or upgrades the database: close it, the next use reopens it.
      database.onclose = database.onversionchange = () => {
        database.close();
        opening = null;
      };
      resolve(database);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error ?? new Error('closed'));
    };
  });
}
