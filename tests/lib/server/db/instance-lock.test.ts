import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInstanceLock } from '#server/db/instance-lock.ts';
import { describeOnPostgres, type TestDatabase } from '#tests/world/databases.ts';

describeOnPostgres('the lock of one instance', (createDatabase) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const openLock = (abandonedAfterMs?: number) =>
    createInstanceLock({ connectionString: database.url }, 1, abandonedAfterMs);

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
