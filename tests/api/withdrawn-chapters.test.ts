import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { takeDownChapter } from '#server/publishing/take-down-chapter.ts';
import { unlockChapter as pay } from '#server/money/credits/unlock-chapters.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import {
  getChapter,
  getChapterInfo,
  getChapterKey,
  getOwnView,
  bookmarkChapter,
  listBookmarked,
} from '#shared/contracts/chapters.ts';
import { listHistory, listWithdrawn } from '#shared/contracts/library.ts';
import { setPlace } from '#shared/contracts/places.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { deleteChapter, setPublication } from '#shared/contracts/studio-chapters.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { pass } from '../world/passes.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { decryptContent } from '../world/premium.ts';
import {
  addDraftNovel,
  describeInStudio,
  publish,
  request,
  succeed,
  write,
} from '../world/studio.ts';

describeInStudio('a chapter that was paid for and is withdrawn', (world) => {
  let buyer: TestBrowser;
  let novel: { id: string; slug: string; chapterIds: string[] };
  const letPay = () => Promise.resolve(null);

  /** A reader who has unlocked these chapters with credits that were given. */
  const buyerOf = async (ids: readonly string[], credits = 5) => {
    const { app } = world;
    const reader = await signInAs(app, { displayName: 'Nour' });
    const given = { delta: credits, kind: 'adjustment', reference: crypto.randomUUID() } as const;
    const now = app.clock.now();
    await app.db.transaction((tx) => moveCredits(tx, reader.user.id, [given], now));
    const user = { ...reader.user, credits };
    for (const chapterId of ids) await pay(app, user, { chapterId }, letPay);
    await pass(app, reader.user.id, novel.chapterIds);
    return reader;
  };
  const textOf = async (chapterId: string, reader: TestBrowser) => {
    const params = { id: chapterId };
    const { content } = await succeed(world.app, reader, getChapter, { params });
    const { key } = await succeed(world.app, reader, getChapterKey, { params });
    return decryptContent(content, key);
  };
  const statusOf = async (chapterId: string, reader: TestBrowser | null) =>
    (await request(world.app, reader, getChapter, { params: { id: chapterId } })).status;
  const creditsOf = async (reader: TestBrowser) => {
    const own = eq(users.id, reader.user.id);
    const [row] = await world.app.db.select().from(users).where(own);
    return row?.credits;
  };
  const withdraw = (id: string) =>
    succeed(world.app, world.mathilde, setPublication, {
      params: { id },
      body: { status: 'draft' },
    });
  const idOf = (at: number) => novel.chapterIds[at] ?? '';

  const text = (number: number) => `<p>Texte du chapitre ${number}.</p>`;

  beforeAll(async () => {
    const { app, mathilde } = world;
    novel = await addDraftNovel(app, mathilde, { chapters: 6 });
    for (const id of novel.chapterIds) await publish(app, mathilde, id);
    const isOurs = eq(chapters.novelId, novel.id);
    await app.db.update(chapters).set({ isPremium: true }).where(isOurs);
    buyer = await buyerOf(novel.chapterIds.slice(0, 4));
  });

  test('is read on by who paid, as it was last public, and by nobody else', async () => {
    const { app, mathilde, reader, admin } = world;
    const [id, params] = [idOf(0), { id: idOf(0) }];
    await succeed(app, buyer, bookmarkChapter, { params });
    await withdraw(id);
    // What its author writes from now on is not for readers, also when it is to come out later.
    const version = await write(app, mathilde, id, '<p>Une suite cachée.</p>', 'Titre caché');
    const at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const body = { status: 'scheduled', version, at } as const;
    await succeed(app, mathilde, setPublication, { params, body });
    expect(await textOf(id, buyer)).toBe(text(1));
    expect(await succeed(app, buyer, getChapter, { params })).toMatchObject({
      title: 'Chapitre 1',
      isUnlocked: true,
      keptOf: { slug: novel.slug },
    });
    await succeed(app, buyer, getChapterInfo, { params });
    await succeed(app, buyer, getOwnView, { params });
    const place = {
      place: { paragraph: 0, offset: 0, mark: 1, start: 0, end: 0, before: 0, after: 0 },
      version: null,
      sentAt: 1,
    };
    await succeed(app, buyer, setPlace, { params, body: place });
    for (const list of [listBookmarked, listHistory, listWithdrawn]) {
      const rows = await succeed(app, buyer, list);
      expect(rows.map(({ _id, title }) => ({ _id, title }))).toEqual([
        { _id: id, title: 'Chapitre 1' },
      ]);
      expect(await succeed(app, reader, list)).toEqual([]);
    }
    for (const other of [null, reader, admin, mathilde]) {
      expect(await statusOf(id, other)).toBe(404);
      for (const call of ['key', 'info', 'own-view', 'comments', 'place']) {
        const headers = other?.headers ?? {};
        const answer = await callEndpoint(app, `/api/chapters/${id}/${call}`, { headers });
        expect([401, 404]).toContain(answer.status);
      }
    }
    // Paid for once: it is not sold to others, and comments end.
    const user = { ...reader.user, credits: 5 };
    expect(await pay(app, user, { chapterId: id }, letPay)).toMatchObject({ refusal: 'NOT_FOUND' });
    const comments = `/api/chapters/${id}/comments`;
    expect((await callEndpoint(app, comments, { headers: buyer.headers })).status).toBe(404);
    await withdraw(id);
    await publish(app, mathilde, id, version);
    expect(await textOf(id, buyer)).toBe('<p>Une suite cachée.</p>');
  });

  test('is kept when many are withdrawn at once, free ones among them', async () => {
    const { app, mathilde, reader } = world;
    const chapterIds = [idOf(1), idOf(2)];
    const isOne = eq(chapters.id, idOf(2));
    await app.db.update(chapters).set({ isPremium: false }).where(isOne);
    await succeed(app, mathilde, changeChapters, {
      params: { id: novel.id },
      body: { action: 'withdraw', chapterIds },
    });
    for (const [index, id] of chapterIds.entries()) {
      expect(await textOf(id, buyer)).toBe(text(index + 2));
      expect(await statusOf(id, reader)).toBe(404);
      const gone = await request(app, mathilde, deleteChapter, { params: { id } });
      expect(gone.refusal).toMatchObject({ error: 'CHAPTER_UNLOCKED' });
    }
    await app.db.update(chapters).set({ isPremium: true }).where(isOne);
  });

  test('is taken away by the operator, and each reader has their credits again, once', async () => {
    const { app, mathilde } = world;
    const [id, params] = [idOf(3), { id: idOf(3) }];
    await app.db.update(chapters).set({ creditCost: 3 }).where(eq(chapters.id, id));
    const other = await buyerOf([id]);
    expect(await creditsOf(buyer)).toBe(1);
    expect(await creditsOf(other)).toBe(2);
    const done = await Promise.all([
      takeDownChapter(app, id, 'Réclamation fondée'),
      takeDownChapter(app, id, 'Réclamation fondée'),
    ]);
    const totals = done.map((one) => one?.credits).toSorted();
    expect(totals).toEqual([0, 4]);
    expect(await creditsOf(buyer)).toBe(2);
    expect(await creditsOf(other)).toBe(5);
    const { status, refusal } = await request(app, buyer, getChapter, { params });
    expect({ status, ...refusal }).toMatchObject({
      status: 404,
      message: 'Ce chapitre a été retiré du site, et vos crédits vous ont été rendus.',
    });
    expect((await request(app, buyer, getChapterKey, { params })).status).toBe(404);
    const again = { status: 'published', version: 1 } as const;
    expect(await request(app, mathilde, setPublication, { params, body: again })).toMatchObject({
      status: 403,
    });
    const { done: count } = await succeed(app, mathilde, changeChapters, {
      params: { id: novel.id },
      body: { action: 'publish', chapterIds: [id] },
    });
    expect(count).toBe(0);
    expect(await checkLedger(app.db, app.clock.now())).toEqual([]);
    expect(await takeDownChapter(app, crypto.randomUUID(), 'Rien')).toBeNull();
  });

  // Every unlock either costs nothing, or is returned: nobody pays for what is gone.
  test('is not sold while it is taken away', async () => {
    const { app } = world;
    const id = idOf(4);
    const readers = await Promise.all(Array.from({ length: 6 }, () => buyerOf([], 1)));
    await Promise.all([
      ...readers.map(({ user }) => pay(app, { ...user, credits: 1 }, { chapterId: id }, letPay)),
      takeDownChapter(app, id, 'Réclamation fondée'),
    ]);
    expect(await Promise.all(readers.map(creditsOf))).toEqual(readers.map(() => 1));
    expect(await checkLedger(app.db, app.clock.now())).toEqual([]);
  });
});
