import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findShownNovel } from '#server/catalogue/novels.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel } from '#tests/world/novels.ts';

describe('a novel as its page shows it', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let novel: Awaited<ReturnType<typeof addNovel>>;

  beforeAll(async () => {
    app = await openTestApp();
    novel = await addNovel(app, {
      title: 'La Forge',
      authorName: 'Zoé Lefèvre',
      tags: ['Feu sacré', 'fer'],
      chapters: 4,
    });
  });

  afterAll(() => app.close());

  const schedule = (chapterNumber: number, publishedAt: Date) =>
    app.db
      .update(chapters)
      .set({ status: 'scheduled', publishedAt })
      .where(and(eq(chapters.novelId, novel.id), eq(chapters.chapterNumber, chapterNumber)));

  test('has what its links need', async () => {
    expect(await findShownNovel(app.db, novel.slug)).toMatchObject({
      title: 'La Forge',
      authorSlug: 'zoe-lefevre',
      translatorSlug: '',
      tagSlugs: ['feu-sacre', 'fer'],
      nextDueAt: null,
    });
    await app.db
      .update(novels)
      .set({ translatorName: 'Jeanne Duval' })
      .where(eq(novels.id, novel.id));
    expect(await findShownNovel(app.db, novel.slug)).toMatchObject({
      translatorSlug: 'jeanne-duval',
    });
  });

  test('says when its next chapter is due, and nothing of one before the last that is out', async () => {
    const due = new Date('2026-12-02T18:00:00Z');
    await schedule(2, new Date('2026-11-30T18:00:00Z'));
    expect(await findShownNovel(app.db, novel.slug)).toMatchObject({ nextDueAt: null });
    await schedule(4, due);
    expect(await findShownNovel(app.db, novel.slug)).toMatchObject({ nextDueAt: due });
  });

  test('is withdrawn once no chapter that was out is left, and none is to come', async () => {
    const gone = await addNovel(app, { title: 'La Tour', chapters: 2 });
    const set = async (change: Partial<typeof chapters.$inferInsert>, chapterCount = 0) => {
      await app.db.update(novels).set({ chapterCount }).where(eq(novels.id, gone.id));
      await app.db
        .update(chapters)
        .set(change)
        .where(eq(chapters.id, gone.chapterIds[0] ?? ''));
      return (await findShownNovel(app.db, gone.slug))?.isWithdrawn;
    };
    await app.db.update(chapters).set({ status: 'draft' }).where(eq(chapters.novelId, gone.id));
    expect(await set({ status: 'published' }, 1)).toBe(false);
    expect(await set({ status: 'scheduled' })).toBe(false);
    expect(await set({ status: 'draft' })).toBe(true);
    await app.db.update(chapters).set({ publishedAt: null }).where(eq(chapters.novelId, gone.id));
    expect(await set({ publishedAt: null })).toBe(false);
  });

  test('is nobody’s to see while it is a draft', async () => {
    await app.db.insert(novels).values({ slug: 'tu', title: 'Tu', authorName: 'A', isDraft: true });
    expect(await findShownNovel(app.db, 'tu')).toBeNull();
    expect(await findShownNovel(app.db, "tu' or 1=1")).toBeNull();
  });
});
