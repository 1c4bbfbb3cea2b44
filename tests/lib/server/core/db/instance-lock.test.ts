import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createInstanceLock } from '#server/core/db/instance-lock.ts';
import { createDatabase } from '#tests/world/databases.ts';

describe('the lock of one instance', () => {
  let databaseUrl: string;
  beforeEach(async () => {
    databaseUrl = await createDatabase();
  });

  const openLock = (abandonedAfterMs?: number) =>
    createInstanceLock({ connectionString: databaseUrl }, 1, abandonedAfterMs);

  test('passes to another one when its holder falls silent', async () => {
    const holder = openLock(3_000);
    const other = openLock();
    expect(await holder.take()).toBe(true);
    expect(await other.take()).toBe(false);
    // The holder's host is gone: nothing asks any more, and nothing says goodbye.
    await vi.waitFor(async () => expect(await other.take()).toBe(true), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await holder.take()).toBe(false);
    await Promise.all([holder.release(), other.release()]);
  });
});
