import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chapterTexts, chapters, novels } from '../../../../src/lib/server/db/schema/catalogue.ts';
import { comments } from '../../../../src/lib/server/db/schema/community.ts';
import { users } from '../../../../src/lib/server/db/schema/identity.ts';
import { unlocks } from '../../../../src/lib/server/db/schema/money.ts';
import { publishDueChapters } from '../../../../src/lib/server/publishing/publish-due.ts';
import { slugify } from '../../../../src/lib/server/publishing/slug.ts';
import { isKept, openTestApp } from '../../../world/app.ts';
import { addNovel, chapterDraft } from '../../../world/novels.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

async function savedChapters() {
  return app.db
    .select({
      id: chapters.id,
      number: chapters.chapterNumber,
      title: chapters.title,
      status: chapters.status,
      isPremium: chapters.isPremium,
      html: chapterTexts.html,
    })
    .from(chapters)
    .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
    .orderBy(chapters.chapterNumber);
}

describe('saving a book', () => {
  test('twice changes nothing the second time', async () => {
    const first = await addNovel(app, { chapters: 3 });
    const before = await savedChapters();
    const [novel] = await app.db.select().from(novels);
    app.clock.advance(60_000);
    const second = await addNovel(app, { chapters: 3 });
    expect(second).toMatchObject({ id: first.id, slug: first.slug, isNew: false });
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: 3, withdrawn: 0 });
    expect(await savedChapters()).toEqual(before);
    expect(await app.db.select().from(novels)).toEqual([novel]);
  });

  test('corrected keeps ids, unlocks and comments', async () => {
    const { chapterIds } = await addNovel(app, { chapters: 2 });
    const [chapterId = ''] = chapterIds;
    const [reader] = await app.db.insert(users).values({ name: 'Lectrice' }).returning();
    const userId = reader?.id ?? '';
    await app.db.insert(unlocks).values({ userId, chapterId, costCredits: 1 });
    const threadId = '01930000-0000-7000-8000-000000000001';
    await app.db
      .insert(comments)
      .values({ id: threadId, threadId, chapterId, userId, text: 'Oh !' });

    const saved = await addNovel(app, {
      chapters: [chapterDraft(1, { html: '<p>Corrigé.</p>' }), chapterDraft(2), chapterDraft(3)],
    });
    expect(saved).toMatchObject({ added: 1, updated: 1, unchanged: 1 });
    expect(saved.chapterIds.slice(0, 2)).toEqual(chapterIds);
    expect((await savedChapters())[0]?.html).toBe('<p>Corrigé.</p>');
    expect(await app.db.select().from(unlocks)).toHaveLength(1);
    expect(await app.db.select().from(comments)).toHaveLength(1);
  });

  test('with a chapter put in between renumbers the others and keeps their ids', async () => {
    const { chapterIds } = await addNovel(app, { chapters: [chapterDraft(1), chapterDraft(2)] });
    const inserted = chapterDraft(9, { title: 'Intercalé' });
    const saved = await addNovel(app, { chapters: [chapterDraft(1), inserted, chapterDraft(2)] });
    expect([saved.chapterIds[0], saved.chapterIds[2]]).toEqual(chapterIds);
    expect((await savedChapters()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('without a chapter it had takes that one out of sight and forgets nothing', async () => {
    await addNovel(app, { chapters: 3 });
    const saved = await addNovel(app, { chapters: [chapterDraft(1), chapterDraft(3)] });
    expect(saved).toMatchObject({ withdrawn: 1, updated: 1, unchanged: 1 });
    expect((await savedChapters()).map(({ title, status }) => [title, status])).toEqual([
      ['Chapitre 1 du récit', 'published'],
      ['Chapitre 3 du récit', 'published'],
      ['Chapitre 2 du récit', 'draft'],
    ]);
    const [novel] = await app.db.select().from(novels);
    expect(novel?.chapterCount).toBe(2);
    expect(await addNovel(app, { chapters: 3 })).toMatchObject({ added: 0, withdrawn: 0 });
    expect((await savedChapters()).map(({ status }) => status)).not.toContain('draft');
  });

  test('leaves premium chapters premium unless told otherwise', async () => {
    await addNovel(app, { chapters: [chapterDraft(1, { isPremium: true })] });
    await addNovel(app, { chapters: [chapterDraft(1)] });
    expect((await savedChapters())[0]?.isPremium).toBe(true);
    await addNovel(app, { chapters: [chapterDraft(1, { isPremium: false })] });
    expect((await savedChapters())[0]?.isPremium).toBe(false);
  });

  test('schedules chapters of the future and does not count them', async () => {
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
    await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: inAnHour })],
    });
    expect((await savedChapters()).map(({ status }) => status)).toEqual(['published', 'scheduled']);
    const [novel] = await app.db.select().from(novels);
    expect(novel?.chapterCount).toBe(1);
  });

  test('lets a scheduled chapter come out when its time has come, once', async () => {
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
    const { id } = await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: inAnHour })],
    });
    expect(await publishDueChapters(app)).toBe(0);
    app.clock.advance(3_600_000);
    const render = () =>
      Promise.resolve({ status: 200, headers: {}, body: Buffer.from('x'), tags: [`novel:${id}`] });
    await app.pages.get('/novel/un-roman', render);
    expect(await publishDueChapters(app)).toBe(1);
    expect(await publishDueChapters(app)).toBe(0);
    expect((await savedChapters()).map(({ status }) => status)).toEqual(['published', 'published']);
    const [novel] = await app.db.select().from(novels);
    expect(novel).toMatchObject({ chapterCount: 2, updatedAt: inAnHour });
    expect(isKept(app, '/novel/un-roman')).toBe(false);
  });

  test('gives another book with the same title another address', async () => {
    const one = await addNovel(app, { title: 'Même titre', sourceKey: 'un' });
    const two = await addNovel(app, { title: 'Même titre', sourceKey: 'deux' });
    expect([one.slug, two.slug]).toEqual(['meme-titre', 'meme-titre-2']);
  });

  test('that breaks off saves nothing', async () => {
    const broken = [chapterDraft(1), chapterDraft(2, { creditCost: 0 })];
    await expect(addNovel(app, { chapters: broken })).rejects.toThrow();
    expect(await app.db.select().from(novels)).toEqual([]);
    expect(await savedChapters()).toEqual([]);
  });

  test('drops the pages that show it', async () => {
    const { id } = await addNovel(app);
    const render = () =>
      Promise.resolve({ status: 200, headers: {}, body: Buffer.from('x'), tags: [`novel:${id}`] });
    await app.pages.get('/novel/un-roman', render);
    await addNovel(app, { description: 'Nouvelle.' });
    expect(isKept(app, '/novel/un-roman')).toBe(false);
  });

  test('reports a cover that is no picture and saves the rest', async () => {
    const saved = await addNovel(app, { cover: new TextEncoder().encode('pas une image') });
    expect(saved).toMatchObject({ coverRefused: true, added: 3 });
  });
});

test.each([
  ['L’Écho à Nîmes', 'l-echo-a-nimes'],
  ['Œuvres & cætera', 'oeuvres-caetera'],
  ['  ', 'roman'],
  ['日本', 'roman'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['mot '.repeat(40), 'mot-'.repeat(20).slice(0, -1)],
])('the title “%s” has the address %s', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});
