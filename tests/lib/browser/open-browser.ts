import { vi } from 'vitest';

/** A request of the page, as its server receives it. */
export type Seen = { path: string; headers: Headers; keepalive: boolean };
type Server = (seen: Seen) => Response | Promise<Response>;

/**
 * The browser APIs used by our code, under their global names, with a server of the test's own
 * behind `fetch`. `vi.unstubAllGlobals()` removes it.
 */
export function openBrowser(server: Server, stored: Record<string, string> = {}) {
  const local = memoryStorage(stored);
  const tab = memoryStorage({});
  const seen: Seen[] = [];
  const visited: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { dataset: {} },
    querySelector: () => null,
    hidden: false,
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
  });
  vi.stubGlobal('location', { assign: (path: string) => visited.push(path) });
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    const { headers, keepalive = false } = options;
    const request = { path, headers: new Headers(headers), keepalive };
    seen.push(request);
    return Promise.resolve(server(request));
  });
  return {
    local,
    tab,
    seen,
    visited,
    paths: () => seen.map(({ path }) => path),
    /** Another tab has written. */
    storageChanges: (key: string) => listeners.get('storage')?.({ key }),
    /** The page comes into sight. */
    isSeenAgain: () => listeners.get('visibilitychange')?.({}),
  };
}

function memoryStorage(entries: Record<string, string>) {
  const stored = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** A response that is a refusal of ours. */
export const refusal = (status: number, error: string) =>
  Response.json({ error, message: error, msg: error }, { status });
