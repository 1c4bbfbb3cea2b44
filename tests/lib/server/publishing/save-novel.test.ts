import { eq, like, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  chapterDrafts,
  chapterTexts,
  chapters,
  imageVariants,
  images,
  novels,
} from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { isKept, openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft, removeAllNovels } from '#tests/world/novels.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
// Each test begins without a novel or a picture.
afterEach(() => removeAllNovels(app));
afterAll(() => app.close());

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

/** Which version of each row the database holds: another one for every time that it was written. */
async function rowVersions() {
  const version = sql<string>`xmin::text || ' ' || ctid::text`;
  const rows = await app.db.select({ id: chapters.id, version }).from(chapters);
  const texts = await app.db.select({ id: chapterTexts.chapterId, version }).from(chapterTexts);
  return {
    chapters: new Map(rows.map((row) => [row.id, row.version])),
    texts: new Map(texts.map((row) => [row.id, row.version])),
  };
}

describe('saving a book', () => {
  test('stores half of a pair of code units as the replacement character', async () => {
    const broken = 'Un \ud83d signe';
    const draft = chapterDraft(1, { title: broken, html: `<p>${broken}</p>` });
    await addNovel(app, { chapters: [draft] });
    const whole = 'Un \ufffd signe';
    expect(await savedChapters()).toMatchObject([{ title: whole, html: `<p>${whole}</p>` }]);
  });

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

  test('writes the rows of chapters that change, and no other', async () => {
    const drafts = Array.from({ length: 250 }, (_, index) => chapterDraft(index + 1));
    const { chapterIds } = await addNovel(app, { chapters: drafts });
    const own = await app.db
      .insert(chapters)
      .values({
        novelId: (await app.db.select().from(novels))[0]?.id ?? '',
        chapterNumber: 251,
        title: 'À part',
      })
      .returning();
    await app.db.insert(chapterTexts).values({ chapterId: own[0]?.id ?? '', html: '' });
    const before = await rowVersions();
    app.clock.advance(60_000);

    await addNovel(app, {
      chapters: drafts
        .with(4, chapterDraft(5, { title: 'Corrigé' }))
        .with(249, chapterDraft(250, { html: '<p>Autre.</p>' })),
    });

    const after = await rowVersions();
    const rewritten = (table: 'chapters' | 'texts') =>
      [...after[table]]
        .filter(([id, version]) => before[table].get(id) !== version)
        .map(([id]) => id);
    expect(rewritten('chapters').toSorted()).toEqual([chapterIds[4], chapterIds[249]].toSorted());
    expect(rewritten('texts')).toEqual([chapterIds[249]]);
  });

  test('takes a statement for many chapters', async () => {
    const statements: string[] = [];
    const counting = await openTestApp({}, { onQuery: (query) => void statements.push(query) });
    const drafts = (title: string) =>
      Array.from({ length: 250 }, (_, index) =>
        chapterDraft(index + 1, { title: `${title} ${index}` }),
      );
    await addNovel(counting, { chapters: drafts('Avant') });
    statements.length = 0;

    await addNovel(counting, { chapters: drafts('Après') });

    expect(await counting.db.$count(chapters, like(chapters.title, 'Après %'))).toBe(250);
    expect(statements.length).toBeLessThan(20);
    await counting.close();
  });

  test('in another order gives the places and keys of one chapter to another', async () => {
    const { chapterIds } = await addNovel(app, { chapters: 3 });
    const [one = '', two = '', three = ''] = chapterIds;
    const [first, second, third] = [1, 2, 3].map((number) => chapterDraft(number));
    if (!first || !second || !third) throw new Error('three drafts');

    // Texts change places while keys stay: each chapter goes with its text.
    const saved = await addNovel(app, {
      chapters: [
        { ...third, sourceKey: first.sourceKey },
        { ...first, sourceKey: second.sourceKey },
        { ...second, sourceKey: third.sourceKey },
      ],
    });

    expect(saved.chapterIds).toEqual([three, one, two]);
    expect((await savedChapters()).map(({ number, title }) => [number, title])).toEqual([
      [1, third.title],
      [2, first.title],
      [3, second.title],
    ]);
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

  test('leaves the teaser that its author wrote, whatever the book corrects', async () => {
    await addNovel(app, { chapters: [chapterDraft(1, { isPremium: true })] });
    await app.db.update(chapters).set({ teaser: 'Il était une fois.' });
    await addNovel(app, { chapters: [chapterDraft(1, { html: '<p>Corrigé.</p>' })] });
    expect(await app.db.select({ teaser: chapters.teaser }).from(chapters)).toEqual([
      { teaser: 'Il était une fois.' },
    ]);
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

  test('sets aside a scheduled chapter that left the book, without its hour', async () => {
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
    await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: inAnHour })],
    });
    await addNovel(app, { chapters: [chapterDraft(1)] });
    const [, gone] = await app.db.select().from(chapters).orderBy(chapters.chapterNumber);
    expect(gone).toMatchObject({ status: 'draft', publishedAt: null });
  });

  test('keeps a working copy older than its correction from coming out', async () => {
    const publishedAt = new Date(app.clock.now().getTime() + 3_600_000);
    const save = (html: string) =>
      addNovel(app, { chapters: [chapterDraft(1, { html, publishedAt })] });
    const { chapterIds } = await save('<p>Texte avec une faute.</p>');
    app.clock.advance(60_000);
    const [chapterId = ''] = chapterIds;
    const copy = {
      chapterId,
      title: 'Chapitre 1',
      html: '<p>Une faute, un mot.</p>',
      wordCount: 4,
    };
    await app.db.insert(chapterDrafts).values({ ...copy, updatedAt: app.clock.now() });
    app.clock.advance(60_000);
    await save('<p>Texte corrigé.</p>');
    app.clock.advance(3_600_000);
    expect(await publishDueChapters(app)).toBe(1);
    expect(await savedChapters()).toMatchObject([
      { status: 'published', html: '<p>Texte corrigé.</p>' },
    ]);
    expect(await app.db.select().from(chapterDrafts)).toMatchObject([copy]);
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

describe('a corrected book', () => {
  /** A novel whose second chapter is premium, paid for and commented on. */
  async function addPaidNovel() {
    const { id, chapterIds } = await addNovel(app, {
      chapters: [false, true, false].map((isPremium, index) =>
        chapterDraft(index + 1, { isPremium }),
      ),
    });
    const chapterId = chapterIds[1] ?? '';
    const [reader] = await app.db.insert(users).values({ name: 'Lectrice' }).returning();
    const userId = reader?.id ?? '';
    await app.db.insert(unlocks).values({ userId, chapterId, costCredits: 1 });
    const threadId = '01930000-0000-7000-8000-000000000001';
    await app.db.insert(comments).values({ id: threadId, threadId, chapterId, userId, text: 'Oh' });
    return { id, chapterIds };
  }

  async function isStillPaid(chapterId: string | undefined) {
    const [unlock] = await app.db.select().from(unlocks);
    const [comment] = await app.db.select().from(comments);
    return unlock?.chapterId === chapterId && comment?.chapterId === chapterId;
  }

  test.each([
    ['title', { title: 'Titre corrigé', sourceKey: 'titre-corrige' }],
    ['title and text', { title: 'Autre', sourceKey: 'autre', html: '<p>Autre texte.</p>' }],
    ['text', { html: '<p>Autre texte.</p>' }],
  ])('keeps what was paid for when the %s of a chapter changed', async (_, changed) => {
    const { chapterIds } = await addPaidNovel();
    const saved = await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, changed), chapterDraft(3)],
    });
    expect(saved).toMatchObject({ added: 0, updated: 1, withdrawn: 0, chapterIds });
    expect((await savedChapters()).map(({ isPremium, status }) => [isPremium, status])).toEqual([
      [false, 'published'],
      [true, 'published'],
      [false, 'published'],
    ]);
    expect(await isStillPaid(chapterIds[1])).toBe(true);
    const again = await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, changed), chapterDraft(3)],
    });
    expect(again).toMatchObject({ unchanged: 3, added: 0 });
  });

  test('moves keys with the texts when two chapters are swapped or one is put in between', async () => {
    const { chapterIds } = await addPaidNovel();
    const [one, two, three] = chapterIds;
    const texts = [1, 3, 2].map((number, index) =>
      chapterDraft(index + 1, { html: `<p>Texte du chapitre ${number}.</p>` }),
    );
    expect((await addNovel(app, { chapters: texts })).chapterIds).toEqual([one, three, two]);
    const between = [1, 9, 3, 2].map((number, index) =>
      chapterDraft(index + 1, { html: `<p>Texte du chapitre ${number}.</p>` }),
    );
    const saved = await addNovel(app, { chapters: between });
    expect([saved.chapterIds[0], ...saved.chapterIds.slice(2)]).toEqual([one, three, two]);
    expect(await isStillPaid(two)).toBe(true);
  });

  test('gives the key of a chapter that it lacks to another', async () => {
    await addPaidNovel();
    const shifted = [chapterDraft(1), chapterDraft(2, { html: '<p>Texte du chapitre 3.</p>' })];
    expect(await addNovel(app, { chapters: shifted })).toMatchObject({ withdrawn: 1 });
    expect(await addNovel(app, { chapters: 3 })).toMatchObject({ added: 0, withdrawn: 0 });
    expect((await savedChapters()).map(({ isPremium }) => isPremium)).toEqual([false, true, false]);
  });

  test('makes no new chapter public behind a premium one', async () => {
    await addPaidNovel();
    const saved = await addNovel(app, { chapters: 4 });
    expect(saved).toMatchObject({ added: 1, premiumByPlace: 1 });
    expect((await savedChapters())[3]?.isPremium).toBe(true);
  });

  test('leaves a draft made by hand a draft, even when it was missing for a time', async () => {
    const { chapterIds } = await addNovel(app, { chapters: 3 });
    const [, second = ''] = chapterIds;
    await app.db.update(chapters).set({ status: 'draft' }).where(eq(chapters.id, second));
    const statuses = async () => (await savedChapters()).map(({ status }) => status);
    await addNovel(app, { chapters: 3 });
    expect(await statuses()).toEqual(['published', 'draft', 'published']);
    await addNovel(app, { chapters: [chapterDraft(1), chapterDraft(3)] });
    expect(await addNovel(app, { chapters: 3 })).toMatchObject({ added: 0, chapterIds });
    expect(await statuses()).toEqual(['published', 'draft', 'published']);
  });

  test('keeps what was said of the novel and takes from the book what it lacks', async () => {
    await addNovel(app, { sourceKey: 'livre', names: { title: 'Dit', description: '' } });
    const words = { authorName: 'Autre', description: 'Du livre.', language: 'en' };
    await addNovel(app, { sourceKey: 'livre', title: 'Du livre', ...words });
    const [novel] = await app.db.select().from(novels);
    expect(novel).toMatchObject({
      title: 'Dit',
      authorName: 'Autrice Test',
      slug: 'dit',
      description: 'Du livre.',
      language: 'fr',
    });
    await addNovel(app, { sourceKey: 'livre', names: { language: 'en', authorName: 'Dite' } });
    expect((await app.db.select().from(novels))[0]).toMatchObject({
      title: 'Dit',
      authorName: 'Dite',
      language: 'en',
    });
  });

  test('updates the novel that is named, whatever its key', async () => {
    const { id } = await addNovel(app, { sourceKey: 'un' });
    const saved = await addNovel(app, { sourceKey: 'deux', novelId: id });
    expect(saved).toMatchObject({ id, isNew: false, unchanged: 3 });
  });
});

describe('the date of a novel', () => {
  const at = async () => (await app.db.select().from(novels))[0]?.updatedAt;
  const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);

  test('is at first that of its newest chapter out', async () => {
    const published = [daysAgo(9), daysAgo(5), daysAgo(-5)];
    await addNovel(app, {
      chapters: published.map((publishedAt, index) => chapterDraft(index + 1, { publishedAt })),
    });
    expect(await at()).toEqual(published[1]);
  });

  test('is the moment when readers see a change, and never goes back', async () => {
    const chapter = chapterDraft(1, { publishedAt: daysAgo(9) });
    await addNovel(app, { chapters: [chapter] });
    app.clock.advance(60_000);
    await addNovel(app, { chapters: [{ ...chapter, html: '<p>Corrigé.</p>' }] });
    expect(await at()).toEqual(app.clock.now());
    const future = daysAgo(-30);
    await app.db.update(novels).set({ updatedAt: future });
    await addNovel(app, { chapters: [chapter] });
    expect(await at()).toEqual(future);
  });

  test('stays when only what readers do not see changed', async () => {
    await addNovel(app, { chapters: [chapterDraft(1)] });
    const before = await at();
    app.clock.advance(60_000);
    await addNovel(app, {
      chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: daysAgo(-3) })],
    });
    expect(await at()).toEqual(before);
  });
});

describe('a cover', () => {
  const picture = (background: string) =>
    sharp({ create: { width: 20, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const hashes = async () => (await app.db.select().from(images)).map(({ hash }) => hash);

  test('that is replaced is removed with its sizes, unless another novel has it', async () => {
    const [red, blue] = await Promise.all([picture('red'), picture('blue')]);
    await addNovel(app, { title: 'Un', cover: red });
    await addNovel(app, { title: 'Deux', cover: red });
    const [first] = await hashes();
    await addNovel(app, { title: 'Un', cover: blue });
    expect(await hashes()).toHaveLength(2);
    await addNovel(app, { title: 'Deux', cover: blue });
    const left = await hashes();
    expect(left).toHaveLength(1);
    expect(left).not.toContain(first);
    const sizes = await app.db.select({ hash: imageVariants.hash }).from(imageVariants);
    expect(new Set(sizes.map(({ hash }) => hash))).toEqual(new Set(left));
  });

  test('is not kept when saving breaks off', async () => {
    const broken = [chapterDraft(1, { creditCost: 0 })];
    const cover = await picture('green');
    await expect(addNovel(app, { cover, chapters: broken })).rejects.toThrow();
    expect(await hashes()).toEqual([]);
  });
});
