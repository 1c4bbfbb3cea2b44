import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { loadChapterPage } from '#server/catalogue/chapter-page.ts';
import { chapterTexts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { highlights, marginNotes } from '#server/core/db/schema/margin.ts';
import { addComment, hidePerson, listComments } from '#shared/contracts/comments.ts';
import {
  getMargin,
  listHighlightedNovels,
  listHighlights,
  removeHighlight,
  removeMarginNote,
  setHighlight,
  setMarginNote,
} from '#shared/contracts/margin.ts';
import { setPlace } from '#shared/contracts/places.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { setHighlight as storeHighlight } from '#server/community/margin/highlights.ts';
import { marginLimits } from '#shared/reading/margin.ts';
import { passageAt, placeAt } from '#shared/reading/place.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';
import { describeInStudio, request, succeed } from '../world/studio.ts';

const blocks = ['Le vent se lève.', 'Emma ferme la porte, puis la fenêtre.', 'Rien ne bouge.'];
const html = blocks.map((words) => `<p>${words}</p>`).join('');
const at = (paragraph: number, offset = 0, among: readonly string[] = blocks) =>
  placeAt((index) => among[index] ?? '', paragraph, offset);
const wordsAt = (paragraph: number, words: string) => {
  const of = blocks[paragraph] ?? '';
  return passageAt(of, at(paragraph, of.indexOf(words)), words.length);
};
const door = wordsAt(1, 'la porte');
const newId = () => crypto.randomUUID();
const inYellow = (passage = door, note = '') => ({ ...passage, colour: 'yellow' as const, note });

describeInStudio('the margin of a chapter', (world) => {
  let novel: { id: string; slug: string; chapterIds: string[] };
  let nour: TestBrowser;
  const idOf = (number: number) => novel.chapterIds[number - 1] ?? '';
  const marginFor = (who: TestBrowser | null, number = 1, query = {}) =>
    request(world.app, who, getMargin, { params: { id: idOf(number) }, query });
  const highlight = (who: TestBrowser | null, number: number, itemId: string, body = inYellow()) =>
    request(world.app, who, setHighlight, { params: { id: idOf(number), itemId }, body });
  const comment = (who: TestBrowser, text: string, more = {}) =>
    succeed(world.app, who, addComment, { params: { id: idOf(1) }, body: { text, ...more } });
  const listed = (who: TestBrowser, cursor?: string) =>
    succeed(world.app, who, listHighlights, {
      params: { id: novel.id },
      query: cursor ? { cursor } : {},
    });
  const setText = (number: number, text: string) =>
    world.app.db
      .update(chapterTexts)
      .set({ html: text })
      .where(eq(chapterTexts.chapterId, idOf(number)));

  beforeAll(async () => {
    const { app, mathilde } = world;
    novel = await addNovel(app, {
      title: 'Le Serment',
      chapters: [1, 2, 3].map((number) => chapterDraft(number, { isPremium: number === 2 })),
    });
    await app.db.update(novels).set({ ownerId: mathilde.user.id }).where(eq(novels.id, novel.id));
    for (const number of [1, 2, 3]) await setText(number, html);
    nour = await signInAs(app, { displayName: 'Nour' });
  });

  test('a highlight is its reader’s alone, is the same when sent again, changed, and removed', async () => {
    const itemId = newId();
    for (const note of ['', '', 'La porte\u00A0!']) {
      expect(await highlight(nour, 1, itemId, inYellow(door, note))).toMatchObject({ status: 200 });
    }
    const mine = await succeed(world.app, nour, getMargin, { params: { id: idOf(1) }, query: {} });
    expect(mine.highlights).toEqual([{ id: itemId, ...inYellow(door, 'La porte\u00A0!') }]);
    for (const other of [null, world.reader, world.mathilde]) {
      expect(JSON.stringify(await marginFor(other))).not.toContain('La porte');
    }
    expect(await highlight(world.reader, 1, itemId)).toMatchObject({ status: 404 });
    expect(await highlight(nour, 3, itemId)).toMatchObject({ status: 404 });
    const gone = { params: { id: idOf(1), itemId } };
    await succeed(world.app, world.reader, removeHighlight, gone);
    expect(await world.app.db.$count(highlights)).toBe(1);
    await succeed(world.app, nour, removeHighlight, gone);
    await succeed(world.app, nour, removeHighlight, gone);
    expect(await world.app.db.$count(highlights)).toBe(0);
  });

  test('one that comes while its reader’s account is erased leaves nothing', async () => {
    const { app } = world;
    const gone = await signInAs(app, { displayName: 'Parti' });
    await eraseAccount(app, gone.user.id, { lostCredits: null });
    const of = { userId: gone.user.id, chapterId: idOf(1) };
    const late = await storeHighlight(app, of, { id: newId(), ...inYellow() });
    expect(late).toMatchObject({ refusal: 'TOKEN_INVALID' });
    expect(await app.db.$count(highlights)).toBe(0);
  });

  test('it refuses who may not read the chapter, and what is malformed', async () => {
    expect(await highlight(null, 1, newId())).toMatchObject({ status: 401 });
    expect(await highlight(nour, 2, newId())).toMatchObject({ status: 403 });
    expect(await marginFor(nour, 2)).toMatchObject({ status: 403 });
    expect(await marginFor(null, 2, { isRead: 'true' })).toMatchObject({ status: 403 });
    for (const wrong of [
      { length: 0 },
      { length: 2_001 },
      { colour: 'red' },
      { note: 'x'.repeat(1_001) },
    ]) {
      const body = { ...inYellow(), ...wrong } as ReturnType<typeof inYellow>;
      expect([wrong, await highlight(nour, 1, newId(), body)]).toMatchObject([
        wrong,
        { status: 400 },
      ]);
    }
    expect(await world.app.db.$count(highlights)).toBe(0);
  });

  test('a chapter holds so many highlights of a reader, however many are sent at once', async () => {
    const many = await signInAs(world.app, { displayName: 'Beaucoup' });
    const row = (index: number) => ({
      ...{ userId: many.user.id, chapterId: idOf(1), paragraph: 0, characterOffset: index },
      ...{ length: 1, passageMark: 0, colour: 'blue' as const },
    });
    const all = Array.from({ length: marginLimits.highlightsOfChapter - 2 }, (_, index) =>
      row(index),
    );
    await world.app.db.insert(highlights).values(all);
    const sent = await Promise.all([1, 2, 3, 4].map(() => highlight(many, 1, newId())));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    await world.app.db.delete(highlights).where(eq(highlights.userId, many.user.id));
  });

  test('the list has a passage in the words of today, while its reader may read them', async () => {
    const { app } = world;
    await unlock(app, nour.user.id, idOf(2));
    for (const number of [3, 1, 2])
      await highlight(nour, number, newId(), inYellow(door, `n${number}`));
    const { novels: list } = await succeed(app, nour, listHighlightedNovels, {});
    expect(list).toMatchObject([{ id: novel.id, title: 'Le Serment', count: 3 }]);
    expect(await succeed(app, world.reader, listHighlightedNovels, {})).toEqual({ novels: [] });
    const words = async () => (await listed(nour)).highlights.map((one) => [one.note, one.words]);
    expect(await words()).toEqual([
      ['n1', 'la porte'],
      ['n2', 'la porte'],
      ['n3', 'la porte'],
    ]);
    // Corrected around it, moved, and gone.
    await setText(1, '<p>Un ajout.</p><p>Emma ferme vite la porte, puis la fenêtre.</p>');
    await setText(3, '<p>Emma sort.</p>');
    expect(await words()).toEqual([
      ['n1', 'la porte'],
      ['n2', 'la porte'],
      ['n3', null],
    ]);
    await app.db
      .update(chapters)
      .set({ status: 'draft' })
      .where(eq(chapters.id, idOf(1)));
    expect((await words())[0]).toEqual(['n1', null]);
    await app.db
      .update(chapters)
      .set({ status: 'published' })
      .where(eq(chapters.id, idOf(1)));
    for (const number of [1, 3]) await setText(number, html);
    for (const cursor of ['x', `1.0.0.${'-'.repeat(36)}`, `1.0.0.${'0'.repeat(36)}`]) {
      const bad = { params: { id: novel.id }, query: { cursor } };
      expect(await request(app, nour, listHighlights, bad)).toMatchObject({ status: 400 });
    }
  });

  test('pages of the list follow one another, and no passage leaves whole beyond a quote', async () => {
    const { app } = world;
    const long = 'Un mot de plus. '.repeat(60).trim();
    await setText(3, `<p>${long}</p>`);
    const reader = await signInAs(app, { displayName: 'Page' });
    const whole = passageAt(long, at(0, 0, [long]), long.length);
    await highlight(reader, 3, newId(), inYellow(whole));
    for (let index = 0; index < marginLimits.listPageSize + 3; index++) {
      await highlight(reader, 1, newId(), inYellow(door, String(index)));
    }
    const first = await listed(reader);
    const second = await listed(reader, first.nextCursor ?? '');
    expect(second.nextCursor).toBeNull();
    const all = [...first.highlights, ...second.highlights];
    expect(new Set(all.map(({ id }) => id)).size).toBe(marginLimits.listPageSize + 4);
    const cut = all.at(-1)?.words ?? '';
    expect(cut.length).toBeLessThanOrEqual(marginLimits.quoteCharacters);
    expect(cut).toMatch(/^Un mot de plus\. .*…$/);
    await setText(3, html);
  });

  test('a comment is about a paragraph, with its answers, and is counted for who sees it', async () => {
    const { app } = world;
    const first = await comment(nour, 'Sur la porte.', { place: at(1) });
    const answer = { parentId: first.comment._id, isReply: true, place: at(0) };
    await comment(world.reader, 'Oui.', answer);
    await comment(world.reader, 'Du chapitre.');
    const margin = await succeed(app, null, getMargin, { params: { id: idOf(1) }, query: {} });
    expect(margin.comments).toEqual([{ place: at(1), count: 2 }]);
    const { paragraph, mark } = at(1);
    const about = async (query: Record<string, string>) => {
      const told = { params: { id: idOf(1) }, query };
      return (await succeed(app, null, listComments, told)).threads.map(({ text, place }) => [
        text,
        place,
      ]);
    };
    expect(await about({ about: `0.12,${paragraph}.${mark}` })).toEqual([['Sur la porte.', at(1)]]);
    expect(await about({})).toEqual([
      ['Du chapitre.', null],
      ['Sur la porte.', at(1)],
    ]);
    await succeed(app, nour, hidePerson, { params: { id: world.reader.user.id } });
    const seen = await succeed(app, nour, getMargin, { params: { id: idOf(1) }, query: {} });
    expect(seen.comments[0]?.count).toBe(1);
    for (const wrong of ['x', '1', '1.2,', '99999999.1']) {
      const told = { params: { id: idOf(1) }, query: { about: wrong } } as never;
      expect([wrong, await request(app, null, listComments, told)]).toMatchObject([
        wrong,
        { status: 400 },
      ]);
    }
  });

  test('hashes that one reader makes up move no comments of others', async () => {
    const { app } = world;
    const honest = placeAt((index) => blocks[index] ?? '', 2, 0);
    const forged = { ...honest, start: 1, end: 2, before: 3, after: 4 };
    await comment(nour, 'Rien.', { place: honest });
    for (let times = 0; times < 2; times++) {
      await comment(world.reader, 'Faux.', { place: forged });
    }
    const margin = await succeed(app, null, getMargin, { params: { id: idOf(1) }, query: {} });
    const here = margin.comments.filter(({ place }) => place.paragraph === 2);
    expect(here).toEqual([
      { place: forged, count: 2 },
      { place: honest, count: 1 },
    ]);
  });

  test('the page says that there is a margin, and has no word of it', async () => {
    const { app, mathilde } = world;
    const pageOf = async (number: number) => {
      const found = await loadChapterPage(app, idOf(number));
      return found.kind === 'chapter' || found.kind === 'locked' ? found.place.hasMargin : null;
    };
    expect(await pageOf(3)).toBe(false);
    const itemId = newId();
    const note = { params: { id: idOf(3), itemId }, body: { place: at(2), text: 'Ici, je mens.' } };
    await succeed(app, mathilde, setMarginNote, note);
    expect(await pageOf(3)).toBe(true);
    expect(JSON.stringify(await loadChapterPage(app, idOf(3)))).not.toContain('je mens');
    await succeed(app, mathilde, removeMarginNote, { params: { id: idOf(3), itemId } });
    expect(await pageOf(3)).toBe(false);
  });

  test('an author’s notes are for who has read the chapter to its end, and who may write them', async () => {
    const { app, mathilde } = world;
    const itemId = newId();
    const note = { params: { id: idOf(1), itemId }, body: { place: at(2), text: 'Ici, je mens.' } };
    for (const who of [null, nour]) {
      expect(await request(app, who, setMarginNote, note)).toMatchObject({
        status: who ? 403 : 401,
      });
    }
    await succeed(app, mathilde, setMarginNote, note);
    await succeed(app, mathilde, setMarginNote, note);
    const notesFor = async (who: TestBrowser | null, query = {}) => {
      const told = await succeed(app, who, getMargin, { params: { id: idOf(1) }, query });
      return [told.notes.map(({ text }) => text), told.mayNote];
    };
    expect(await notesFor(null)).toEqual([[], false]);
    expect(await notesFor(nour)).toEqual([[], false]);
    expect(await notesFor(null, { isRead: 'true' })).toEqual([['Ici, je mens.'], false]);
    expect(await notesFor(mathilde)).toEqual([['Ici, je mens.'], true]);
    const end = { place: null, version: null, isRead: true, sentAt: 1 };
    await succeed(app, nour, setPlace, { params: { id: idOf(1) }, body: end });
    expect(await notesFor(nour)).toEqual([['Ici, je mens.'], false]);
    const rows = Array.from({ length: marginLimits.authorNotes - 1 }, () => ({
      ...{ chapterId: idOf(1), paragraph: 0, text: 'x' },
    }));
    await app.db.insert(marginNotes).values(rows);
    const more = { ...note, params: { id: idOf(1), itemId: newId() } };
    expect(await request(app, mathilde, setMarginNote, more)).toMatchObject({ status: 409 });
    expect(await changeHeaders(app)).toBeTruthy();
  });
});
