import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findChapter } from '#server/catalogue/chapters.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { chapterDrafts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { readingPlaces, viewDays } from '#server/core/db/schema/reading.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { releasedChapters } from '#server/core/db/schema/outbox.ts';
import { chapterPageTags, nextDueTag } from '#server/core/pagecache/tags.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import {
  createChapter,
  deleteChapter,
  getStudioChapter,
  listStudioChapters,
  orderChapters,
  previewChapter,
  saveCopy,
  setChapterSettings,
  setPublication,
} from '#shared/contracts/studio-chapters.ts';
import { setChapterNotes } from '#shared/contracts/announcements.ts';
import { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { getNovelFigures, getRecentViews } from '#shared/contracts/studio-novels.ts';
import { isKept } from '../world/app.ts';
import { ask } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { pass } from '../world/passes.ts';
import {
  addDraftNovel,
  describeInStudio,
  newKey,
  publish,
  request,
  succeed,
  write,
  type StudioWorld,
} from '../world/studio.ts';

/** A public novel of Mathilde's with so many published chapters. */
async function addPublicNovel({ app, mathilde }: StudioWorld, count: number, title = 'Public') {
  const novel = await addDraftNovel(app, mathilde, { title, chapters: count });
  for (const id of novel.chapterIds) await publish(app, mathilde, id);
  return novel;
}

const settings = { part: null, isPremium: true, creditCost: 2, freeFrom: null };

/** Credits, and the answer that is due before they are spent. */
async function give({ app, reader }: StudioWorld, credits: number): Promise<void> {
  await pass(app, reader.user.id, [newKey()]);
  const entry = { delta: credits, kind: 'adjustment', reference: newKey() } as const;
  await app.db.transaction((tx) => moveCredits(tx, reader.user.id, [entry], app.clock.now()));
}

describeInStudio('chapters of the studio', (world) => {
  const numbers = async (novelId: string) => {
    const params = { id: novelId };
    const list = await succeed(world.app, world.mathilde, listStudioChapters, { params });
    return list.chapters.map(({ _id, chapterNumber }) => [chapterNumber, _id]);
  };

  test('a chapter is created once by a page that retries, at the end', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 1 });
    const told = { params: { id }, body: { key: newKey(), title: 'Le départ' } };
    const made = await Promise.all([
      succeed(app, mathilde, createChapter, told),
      succeed(app, mathilde, createChapter, told),
    ]);
    expect(made[0]).toEqual(made[1]);
    expect(made[0]).toMatchObject({
      chapterNumber: 2,
      status: 'draft',
      title: 'Le départ',
      copy: { title: 'Le départ', html: '', wordCount: 0, version: 0 },
    });
    expect(await numbers(id)).toEqual([
      [1, chapterIds[0]],
      [2, made[0]._id],
    ]);
  });

  test('a saved text is cleaned and counted, and no reader sees it', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addPublicNovel(world, 1);
    const params = { id: chapterIds[0] ?? '' };
    const saved = await succeed(app, mathilde, saveCopy, {
      params,
      body: {
        title: '  Un  titre ',
        html: '<p class=MsoNormal style="color:red" onclick="x()">Bonjour <b>à tous</b><o:p></o:p></p><script>alert(1)</script>',
        version: 1,
      },
    });
    expect(saved).toMatchObject({
      title: 'Un titre',
      html: '<p>Bonjour <strong>à tous</strong></p>',
      wordCount: 3,
      version: 2,
    });
    const shown = await ask(app, null, 'GET', `/api/chapters/${params.id}`);
    expect(shown.body).toMatchObject({
      title: 'Chapitre 1',
      content: '<p>Texte du chapitre 1.</p>',
    });
    const own = await succeed(app, mathilde, getStudioChapter, { params });
    expect(own).toMatchObject({
      hasChanges: true,
      title: 'Un titre',
      publicTitle: 'Chapitre 1',
      publicHtml: '<p>Texte du chapitre 1.</p>',
    });
    const preview = await succeed(app, mathilde, previewChapter, { params });
    expect(preview).toMatchObject({ title: 'Un titre', html: saved.html, language: 'fr' });
  });

  test('a stale save changes nothing and returns the current copy', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde);
    const params = { id: chapterIds[0] ?? '' };
    const save = (html: string, version: number) =>
      request(app, mathilde, saveCopy, { params, body: { title: 'T', html, version } });
    const both = await Promise.all([save('<p>De l’un.</p>', 1), save('<p>De l’autre.</p>', 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = both.find(({ status }) => status === 200)?.body;
    const late = both.find(({ status }) => status === 409);
    if (!kept) throw new Error('neither was kept');
    const { title, html, version } = kept;
    const current = { title, html, version };
    expect(late?.refusal).toMatchObject({ error: 'COPY_STALE', current });
    expect(kept.version).toBe(2);
    // The response to a save was lost: the same save again is no conflict.
    const again = await save(kept.html, 1);
    expect([again.status, again.body]).toEqual([200, kept]);
  });

  test('a text of 500,000 characters is stored, a longer one is refused', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde);
    const params = { id: chapterIds[0] ?? '' };
    const paragraph = '<p>Il était une fois, à l’été, une tour.</p>';
    const html = paragraph.repeat(Math.floor(500_000 / paragraph.length));
    const body = { title: 'Long', html, version: 1 };
    expect((await succeed(app, mathilde, saveCopy, { params, body })).wordCount).toBe(
      9 * Math.floor(500_000 / paragraph.length),
    );
    const longer = await request(app, mathilde, saveCopy, {
      params,
      body: { ...body, html: `${html}${paragraph.repeat(20)}`, version: 2 },
    });
    expect([longer.status, longer.refusal.errors?.[0]?.field]).toEqual([400, 'html']);
    const huge = await request(app, mathilde, saveCopy, {
      params,
      body: { ...body, html: 'é'.repeat(1_100_000), version: 2 },
    });
    expect([huge.status, huge.refusal.error]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('published twice is published once; the text is the one that its author saw', async () => {
    const { app, mathilde } = world;
    const { id, slug, chapterIds } = await addDraftNovel(app, mathilde, { title: 'Une fois' });
    const params = { id: chapterIds[0] ?? '' };
    const wish = (version: number) => ({ params, body: { status: 'published' as const, version } });
    const early = await request(app, mathilde, setPublication, wish(0));
    expect(early.refusal).toMatchObject({ error: 'COPY_STALE', current: { version: 1 } });
    const first = await succeed(app, mathilde, setPublication, wish(1));
    app.clock.advance(60_000);
    await keepPage(world, slug, id);
    const second = await succeed(app, mathilde, setPublication, wish(1));
    expect(second).toEqual(first);
    expect(second).toMatchObject({
      status: 'published',
      hasChanges: false,
      publicTitle: 'Chapitre 1',
    });
    expect(isKept(app, `/novel/${slug}`)).toBe(true);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel).toMatchObject({ chapterCount: 1, isDraft: false });
  });

  test('what comes out silently is told to nobody, at once and by schedule; the rest is', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde, {
      title: 'À voix basse',
      chapters: 5,
    });
    const [silent = '', told = '', silentLater = '', toldLater = '', wrong = ''] = chapterIds;
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const now = { status: 'published', version: 1 } as const;
    const later = { status: 'scheduled', version: 1, at } as const;
    const set = (id: string, body: object) =>
      ask(app, mathilde, 'PUT', `/api/studio/chapters/${id}/publication`, body);
    expect(await set(wrong, { ...now, isSilent: 'oui' })).toMatchObject({
      status: 400,
      body: { error: 'MALFORMED', errors: [{ field: 'isSilent' }] },
    });
    expect(await set(silent, { ...now, isSilent: true })).toMatchObject({
      body: { isSilent: true },
    });
    // Without the field its followers are told.
    expect(await set(told, now)).toMatchObject({ body: { isSilent: false } });
    expect(await set(silentLater, { ...later, isSilent: true })).toMatchObject({ status: 200 });
    expect(await set(toldLater, { ...later, isSilent: true })).toMatchObject({ status: 200 });
    // Changed before it comes out.
    expect(await set(toldLater, { ...later, isSilent: false })).toMatchObject({
      body: { isSilent: false },
    });
    const read = { params: { id: silentLater } };
    expect(await succeed(app, mathilde, getStudioChapter, read)).toMatchObject({ isSilent: true });
    app.clock.advance(60_000);
    await publishDueChapters(app);
    const releasedIds = async () => {
      const rows = await app.db
        .select({ id: releasedChapters.chapterId })
        .from(releasedChapters)
        .where(inArray(releasedChapters.chapterId, chapterIds));
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await releasedIds()).toEqual([told, toldLater].toSorted());
    // What came out silently is not new when it comes again.
    await set(silent, { status: 'draft' });
    await set(silent, now);
    expect(await releasedIds()).toEqual([told, toldLater].toSorted());
  });

  test('the page of the last chapter says when the next one is due, and is dropped when that changes', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 3 });
    const [first = '', second = '', third = ''] = chapterIds;
    await publish(app, mathilde, first);
    const dueAt = async () => (await findChapter(app.db, first))?.nextDueAt?.getTime();
    const keep = () =>
      keepTagged(world, `/chapter/${first}`, [...chapterPageTags(id, first), nextDueTag(id)]);
    const schedule = async (chapterId: string, version: number, inMs: number) => {
      await keep();
      const at = app.clock.now().getTime() + inMs;
      const body = { status: 'scheduled', version, at: new Date(at).toISOString() } as const;
      await succeed(app, mathilde, setPublication, { params: { id: chapterId }, body });
      expect(isKept(app, `/chapter/${first}`)).toBe(false);
      return at;
    };
    expect(await dueAt()).toBeUndefined();
    const later = await schedule(third, 1, 120_000);
    expect(await dueAt()).toBe(later);
    const sooner = await schedule(second, 1, 60_000);
    expect(await dueAt()).toBe(sooner);
    expect(await schedule(second, 1, 30_000)).toBe(await dueAt());
    await keep();
    await succeed(app, mathilde, setPublication, {
      params: { id: second },
      body: { status: 'draft' },
    });
    expect(isKept(app, `/chapter/${first}`)).toBe(false);
    expect(await dueAt()).toBe(later);
    // Published, it is the next chapter itself.
    await keep();
    app.clock.advance(120_000);
    await publishDueChapters(app);
    expect(isKept(app, `/chapter/${first}`)).toBe(false);
    const place = await findChapter(app.db, first);
    expect(place?.next?.id).toBe(third);
    expect(place?.nextDueAt).toBeNull();
  });

  test('an update reaches readers at once, keeps date, places and unlocks', async () => {
    const { app, mathilde, reader } = world;
    const { id, slug, chapterIds } = await addPublicNovel(world, 1, 'Corrigé');
    const chapterId = chapterIds[0] ?? '';
    const params = { id: chapterId };
    await app.db.insert(readingPlaces).values({
      userId: reader.user.id,
      chapterId,
      paragraph: 3,
      characterOffset: 12,
      mark: 99,
    });
    await succeed(app, mathilde, setChapterSettings, { params, body: settings });
    await give(world, 2);
    await ask(app, reader, 'POST', `/api/chapters/${chapterId}/unlock`);
    const before = await succeed(app, mathilde, getStudioChapter, { params });
    app.clock.advance(60_000);
    await keepPage(world, slug, id);
    const version = await write(app, mathilde, chapterId, '<p>Texte corrigé.</p>', 'Autre titre');
    expect(isKept(app, `/novel/${slug}`)).toBe(true);
    await publish(app, mathilde, chapterId, version);
    expect(isKept(app, `/novel/${slug}`)).toBe(false);
    const after = await succeed(app, mathilde, getStudioChapter, { params });
    expect(after).toMatchObject({
      publicTitle: 'Autre titre',
      publicHtml: '<p>Texte corrigé.</p>',
      publishedAt: before.publishedAt,
      unlocks: 1,
      creditsEarned: 2,
      isDeletable: false,
      copy: { version },
    });
    const [place] = await app.db
      .select()
      .from(readingPlaces)
      .where(eq(readingPlaces.chapterId, chapterId));
    expect(place).toMatchObject({ paragraph: 3, characterOffset: 12, mark: 99 });
    const opened = await ask(app, reader, 'GET', `/api/chapters/${chapterId}`);
    expect(opened.body).toMatchObject({ isUnlocked: true, title: 'Autre titre' });
    expect(
      await app.db.select().from(chapterDrafts).where(eq(chapterDrafts.chapterId, chapterId)),
    ).toEqual([]);
  });

  test('a novel whose due chapter cannot be published leaves the others alone', async () => {
    const { app, mathilde } = world;
    const due: { id: string; chapterId: string }[] = [];
    for (let left = 2; left > 0; left -= 1) {
      const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 1 });
      const [chapterId = ''] = chapterIds;
      const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
      const body = { status: 'scheduled', version: 1, at } as const;
      await succeed(app, mathilde, setPublication, { params: { id: chapterId }, body });
      due.push({ id, chapterId });
    }
    const [first, second] = due.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await app.db.execute(
      sql.raw(`
        create function fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
        create trigger fail before update on chapters for each row
          when (new.id = '${first?.chapterId}') execute function fail()`),
    );
    app.clock.advance(60_000);
    await expect(publishDueChapters(app)).rejects.toThrow('due chapters are left');
    const stateOf = async (id = '') => (await findChapter(app.db, id))?.chapter.status ?? 'draft';
    expect(await stateOf(second?.chapterId)).toBe('published');
    expect(await stateOf(first?.chapterId)).not.toBe('published');
    await app.db.execute(sql.raw('drop trigger fail on chapters; drop function fail'));
    expect(await publishDueChapters(app)).toBe(1);
  });

  test('a chapter without title or text is not published, with the reason', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { chapters: 0 });
    const { _id } = await succeed(app, mathilde, createChapter, {
      params: { id },
      body: { key: newKey() },
    });
    const { status, refusal } = await request(app, mathilde, setPublication, {
      params: { id: _id },
      body: { status: 'published', version: 0 },
    });
    expect([status, refusal.error]).toEqual([409, 'CHAPTER_INCOMPLETE']);
    expect(refusal.errors?.map(({ field }) => field)).toEqual(['title', 'html']);
  });

  test('a scheduled chapter is published by itself and makes its novel public', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { title: 'Demain' });
    const params = { id: chapterIds[0] ?? '' };
    const at = new Date(app.clock.now().getTime() + 600_000);
    const body = { status: 'scheduled' as const, version: 1, at: at.toISOString() };
    const planned = await succeed(app, mathilde, setPublication, { params, body });
    expect(planned).toMatchObject({ status: 'scheduled', publishedAt: at.toISOString() });
    expect(await succeed(app, mathilde, setPublication, { params, body })).toEqual(planned);
    expect(await publishDueChapters(app)).toBe(0);
    app.clock.advance(600_000);
    expect(await publishDueChapters(app)).toBe(1);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel).toMatchObject({ isDraft: false, chapterCount: 1, createdAt: app.clock.now() });
    const shown = await ask(app, null, 'GET', `/api/chapters/${params.id}`);
    expect(shown.body).toMatchObject({ content: '<p>Texte du chapitre 1.</p>' });
    const late = await request(app, mathilde, setPublication, {
      params,
      body,
    });
    expect([late.status, late.refusal.error]).toEqual([409, 'CHAPTER_PUBLISHED']);
  });

  test('a correction saved after a chapter was scheduled is published', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde, { title: 'Corrigé' });
    const params = { id: chapterIds[0] ?? '' };
    const at = new Date(app.clock.now().getTime() + 600_000).toISOString();
    const body = { status: 'scheduled' as const, version: 1, at };
    await succeed(app, mathilde, setPublication, { params, body });
    await write(app, mathilde, params.id, '<p>Texte corrigé depuis.</p>', 'Titre corrigé');
    const waiting = await succeed(app, mathilde, getStudioChapter, { params });
    expect(waiting).toMatchObject({ status: 'scheduled', hasChanges: false });
    app.clock.advance(600_000);
    expect(await publishDueChapters(app)).toBe(1);
    const shown = await ask(app, null, 'GET', `/api/chapters/${params.id}`);
    expect(shown.body).toMatchObject({
      title: 'Titre corrigé',
      content: '<p>Texte corrigé depuis.</p>',
    });
    // An editor open meanwhile can continue, and learns that the chapter is published.
    const { version } = waiting.copy;
    const later = await succeed(app, mathilde, saveCopy, {
      params,
      body: { title: 'Titre corrigé', html: '<p>Après l’heure.</p>', version },
    });
    expect(later).toMatchObject({ status: 'published', version: version + 1 });
    const after = await ask(app, null, 'GET', `/api/chapters/${params.id}`);
    expect(after.body).toMatchObject({ content: '<p>Texte corrigé depuis.</p>' });
  });

  test('a scheduled chapter whose copy lacks a title or a text is published as last ready', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde, { title: 'Vidé' });
    const params = { id: chapterIds[0] ?? '' };
    const at = new Date(app.clock.now().getTime() + 600_000).toISOString();
    const body = { status: 'scheduled' as const, version: 1, at };
    await succeed(app, mathilde, setPublication, { params, body });
    await write(app, mathilde, params.id, '', 'Chapitre 1');
    const waiting = await succeed(app, mathilde, getStudioChapter, { params });
    expect(waiting).toMatchObject({ status: 'scheduled', hasChanges: true });
    app.clock.advance(600_000);
    expect(await publishDueChapters(app)).toBe(1);
    const shown = await ask(app, null, 'GET', `/api/chapters/${params.id}`);
    expect(shown.body).toMatchObject({ content: '<p>Texte du chapitre 1.</p>' });
    const kept = await succeed(app, mathilde, getStudioChapter, { params });
    expect(kept).toMatchObject({ status: 'published', hasChanges: true, copy: { html: '' } });
  });

  test('a text keeps its notes, which do not count as words, and no other link', async () => {
    const { app, mathilde } = world;
    const { chapterIds } = await addDraftNovel(app, mathilde);
    const params = { id: chapterIds[0] ?? '' };
    const html =
      '<p>Deux mots<sup><a href="#note-1">1</a></sup>.</p>\n<aside id="note-1"><p>Une <em>note</em>.</p></aside>';
    const { copy } = await succeed(app, mathilde, getStudioChapter, { params });
    const sent = html.replace('Deux', '<a href="https://exemple.fr/">Deux</a>');
    const body = { title: 'Noté', html: sent, version: copy.version };
    const saved = await succeed(app, mathilde, saveCopy, { params, body });
    expect(saved).toMatchObject({ html, wordCount: 2 });
  });

  test('a schedule is cancelled, and one in the past is refused', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde);
    const params = { id: chapterIds[0] ?? '' };
    const past = await request(app, mathilde, setPublication, {
      params,
      body: { status: 'scheduled', version: 1, at: app.clock.now().toISOString() },
    });
    expect([past.status, past.refusal.errors?.[0]?.field]).toEqual([400, 'at']);
    // A refusal changed nothing: the working copy is still not the chapter's text.
    const kept = await succeed(app, mathilde, getStudioChapter, { params });
    expect([kept.publicHtml, kept.copy.wordCount]).toEqual(['', 4]);
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await succeed(app, mathilde, setPublication, {
      params,
      body: { status: 'scheduled', version: 1, at },
    });
    const back = await succeed(app, mathilde, setPublication, {
      params,
      body: { status: 'draft' },
    });
    expect(back).toMatchObject({ status: 'draft', publishedAt: null });
    app.clock.advance(120_000);
    expect(await publishDueChapters(app)).toBe(0);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel?.isDraft).toBe(true);
  });

  test('a withdrawn chapter is hidden, keeps its unlocks, and returns unchanged', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterIds } = await addPublicNovel(world, 3, 'Retrait');
    const [first = '', middle = '', last = ''] = chapterIds;
    const params = { id: middle };
    await succeed(app, mathilde, setChapterSettings, { params, body: settings });
    await give(world, 2);
    await ask(app, reader, 'POST', `/api/chapters/${middle}/unlock`);
    const before = await succeed(app, mathilde, getStudioChapter, { params });
    app.clock.advance(60_000);
    await succeed(app, mathilde, setPublication, { params, body: { status: 'draft' } });
    // Who paid for it reads it on (decision 110); it is gone for everybody else.
    expect((await ask(app, reader, 'GET', `/api/chapters/${middle}`)).status).toBe(200);
    expect((await ask(app, null, 'GET', `/api/chapters/${middle}`)).status).toBe(404);
    const neighbour = await ask(app, null, 'GET', `/api/chapters/${first}`);
    expect(neighbour.body).toMatchObject({ nextChapterId: last });
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel?.chapterCount).toBe(2);
    await publish(app, mathilde, middle);
    const after = await succeed(app, mathilde, getStudioChapter, { params });
    expect(after).toMatchObject({ publishedAt: before.publishedAt, unlocks: 1, isPremium: true });
    const opened = await ask(app, reader, 'GET', `/api/chapters/${middle}`);
    expect(opened.body).toMatchObject({ isUnlocked: true });
  });

  test('a part that the author sets is a title in the list and has a price', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterIds } = await addPublicNovel(world, 2, 'En deux livres');
    for (const chapterId of chapterIds) {
      await succeed(app, mathilde, setChapterSettings, {
        params: { id: chapterId },
        body: { ...settings, part: '  Livre  premier ' },
      });
    }
    const listed = await ask(app, reader, 'GET', `/api/chapters/novel/${id}`);
    expect(listed.body).toMatchObject([{ part: 'Livre premier' }, { part: 'Livre premier' }]);
    const price = await ask(app, reader, 'GET', `/api/novels/${id}/price`);
    expect(price.body).toMatchObject({
      parts: [{ part: 'Livre premier', chapters: 2, credits: 4 }],
    });
  });

  test('a price that rises, falls or ends takes nothing from readers who unlocked', async () => {
    const { app, mathilde, reader } = world;
    const { chapterIds } = await addPublicNovel(world, 1, 'Prix');
    const chapterId = chapterIds[0] ?? '';
    const params = { id: chapterId };
    await succeed(app, mathilde, setChapterSettings, { params, body: settings });
    await give(world, 2);
    await ask(app, reader, 'POST', `/api/chapters/${chapterId}/unlock`);
    const paid = await app.db.select().from(unlocks).where(eq(unlocks.chapterId, chapterId));
    for (const change of [{ creditCost: 50 }, { isPremium: false }, {}]) {
      await succeed(app, mathilde, setChapterSettings, {
        params,
        body: { ...settings, ...change },
      });
      const read = await ask(app, reader, 'GET', `/api/chapters/${chapterId}`);
      expect(read.status).toBe(200);
    }
    expect(await app.db.select().from(unlocks).where(eq(unlocks.chapterId, chapterId))).toEqual(
      paid,
    );
    const stranger = () => ask(app, null, 'GET', `/api/chapters/${chapterId}`);
    expect((await stranger()).status).toBe(403);
    const freeFrom = new Date(app.clock.now().getTime() - 1).toISOString();
    await succeed(app, mathilde, setChapterSettings, { params, body: { ...settings, freeFrom } });
    expect((await stranger()).status).toBe(200);
    for (const creditCost of [0, 101, 1.5]) {
      const body = { ...settings, creditCost };
      expect((await request(app, mathilde, setChapterSettings, { params, body })).status).toBe(400);
    }
  });

  test('a teaser is one paragraph of 300 characters, shown at once where the text is not', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterIds } = await addPublicNovel(world, 1, 'Extrait');
    const params = { id: chapterIds[0] ?? '' };
    const set = (teaser?: string) =>
      request(app, mathilde, setChapterSettings, { params, body: { ...settings, teaser } });
    const told = async () => {
      const { body } = await ask(app, reader, 'GET', `/api/chapters/${params.id}`);
      return (body as { chapter: { teaser: string } }).chapter.teaser;
    };
    expect((await set()).body.teaser).toBe('');
    expect(await told()).toBe('');
    const page = `/chapter/${params.id}`;
    await app.pages.get(page, () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: Buffer.from('page'),
        tags: chapterPageTags(id, params.id),
      }),
    );
    expect((await set('  — Oui ?\n\n— Non.  ')).body.teaser).toBe('— Oui ? — Non.');
    expect(isKept(app, page)).toBe(false);
    expect(await told()).toBe('— Oui ? — Non.');
    const refused = await set('é'.repeat(301));
    expect([refused.status, refused.refusal.errors]).toEqual([
      400,
      [{ field: 'teaser', message: 'L’extrait a au plus 300 caractères.' }],
    ]);
    // From a page that does not know it, and from an editor's save: it stays.
    expect((await set()).body.teaser).toBe('— Oui ? — Non.');
    await publish(app, mathilde, params.id, await write(app, mathilde, params.id, '<p>Neuf.</p>'));
    expect(await told()).toBe('— Oui ? — Non.');
    const list = await succeed(app, mathilde, listStudioChapters, { params: { id } });
    expect(list.chapters[0]?.teaser).toBe('— Oui ? — Non.');
    const preview = await succeed(app, mathilde, previewChapter, { params });
    expect(preview.teaser).toBe('—\u2002Oui\u202F? — Non.');
    expect((await set('')).body.teaser).toBe('');
    expect((await set('é'.repeat(300))).status).toBe(200);
  });

  test('chapters are reordered, and their links follow', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addPublicNovel(world, 4, 'Ordre');
    const order = chapterIds.toReversed();
    const told = { params: { id }, body: { chapterIds: order } };
    await succeed(app, mathilde, orderChapters, told);
    await succeed(app, mathilde, orderChapters, told);
    expect(await numbers(id)).toEqual(order.map((chapterId, index) => [index + 1, chapterId]));
    const first = await ask(app, null, 'GET', `/api/chapters/${order[0] ?? ''}`);
    expect(first.body).toMatchObject({ prevChapterId: null, nextChapterId: order[1] });
    const other = await addPublicNovel(world, 1, 'Étranger');
    for (const wrong of [
      order.slice(1),
      [...order.slice(1), order[1] ?? ''],
      [...order.slice(1), other.chapterIds[0] ?? ''],
      [...order, other.chapterIds[0] ?? ''],
    ]) {
      const body = { chapterIds: wrong };
      const answer = await request(app, mathilde, orderChapters, { params: { id }, body });
      expect([answer.status, answer.refusal.chapterIds]).toEqual([409, order]);
    }
  });

  test('a deleted chapter leaves no gap; one that was paid for is not deleted', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterIds } = await addPublicNovel(world, 4, 'Suppression');
    const [one = '', two = '', three = '', four = ''] = chapterIds;
    await app.db.insert(viewDays).values({ subjectId: two, day: '2026-11-20', views: 3 });
    await succeed(app, mathilde, deleteChapter, { params: { id: two } });
    expect(await numbers(id)).toEqual([
      [1, one],
      [2, three],
      [3, four],
    ]);
    expect(await app.db.select().from(viewDays).where(eq(viewDays.subjectId, two))).toEqual([]);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel?.chapterCount).toBe(3);
    await succeed(app, mathilde, setChapterSettings, { params: { id: four }, body: settings });
    await give(world, 2);
    await ask(app, reader, 'POST', `/api/chapters/${four}/unlock`);
    const refused = await request(app, mathilde, deleteChapter, { params: { id: four } });
    expect([refused.status, refused.refusal.error]).toEqual([409, 'CHAPTER_UNLOCKED']);
    const gone = await request(app, mathilde, deleteChapter, { params: { id: two } });
    expect(gone.status).toBe(404);
  });

  test('a draft is deleted as an empty one only while nothing of it was ever saved', async () => {
    const { app, mathilde } = world;
    const { id } = await addPublicNovel(world, 1, 'Par mégarde');
    const query = { onlyEmpty: 'true' as const };
    const make = async () => {
      const body = { key: newKey() };
      return (await succeed(app, mathilde, createChapter, { params: { id }, body }))._id;
    };
    const empty = await make();
    await succeed(app, mathilde, deleteChapter, { params: { id: empty }, query });
    expect(await numbers(id)).toHaveLength(1);

    const written = await make();
    const text = { title: '', html: '<p>Un mot.</p>', version: 0 };
    await succeed(app, mathilde, saveCopy, { params: { id: written }, body: text });
    const erased = { title: '', html: '', version: 1 };
    for (const body of [null, erased]) {
      if (body) await succeed(app, mathilde, saveCopy, { params: { id: written }, body });
      const refused = await request(app, mathilde, deleteChapter, {
        params: { id: written },
        query,
      });
      expect([refused.status, refused.refusal.error]).toEqual([409, 'CHAPTER_WRITTEN']);
    }

    const noted = await make();
    const notes = { before: 'Merci !', after: null };
    await succeed(app, mathilde, setChapterNotes, { params: { id: noted }, body: notes });
    const kept = await request(app, mathilde, deleteChapter, { params: { id: noted }, query });
    expect(kept.refusal.error).toBe('CHAPTER_WRITTEN');

    const priced = { ...settings, teaser: 'Trois phrases, déjà choisies.' };
    for (const body of [priced, { ...priced, isPremium: false, part: 'Livre deux', teaser: '' }]) {
      const chosen = await make();
      await succeed(app, mathilde, setChapterSettings, { params: { id: chosen }, body });
      const stays = await request(app, mathilde, deleteChapter, { params: { id: chosen }, query });
      expect(stays.refusal.error).toBe('CHAPTER_WRITTEN');
    }
    expect(await numbers(id)).toHaveLength(5);
  });

  test('of a save and a deletion of an empty draft at once, no saved word is lost', async () => {
    const { app, mathilde } = world;
    const { id } = await addPublicNovel(world, 1, 'Au même instant');
    for (let turn = 0; turn < 5; turn += 1) {
      const body = { key: newKey() };
      const made = await succeed(app, mathilde, createChapter, { params: { id }, body });
      const params = { id: made._id };
      const text = { title: 'Un', html: '<p>Un mot.</p>', version: 0 };
      const [saved, deleted] = await Promise.all([
        request(app, mathilde, saveCopy, { params, body: text }),
        request(app, mathilde, deleteChapter, { params, query: { onlyEmpty: 'true' } }),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([saved.status, deleted.status]);
    }
  });

  test('an import that corrects a text makes an older editor’s save a conflict', async () => {
    const { app, admin } = world;
    const novel = await addNovel(app, { title: 'Importé', chapters: [chapterDraft(1)] });
    const params = { id: novel.chapterIds[0] ?? '' };
    const { copy } = await succeed(app, admin, getStudioChapter, { params });
    const html = '<p>Texte corrigé par l’import.</p>';
    await addNovel(app, { title: 'Importé', chapters: [chapterDraft(1, { html })] });
    const body = { title: 'T', html: '<p>Ancien.</p>', version: copy.version };
    const late = await request(app, admin, saveCopy, { params, body });
    expect(late.refusal).toMatchObject({ error: 'COPY_STALE', current: { html } });
  });

  test('concurrent changes leave numbers, counts and states consistent', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addPublicNovel(world, 5, 'Tout à la fois');
    const [a = '', b = '', c = '', d = '', e = ''] = chapterIds;
    const draft = { status: 'draft' as const };
    const answers = await Promise.all([
      request(app, mathilde, setPublication, { params: { id: a }, body: draft }),
      request(app, mathilde, deleteChapter, { params: { id: b } }),
      request(app, mathilde, orderChapters, {
        params: { id },
        body: { chapterIds: [e, d, c, b, a] },
      }),
      request(app, mathilde, createChapter, { params: { id }, body: { key: newKey() } }),
      request(app, mathilde, setPublication, { params: { id: c }, body: draft }),
      request(app, mathilde, createChapter, { params: { id }, body: { key: newKey() } }),
      request(app, mathilde, deleteChapter, { params: { id: d } }),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await numbers(id)).map(([number]) => number)).toEqual([1, 2, 3, 4, 5]);
    const rows = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    const out = rows.filter(({ status }) => status === 'published');
    expect(novel?.chapterCount).toBe(out.length);
  });

  test('statistics count users once, per chapter, for the novel and by day', async () => {
    const { app, mathilde, reader, karim } = world;
    const { id, chapterIds } = await addPublicNovel(world, 3, 'Chiffres');
    const [one = '', two = '', three = ''] = chapterIds;
    await succeed(app, mathilde, setChapterSettings, { params: { id: three }, body: settings });
    await give(world, 2);
    await ask(app, reader, 'PUT', `/api/chapters/${one}/like`);
    await ask(app, reader, 'POST', `/api/chapters/${one}/comment`, { text: 'Bravo.' });
    await ask(app, karim, 'PUT', `/api/chapters/${one}/bookmark`);
    await ask(app, reader, 'PUT', `/api/chapters/${two}/like`);
    await ask(app, reader, 'POST', `/api/chapters/${three}/unlock`);
    const viewer = ({ user }: typeof reader) => ({ visitorId: user.id, networkId: user.id });
    app.views.count(id, viewer(reader));
    for (const person of [reader, karim]) app.views.count(one, viewer(person));
    await app.views.flush();
    const figures = await succeed(app, mathilde, getNovelFigures, { params: { id } });
    expect(figures.totals).toEqual({
      views: 2,
      likes: 2,
      comments: 1,
      unlocks: 1,
      creditsEarned: 2,
      novelViews: 1,
      favorites: 0,
      ratingAvg: null,
      ratingCount: 0,
      readers: 2,
    });
    expect(figures.today).toBe('2026-11-21');
    const query = { from: '2026-08-24', to: figures.today };
    const { days } = await succeed(app, mathilde, getNovelPeriod, { params: { id }, query });
    expect(days.slice(0, -1).every(({ views, likes }) => views + likes === 0)).toBe(true);
    expect(days.at(-1)).toEqual({
      day: '2026-11-21',
      novelViews: 1,
      views: 2,
      likes: 2,
      comments: 1,
      unlocks: 1,
      creditsEarned: 2,
    });
    const recent = await succeed(app, mathilde, getRecentViews, { params: { id } });
    expect(recent.days.at(0)).toEqual({ day: '2026-10-23', views: 0 });
    expect(recent.days.at(-1)).toEqual({ day: '2026-11-21', views: 2 });
    const byChapter = figures.chapters.map((chapter) => [
      chapter.views,
      chapter.readers,
      chapter.readersWhoWentOn,
      chapter.creditsEarned,
    ]);
    expect(byChapter).toEqual([
      [2, 2, 1, 0],
      [0, 1, 1, 0],
      [0, 1, null, 2],
    ]);
    await succeed(app, mathilde, setPublication, {
      params: { id: two },
      body: { status: 'draft' },
    });
    const later = await succeed(app, mathilde, getNovelFigures, { params: { id } });
    expect(
      later.chapters.map(({ isPublished, readersWhoWentOn }) => [isPublished, readersWhoWentOn]),
    ).toEqual([
      [true, 1],
      [false, null],
      [true, null],
    ]);
  });
});

async function keepPage(world: StudioWorld, slug: string, novelId: string): Promise<void> {
  await keepTagged(world, `/novel/${slug}`, [`novel:${novelId}`]);
}

async function keepTagged({ app }: StudioWorld, key: string, tags: string[]): Promise<void> {
  await app.pages.get(key, () =>
    Promise.resolve({ status: 200, headers: {}, body: Buffer.from('page'), tags }),
  );
}
