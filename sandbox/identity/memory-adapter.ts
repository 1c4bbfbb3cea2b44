import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; expiresAtMs: number };

const entriesMax = 10_000;

/** One provider's storage: interactions, grants, codes, tokens. Bounded. */
export function createMemory(): (kind: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (kind) => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = (fits: (payload: AdapterPayload) => boolean) => {
      const found = [...entries].find(
        ([key, { payload }]) => key.startsWith(keyOf('')) && fits(payload),
      );
      return Promise.resolve(found?.[1].payload);
    };
    return {
      upsert: (id, payload, expiresInSeconds = Infinity) => {
        makeRoom(entries);
        entries.set(keyOf(id), { payload, expiresAtMs: Date.now() + expiresInSeconds * 1000 });
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(entries.get(keyOf(id))?.payload),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      consume: (id) => {
        const entry = entries.get(keyOf(id));
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
        return Promise.resolve();
      },
      destroy: (id) => {
        entries.delete(keyOf(id));
        return Promise.resolve();
      },
      revokeByGrantId: (grantId) => {
        for (const [key, { payload }] of entries) {
          if (payload.grantId === grantId) entries.delete(key);
        }
        return Promise.resolve();
      },
    };
  };
}

function makeRoom(entries: Map<string, Entry>): void {
  const nowMs = Date.now();
  for (const [key, { expiresAtMs }] of entries) {
    if (expiresAtMs < nowMs || entries.size >= entriesMax) entries.delete(key);
  }
}
