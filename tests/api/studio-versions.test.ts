import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { archiveSaved, thinSaves } from '#server/publishing/versions/archive-versions.ts';
import { setChapterNotes } from '#shared/contracts/announcements.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { getStudioChapter, saveCopy, setPublication } from '#shared/contracts/studio-chapters.ts';
import { compareVersion, listVersions, restoreVersion } from '#shared/contracts/studio-versions.ts';
import { confirmUpload, uploadBook } from '#shared/contracts/studio-uploads.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import {
  addDraftNovel,
  describeInStudio,
  novelForm,
  publish,
  request,
  succeed,
} from '../world/studio.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

describeInStudio('versions of a chapter', (world) => {
  const addChapter = async () => {
    const { id, chapterIds } = await addDraftNovel(world.app, world.mathilde, { chapters: 1 });
    return { novelId: id, id: chapterIds[0] ?? '' };
  };
  const versions = async (id: string) =>
    (await succeed(world.app, world.mathilde, listVersions, { params: { id } })).versions;
  const kinds = async (id: string) => (await versions(id)).map(({ kind }) => kind);
  const copyOf = async (id: string) =>
    (await succeed(world.app, world.mathilde, getStudioChapter, { params: { id } })).copy;
  const publishCopy = async (id: string) =>
    publish(world.app, world.mathilde, id, (await copyOf(id)).version);
  const save = async (id: string, html: string, title = 'Le phare') => {
    const { version } = await copyOf(id);
    const body = { title, html, version };
    return succeed(world.app, world.mathilde, saveCopy, { params: { id }, body });
  };
  const changes = (id: string, against: 'previous' | 'now') =>
    succeed(world.app, world.mathilde, compareVersion, { params: { id }, query: { against } });

  test('every published text stays, with its writer; the same text again is no version', async () => {
    const { app } = world;
    const { id } = await addChapter();
    await publishCopy(id);
    await publishCopy(id);
    app.clock.advance(minuteMs);
    await save(id, '<p>La mer montait.</p>');
    await publishCopy(id);
    const published = (await versions(id)).filter(({ kind }) => kind === 'published');
    expect(published.map(({ isOnline, title }) => [isOnline, title])).toEqual([
      [true, 'Le phare'],
      [false, expect.any(String)],
    ]);
    expect(published[0]?.by).not.toBeNull();
  });

  test('a version has what stood beside it, until the next one', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    const write = (recap: string) => {
      const body = { before: null, after: null, recap, cast: 'Ysé : elle part.' };
      return succeed(app, mathilde, setChapterNotes, { params: { id }, body });
    };
    await write('Un.');
    await publishCopy(id);
    app.clock.advance(minuteMs);
    await save(id, '<p>La mer montait.</p>');
    await publishCopy(id);
    await write('Deux.');
    const beside = async () =>
      (await versions(id))
        .filter(({ kind }) => kind === 'published')
        .map(({ recap, cast }) => [recap, cast]);
    expect(await beside()).toEqual([
      ['Deux.', 'Ysé : elle part.'],
      ['Un.', 'Ysé : elle part.'],
    ]);
  });

  test('a batch, an hour that has come and an import keep what they publish', async () => {
    const { app, mathilde } = world;
    const batch = await addChapter();
    const body = { action: 'publish' as const, chapterIds: [batch.id] };
    await succeed(app, mathilde, changeChapters, { params: { id: batch.novelId }, body });
    expect(await kinds(batch.id)).toContain('published');

    const scheduled = await addChapter();
    const { version } = await copyOf(scheduled.id);
    const at = new Date(app.clock.now().getTime() + minuteMs).toISOString();
    await succeed(app, mathilde, setPublication, {
      params: { id: scheduled.id },
      body: { status: 'scheduled', at, version },
    });
    expect(await kinds(scheduled.id)).not.toContain('published');
    app.clock.advance(2 * minuteMs);
    await publishDueChapters(app);
    expect(await kinds(scheduled.id)).toContain('published');

    const book = { title: 'Importé', chapters: [chapterDraft(1)] };
    const { chapterIds } = await addNovel(app, book);
    const rows = await app.db
      .select()
      .from(chapterVersions)
      .where(eq(chapterVersions.chapterId, chapterIds[0] ?? ''));
    expect(rows.map(({ kind, writtenBy }) => [kind, writtenBy])).toEqual([['published', null]]);
  });

  test('a scheduled text has the name of who scheduled it, one by one, in a batch or in an import', async () => {
    const { app, mathilde, karim } = world;
    const [alone, batch] = [await addChapter(), await addChapter()];
    await app.db
      .insert(novelMembers)
      .values({ novelId: batch.novelId, userId: karim.user.id, role: 'co_author' });
    const at = new Date(app.clock.now().getTime() + minuteMs).toISOString();
    const { version } = await copyOf(alone.id);
    const body = { status: 'scheduled' as const, at, version };
    await succeed(app, mathilde, setPublication, { params: { id: alone.id }, body });
    await succeed(app, karim, changeChapters, {
      params: { id: batch.novelId },
      body: { action: 'schedule', slots: [{ chapterId: batch.id, at }] },
    });
    const { _id } = await succeed(app, mathilde, uploadBook, {
      query: { name: 'phare.md' },
      body: Buffer.from('# Le départ\n\nLa mer était calme.\n'),
    });
    const { novelId } = await succeed(app, mathilde, confirmUpload, {
      params: { id: _id },
      body: {
        target: { kind: 'new', takesCover: false, ...novelForm('Le Phare') },
        edits: [],
        premiumFrom: null,
        creditCost: 1,
        freeRule: null,
        publication: 'scheduled',
        slots: [at],
      },
    });
    app.clock.advance(2 * minuteMs);
    await publishDueChapters(app);

    const writers = await app.db
      .select({ novelId: chapters.novelId, writtenBy: chapterVersions.writtenBy })
      .from(chapterVersions)
      .innerJoin(chapters, eq(chapters.id, chapterVersions.chapterId))
      .where(
        and(
          eq(chapterVersions.kind, 'published'),
          inArray(chapters.novelId, [alone.novelId, batch.novelId, novelId]),
        ),
      );
    const of = (id: string) => writers.find((row) => row.novelId === id)?.writtenBy;
    expect(of(alone.novelId)).toBe(mathilde.user.id);
    expect(of(batch.novelId)).toBe(karim.user.id);
    expect(of(novelId)).toBe(mathilde.user.id);
  });

  test('saves within ten minutes are one version, the last; a later one is another', async () => {
    const { app } = world;
    const { id } = await addChapter();
    const before = (await versions(id)).length;
    app.clock.advance(11 * minuteMs);
    await save(id, '<p>Un.</p>');
    app.clock.advance(minuteMs);
    await save(id, '<p>Un deux.</p>');
    app.clock.advance(11 * minuteMs);
    await save(id, '<p>Un deux trois.</p>');
    const words = (await versions(id)).map(({ wordCount }) => wordCount);
    expect(words.slice(0, words.length - before)).toEqual([3, 2]);
  });

  test('is compared word by word, without what stays', async () => {
    const { app } = world;
    const { id } = await addChapter();
    const text = (word: string) =>
      `${'<p>Rien ne bouge.</p>'.repeat(9)}<p>La ${word} montait.</p>${'<p>Fin.</p>'.repeat(9)}`;
    await save(id, text('mer'));
    await publishCopy(id);
    app.clock.advance(minuteMs);
    await save(id, text('nuit'));
    await publishCopy(id);
    const [online, first] = (await versions(id)).filter(({ kind }) => kind === 'published');
    const compared = await changes(online?._id ?? '', 'previous');
    expect(compared.other?._id).toBe(first?._id);
    expect([compared.version.hasPrevious, online?.hasPrevious]).toEqual([true, true]);
    expect(first?.hasPrevious).toBe(false);
    expect([compared.wordsAdded, compared.wordsRemoved]).toEqual([1, 1]);
    expect(compared.blocks).toEqual([
      { gap: 8 },
      { parts: [{ kind: 'same', text: 'Rien ne bouge.' }] },
      {
        parts: [
          { kind: 'same', text: 'La ' },
          { kind: 'removed', text: 'mer' },
          { kind: 'added', text: 'nuit' },
          { kind: 'same', text: ' montait.' },
        ],
      },
      { parts: [{ kind: 'same', text: 'Fin.' }] },
      { gap: 8 },
    ]);
    expect((await changes(online?._id ?? '', 'now')).wordsAdded).toBe(0);
  });

  test('is restored into the working copy in one step, and can be taken back', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    await save(id, '<p>La mer montait.</p>');
    await publishCopy(id);
    app.clock.advance(minuteMs);
    await save(id, '<p>Tout a changé.</p>');
    const published = (await versions(id)).find(({ kind }) => kind === 'published')?._id ?? '';
    const { version } = await copyOf(id);
    const told = { params: { id: published }, body: { version } };
    await succeed(app, mathilde, restoreVersion, told);
    expect((await copyOf(id)).html).toBe('<p>La mer montait.</p>');
    // What it replaced is a version of its own.
    const replaced = (await versions(id)).find(
      ({ kind, wordCount }) => kind === 'saved' && wordCount === 3,
    );
    expect(replaced).toBeDefined();
    // Asked again with the version seen then, there is nothing to do; with another text there is.
    expect(await request(app, mathilde, restoreVersion, told)).toMatchObject({ status: 200 });
    await save(id, '<p>Encore autre chose.</p>');
    expect(await request(app, mathilde, restoreVersion, told)).toMatchObject({
      status: 409,
      body: { error: 'COPY_STALE' },
    });
  });

  test('a text that is stored is not stored again, and a save after it keeps what was before', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    await save(id, '<p>La mer montait.</p>');
    await publishCopy(id);
    app.clock.advance(minuteMs);
    await save(id, '<p>Tout a changé.</p>');
    const rows = () =>
      app.db.select().from(chapterVersions).where(eq(chapterVersions.chapterId, id));
    const before = await rows();
    const two = [
      before.find(({ kind }) => kind === 'published')?.id ?? '',
      before.find(({ html }) => html.includes('changé'))?.id ?? '',
    ];
    for (let time = 0; time < 10; time++) {
      const params = { id: two[time % 2] ?? '' };
      const { version } = await copyOf(id);
      await succeed(app, mathilde, restoreVersion, { params, body: { version } });
    }
    expect(await rows()).toHaveLength(before.length);
    // Within ten minutes of the save that was replaced by the restored text.
    const params = { id: two[0] ?? '' };
    const body = { version: (await copyOf(id)).version };
    await succeed(app, mathilde, restoreVersion, { params, body });
    await save(id, '<p>Autre chose.</p>');
    expect((await rows()).map(({ html }) => html)).toEqual(
      expect.arrayContaining(before.map(({ html }) => html)),
    );
  });

  test('two texts published in turn are stored once each, in the order in which they came out last', async () => {
    const { app } = world;
    const { id } = await addChapter();
    const texts = ['<p>La mer montait.</p>', '<p>Tout a changé.</p>'];
    for (let time = 0; time < 5; time++) {
      app.clock.advance(1_000);
      await save(id, texts[time % 2] ?? '');
      await publishCopy(id);
    }
    const published = await versions(id);
    expect(published.map(({ isOnline, hasPrevious }) => [isOnline, hasPrevious])).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(published[0]?.at).toBe(app.clock.now().toISOString());
    const [online, other] = published.map(({ _id }) => _id);
    expect((await changes(online ?? '', 'previous')).other?._id).toBe(other);
    expect((await changes(other ?? '', 'previous')).other?._id).toBe(online);
  });

  test('of its saves a chapter keeps twenty million bytes', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    for (const letter of ['a', 'b', 'c']) {
      const text = { title: letter, html: letter.repeat(9_000_000), wordCount: 1 };
      const how = { writtenBy: mathilde.user.id, now: app.clock.now(), isStep: true };
      await archiveSaved(app.db, id, text, how);
    }
    const saved = (await versions(id)).filter(({ kind }) => kind === 'saved');
    expect(saved.map(({ title }) => title)).toEqual(['c', 'b']);
  });

  test('of its saves a chapter keeps two hundred, and all that was published', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    await publishCopy(id);
    for (let number = 1; number <= 205; number++) {
      const text = { title: 'Le phare', html: `<p>${number}</p>`, wordCount: 1 };
      const how = { writtenBy: mathilde.user.id, now: app.clock.now(), isStep: true };
      await archiveSaved(app.db, id, text, how);
    }
    const kinds = await app.db
      .select({ kind: chapterVersions.kind })
      .from(chapterVersions)
      .where(eq(chapterVersions.chapterId, id));
    expect(kinds.filter(({ kind }) => kind === 'saved')).toHaveLength(200);
    expect(kinds.filter(({ kind }) => kind === 'published')).toHaveLength(1);
  });

  test('a change of emphasis, signs and paragraphs alone is shown, without words that changed', async () => {
    const { id } = await addChapter();
    await save(id, '<p>Il <em>pensa</em> : oui ?</p><hr><p>Puis non.</p><p>Fin.</p>');
    await publishCopy(id);
    await save(id, '<p>Il pensa : oui !</p><p>Puis non. Fin.</p>');
    const [online] = (await versions(id)).filter(({ isOnline }) => isOnline);
    const compared = await changes(online?._id ?? '', 'now');
    expect(compared).toMatchObject({ wordsAdded: 0, wordsRemoved: 0 });
    const parts = compared.blocks.flatMap((block) => ('parts' in block ? block.parts : []));
    expect(parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['added', 'removed']));
  });

  test('a working copy that is in no version becomes one when it is replaced', async () => {
    const { app } = world;
    // As an import leaves a draft.
    const { id: imported } = await addChapter();
    const { html } = await copyOf(imported);
    await app.db.delete(chapterVersions).where(eq(chapterVersions.chapterId, imported));
    await save(imported, '<p>Oups.</p>');
    await save(imported, '<p>Oups, oups.</p>');
    const textsOf = async (id: string) => {
      const rows = await app.db
        .select({ html: chapterVersions.html })
        .from(chapterVersions)
        .where(eq(chapterVersions.chapterId, id));
      return rows.map(({ html }) => html).toSorted();
    };
    expect(await textsOf(imported)).toEqual([html, '<p>Oups, oups.</p>'].toSorted());

    // As a rewriting whose saves were thinned out is, when an earlier version is restored.
    const { id } = await addChapter();
    await save(id, '<p>Parue.</p>');
    await publishCopy(id);
    app.clock.advance(20 * minuteMs);
    await save(id, '<p>Réécrite.</p>');
    await app.db.delete(chapterVersions).where(eq(chapterVersions.kind, 'saved'));
    const [online] = (await versions(id)).filter(({ isOnline }) => isOnline);
    const body = { version: (await copyOf(id)).version };
    const params = { id: online?._id ?? '' };
    await succeed(app, world.mathilde, restoreVersion, { params, body });
    expect(await textsOf(id)).toContain('<p>Réécrite.</p>');
    expect((await copyOf(id)).html).toBe('<p>Parue.</p>');
  });

  test('saves are thinned as they grow old, published texts never', async () => {
    const { app, mathilde } = world;
    const { id } = await addChapter();
    await publishCopy(id);
    await app.db.delete(chapterVersions).where(eq(chapterVersions.kind, 'saved'));
    const keep = async (ageMs: number, title: string) => {
      const now = new Date(app.clock.now().getTime() - ageMs);
      const how = { writtenBy: mathilde.user.id, now, isStep: true };
      await archiveSaved(app.db, id, { title, html: '<p>x</p>', wordCount: 1 }, how);
    };
    const noon = app.clock.now().getTime() % dayMs;
    await keep(95 * dayMs, 'ancien');
    await keep(5 * dayMs + noon - 9 * 3_600_000, 'matin');
    await keep(5 * dayMs + noon - 11 * 3_600_000, 'midi');
    await keep(dayMs, 'hier');
    await keep(dayMs - minuteMs, 'hier aussi');
    await thinSaves(app);
    await thinSaves(app);
    const left = (await versions(id)).filter(({ kind }) => kind === 'saved');
    expect(left.map(({ title }) => title)).toEqual(['hier aussi', 'hier', 'midi']);
    expect(await kinds(id)).toContain('published');
    const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, id));
    expect(chapter?.status).toBe('published');
  });
});
