import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { releases } from '#server/core/db/schema/outbox.ts';
import { openArchive } from '#server/publishing/book/epub/archive.ts';
import { runDepartures } from '#server/publishing/departures.ts';
import { listLastAnnouncements } from '#server/catalogue/announcements.ts';
import { deleteAnnouncement } from '#shared/contracts/announcements.ts';
import { getChapter, getChapterKey, listChapters } from '#shared/contracts/chapters.ts';
import { getLibraryStatus, listWithdrawn } from '#shared/contracts/library.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { listStudioChapters, setPublication } from '#shared/contracts/studio-chapters.ts';
import { editNovel } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { checkEpub, hasEpubcheck } from '../world/epubcheck.ts';
import { pass } from '../world/passes.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { decryptContent } from '../world/premium.ts';
import {
  addDraftNovel,
  describeInStudio,
  novelForm,
  publish,
  request,
  succeed,
} from '../world/studio.ts';

const dayMs = 24 * 3_600_000;

describeInStudio('what leaves', (world) => {
  let buyer: TestBrowser;
  let novel: { id: string; slug: string; chapterIds: string[] };
  const idOf = (number: number) => novel.chapterIds[number - 1] ?? '';
  const dayIn = (days: number) => addDays(parisDay(world.app.clock.now()), days);
  const plan = (numbers: number[], on: string | null, who = world.mathilde) =>
    request(world.app, who, changeChapters, {
      params: { id: novel.id },
      body: { action: 'leave', chapterIds: numbers.map(idOf), on },
    });
  const told = async () => {
    const ofNovel = eq(announcements.novelId, novel.id);
    const rows = await world.app.db.select().from(announcements).where(ofNovel);
    return rows.map(({ title }) => title);
  };
  const statuses = async () => {
    const list = { params: { id: novel.id } };
    const { chapters: all } = await succeed(world.app, world.mathilde, listStudioChapters, list);
    return all.map(({ status, leavesOn }) => leavesOn ?? status);
  };
  /** Days later; tokens of forms have ended by then. */
  const advance = async (days: number) => {
    world.app.clock.advance(days * dayMs);
    for (const who of ['mathilde', 'karim', 'admin', 'reader'] as const) {
      world[who] = await signInAs(world.app, { user: world[who].user });
    }
  };
  const unlock = (ids: readonly string[], reader = buyer) =>
    world.app.db
      .insert(unlocks)
      .values(ids.map((chapterId) => ({ userId: reader.user.id, chapterId, costCredits: 1 })));

  beforeEach(async () => {
    const { app, mathilde } = world;
    novel = await addDraftNovel(app, mathilde, { title: `Départ ${Math.random()}`, chapters: 3 });
    for (const id of novel.chapterIds) await publish(app, mathilde, id);
    const isPaid = inArray(chapters.id, novel.chapterIds.slice(1));
    await app.db.update(chapters).set({ isPremium: true }).where(isPaid);
    buyer = await signInAs(app, { displayName: 'Nour & <fils>' });
    await app.db.delete(releases).where(eq(releases.novelId, novel.id));
  });

  test('is planned two weeks ahead at least, of public chapters, by who may publish', async () => {
    const { app, mathilde, karim } = world;
    const params = { id: idOf(3) };
    await succeed(app, mathilde, setPublication, { params, body: { status: 'draft' } });
    for (const day of [dayIn(13), dayIn(367)]) {
      const { body } = await plan([1, 3], day);
      expect(body.refused.map(({ message }) => message)).toEqual([
        messages.studio.leavingRefused,
        messages.studio.leavingRefused,
      ]);
    }
    expect((await plan([1], dayIn(14), karim)).status).toBe(403);
    expect((await plan([1], dayIn(14))).body).toEqual({ done: 1, refused: [] });
    expect(await statuses()).toEqual([dayIn(14), 'published', 'draft']);
    // Withdrawn by hand, nothing is planned any more.
    await succeed(app, mathilde, changeChapters, {
      params: { id: novel.id },
      body: { action: 'withdraw', chapterIds: [idOf(1)] },
    });
    expect(await statuses()).toEqual(['draft', 'published', 'draft']);
  });

  test('is announced once, with what changed since, and once a day at most', async () => {
    const { app } = world;
    await plan([1], dayIn(20));
    await plan([1], null);
    await runDepartures(app);
    expect(await told()).toEqual([]);
    const first = dayIn(20);
    await plan([1, 2], first);
    await Promise.all([runDepartures(app), runDepartures(app)]);
    await plan([2], null);
    await runDepartures(app);
    expect(await told()).toHaveLength(1);
    await advance(1);
    await runDepartures(app);
    await runDepartures(app);
    const [one, two, ...none] = await app.db
      .select()
      .from(announcements)
      .where(eq(announcements.novelId, novel.id))
      .orderBy(announcements.createdAt);
    expect(one?.title).toMatch(/^Retrait le .+: 2\u00A0chapitres$/);
    expect(one?.text).toMatch(/^Chapitre 1.+\nChapitre 2.+\n\nEnsuite/);
    const [shown] = await listLastAnnouncements(app.db, novel.id);
    expect(shown).toMatchObject({ isOfLeaving: true, leavesOn: first });
    expect([two?.title, ...none]).toEqual(['Retrait annulé\u00A0: 1\u00A0chapitre']);
    // It was sent: its author cannot unsay it.
    const gone = { params: { id: one?.id ?? '' } };
    const { refusal } = await request(app, world.mathilde, deleteAnnouncement, gone);
    expect(refusal.message).toBe(messages.studio.leavingAnnounced);
  });

  test('gives its readers two weeks also where nobody could be told for long', async () => {
    await plan([1, 2, 3], dayIn(14));
    await advance(20);
    await runDepartures(world.app);
    await runDepartures(world.app);
    expect(await statuses()).toEqual([dayIn(14), dayIn(14), dayIn(14)]);
    expect((await told())[0]).toMatch(/: tout le roman$/);
  });

  test('goes on its day, and is read on by who paid, and found in their library', async () => {
    const { app } = world;
    await unlock([idOf(2)]);
    await pass(app, buyer.user.id, novel.chapterIds);
    const on = dayIn(14);
    await plan([1, 2], on);
    await runDepartures(app);
    expect(await succeed(app, buyer, listWithdrawn)).toMatchObject([
      { _id: idOf(2), leavesOn: on },
    ]);
    await advance(13);
    await runDepartures(app);
    expect(await statuses()).toEqual([on, on, 'published']);
    await advance(1);
    await Promise.all([runDepartures(app), runDepartures(app)]);
    expect(await statuses()).toEqual(['draft', 'draft', 'published']);
    const [row] = await app.db.select().from(novels).where(eq(novels.id, novel.id));
    expect(row?.chapterCount).toBe(1);
    const again = await signInAs(app, { user: buyer.user });
    await pass(app, buyer.user.id, novel.chapterIds);
    const params = { id: idOf(2) };
    const { content } = await succeed(app, again, getChapter, { params });
    const { key } = await succeed(app, again, getChapterKey, { params });
    expect(await decryptContent(content, key)).toBe('<p>Texte du chapitre 2.</p>');
    // What the library shows, and what downloads on a device are checked by.
    expect(await succeed(app, again, listWithdrawn)).toMatchObject([
      { _id: idOf(2), title: 'Chapitre 2', leavesOn: null },
    ]);
    for (const [who, id] of [
      [world.reader, idOf(2)],
      [null, idOf(1)],
      [again, idOf(1)],
    ] as const) {
      const { status } = await request(app, who, getChapter, { params: { id } });
      expect([401, 404]).toContain(status);
    }
    const list = { params: { novelId: novel.id } };
    expect(await succeed(app, null, listChapters, list)).toHaveLength(1);
  });

  test('is taken along by who owns all of a finished novel, if its author allows it', async () => {
    const { app, mathilde, karim, admin } = world;
    const params = { id: novel.id };
    const form = { ...novelForm('Fini'), status: 'completed' as const };
    const take = (who: TestBrowser | null) =>
      callEndpoint(app, `/api/novels/${novel.id}/copy`, who ? { headers: who.headers } : {});
    const isOffered = async () =>
      (await succeed(app, buyer, getLibraryStatus, { params })).canTakeCopy;
    await unlock([idOf(2)]);
    await succeed(app, mathilde, editNovel, { params, body: { ...form, allowsCopy: true } });
    expect([await isOffered(), (await take(buyer)).status]).toEqual([false, 403]);
    await unlock([idOf(3)]);
    await succeed(app, mathilde, editNovel, { params, body: { ...form, allowsCopy: false } });
    expect([await isOffered(), (await take(buyer)).status]).toEqual([false, 403]);
    const member = { novelId: novel.id, userId: karim.user.id, role: 'editor' as const };
    await app.db.insert(novelMembers).values(member);
    await succeed(app, karim, editNovel, { params, body: form });
    const allowed = { params, body: { ...form, allowsCopy: true } };
    expect((await request(app, karim, editNovel, allowed)).status).toBe(403);
    await succeed(app, mathilde, editNovel, allowed);
    for (const who of [karim, admin, mathilde]) expect((await take(who)).status).toBe(403);
    expect((await take(null)).status).toBe(401);
    expect(await isOffered()).toBe(true);
    const answer = await take(buyer);
    expect(answer.headers.get('content-disposition')).toContain('_exemplaire.epub"');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const book = await openArchive(bytes);
    const read = async (file: string) =>
      new TextDecoder().decode((await book.read(`EPUB/${file}`)) ?? undefined);
    expect(await read('titre.xhtml')).toContain('Exemplaire personnel de Nour &amp; &lt;fils&gt;');
    expect(await read('chapitre-3.xhtml')).toContain('Texte du chapitre 3.');
    await app.db.update(novels).set({ status: 'ongoing' }).where(eq(novels.id, novel.id));
    expect([await isOffered(), (await take(buyer)).status]).toEqual([false, 403]);
  });

  test.skipIf(!hasEpubcheck)(
    'the copy of its owner is valid by epubcheck',
    { tags: 'slow' },
    async () => {
      const form = { ...novelForm('Fini'), status: 'completed' as const, allowsCopy: true };
      await succeed(world.app, world.mathilde, editNovel, { params: { id: novel.id }, body: form });
      await unlock([idOf(2), idOf(3)]);
      const answer = await callEndpoint(world.app, `/api/novels/${novel.id}/copy`, {
        headers: buyer.headers,
      });
      expect(answer.status).toBe(200);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(await checkEpub(bytes)).toMatch(/No errors or warnings detected/);
    },
  );
});
