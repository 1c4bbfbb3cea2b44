import { vi } from 'vitest';

type Stores = Map<string, { keyPath: string; entries: Map<string, unknown> }>;
type Asked = { onsuccess?: () => void; result?: unknown };

/**
 * As much of IndexedDB as `database.ts` uses, in memory: one transaction after the other, each until
 * nothing more is asked of it. Under its global name until `vi.unstubAllGlobals()`; with the module
 * anew, as it keeps its connection.
 */
export function openMemoryDatabase(): void {
  vi.resetModules();
  const stores: Stores = new Map();
  let queue: Promise<void> = Promise.resolve();
  const database = {
    objectStoreNames: { contains: (name: string) => stores.has(name) },
    createObjectStore: (name: string, { keyPath }: { keyPath: string }) =>
      stores.set(name, { keyPath, entries: new Map() }),
    transaction: (names: string | readonly string[]) => {
      const asked: (() => void)[] = [];
      const transaction = {
        oncomplete: undefined as (() => void) | undefined,
        objectStore: (name: string) => {
          if (![names].flat().includes(name)) throw new Error(`no ${name} in this transaction`);
          return storeOf(stores, name, asked);
        },
      };
      queue = queue.then(async () => {
        for (let run = asked.shift(); run; run = asked.shift()) {
          run();
          await Promise.resolve();
        }
        transaction.oncomplete?.();
      });
      return transaction;
    },
  };
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = {
        result: database,
        onupgradeneeded: undefined as (() => void) | undefined,
        onsuccess: undefined as (() => void) | undefined,
      };
      queueMicrotask(() => {
        request.onupgradeneeded?.();
        request.onsuccess?.();
      });
      return request;
    },
  });
}

function storeOf(stores: Stores, name: string, asked: (() => void)[]) {
  const { keyPath = '', entries = new Map<string, unknown>() } = stores.get(name) ?? {};
  const ask = (work: () => unknown) => {
    const request: Asked = {};
    asked.push(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  };
  return {
    get: (key: string) => ask(() => entries.get(key)),
    getAll: () => ask(() => [...entries.values()]),
    put: (entry: Record<string, unknown>) =>
      ask(() => void entries.set(String(entry[keyPath]), { ...entry })),
    delete: (key: string) => ask(() => void entries.delete(key)),
  };
}
