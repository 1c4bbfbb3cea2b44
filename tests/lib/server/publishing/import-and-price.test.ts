import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

describe('an import that moves a chapter', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  const waiting = sql<number>`(
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock')`;
  const waitsForLock = async () => {
    const [row] = await app.db.select({ waiting }).from(sql`(values (1)) as one`);
    return row?.waiting ?? 0;
  };

  test('leaves the price that its author is setting at the same moment', async () => {
    const { chapterIds } = await addNovel(app, { chapters: 3 });
    const id = chapterIds[2] ?? '';
    // Written by hand: no book changes it, but a longer book moves it.
    await app.db.update(chapters).set({ sourceKey: null }).where(eq(chapters.id, id));
    let importing: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (tx) => {
      await tx.update(chapters).set({ isPremium: true, creditCost: 7 }).where(eq(chapters.id, id));
      importing = addNovel(app, { chapters: 4 });
      await expect.poll(waitsForLock).toBe(1);
    });
    await importing;
    const [after] = await app.db.select().from(chapters).where(eq(chapters.id, id));
    expect(after).toMatchObject({ isPremium: true, creditCost: 7, chapterNumber: 5 });
  });
});
