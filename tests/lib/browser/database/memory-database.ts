import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

/**
 * An empty IndexedDB in memory, until `vi.unstubAllGlobals()`. Modules are loaded again, as `database.ts`
 * holds its connections.
 */
export function openMemoryDatabase(): void {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
}
