import { vi } from 'vitest';

/** Caches in memory, by path. Under their global name until `vi.unstubAllGlobals()`. */
export function openMemoryCaches(): void {
  const all = new Map<string, Map<string, string>>();
  const pathOf = (asked: string | Request) =>
    typeof asked === 'string' ? asked : new URL(asked.url).pathname;
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, string>();
    all.set(name, entries);
    return Promise.resolve({
      match: (asked: string | Request) => {
        const text = entries.get(pathOf(asked));
        return Promise.resolve(text === undefined ? undefined : new Response(text));
      },
      put: async (asked: string | Request, answer: Response) =>
        void entries.set(pathOf(asked), await answer.text()),
      delete: (asked: string | Request) => Promise.resolve(entries.delete(pathOf(asked))),
      keys: () =>
        Promise.resolve(
          [...entries.keys()].map((path) => ({ url: `https://feuilleton.example${path}` })),
        ),
    });
  };
  vi.stubGlobal('caches', {
    open,
    keys: () => Promise.resolve([...all.keys()]),
    has: (name: string) => Promise.resolve(all.has(name)),
    delete: (name: string) => Promise.resolve(all.delete(name)),
    match: async (asked: string | Request, { cacheName }: { cacheName?: string } = {}) => {
      for (const name of cacheName === undefined ? all.keys() : [cacheName]) {
        const found = await (await open(name)).match(asked);
        if (found) return found;
      }
      return undefined;
    },
  });
}
