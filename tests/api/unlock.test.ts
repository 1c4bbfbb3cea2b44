import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ledgerEntries, unlocks } from '#server/core/db/schema/money.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import {
  unlockChapter as payChapter,
  unlockNovel as payNovel,
} from '#server/money/credits/unlock-chapters.ts';
import { getNovelPrice, unlockChapter, unlockNovel } from '#shared/contracts/unlock.ts';
import { openTestApp } from '../world/app.ts';
import { ask, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { pass } from '../world/passes.ts';
import { choose, draw, post, solve } from '../world/premium.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

let reference = 0;
/** A user with so many credits, who has answered a question in this session. */
async function readerWith(app: TestApp, credits: number, more = {}): Promise<TestBrowser> {
  const browser = await signInAs(app, more);
  if (credits > 0) await give(app, browser, credits);
  await pass(app, browser.user.id, [unknownId]);
  return browser;
}

/** The same in a session without an answer. */
async function newcomerWith(app: TestApp, credits: number): Promise<TestBrowser> {
  const browser = await signInAs(app);
  if (credits > 0) await give(app, browser, credits);
  return browser;
}

async function give(app: TestApp, { user }: TestBrowser, credits: number): Promise<void> {
  await app.db.transaction((tx) =>
    moveCredits(
      tx,
      user.id,
      [{ delta: credits, kind: 'adjustment', reference: `test:${++reference}` }],
      app.clock.now(),
    ),
  );
}

/** A reader's money in the database; the entries must add up to the balance. */
async function accountOf(app: TestApp, { user }: TestBrowser) {
  const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
  const entries = await app.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, user.id))
    .orderBy(ledgerEntries.sequence);
  const opened = await app.db.select().from(unlocks).where(eq(unlocks.userId, user.id));
  let balance = 0;
  for (const { delta, balanceAfter } of entries) {
    balance += delta;
    expect(balanceAfter).toBe(balance);
  }
  expect(row?.credits).toBe(balance);
  const opening = entries.filter(({ kind }) => kind === 'unlock');
  return { credits: balance, opened: opened.length, unlockEntries: opening.length };
}

describe('unlocking', () => {
  let app: TestApp;
  let novelId: string;
  let ids: string[];
  beforeAll(async () => {
    app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const now = app.clock.now();
    const novel = await addNovel(app, {
      chapters: [
        chapterDraft(1),
        chapterDraft(2, { isPremium: true }),
        chapterDraft(3, { isPremium: true }),
        chapterDraft(4, { isPremium: true }),
        chapterDraft(5, { isPremium: true, publishedAt: new Date(now.getTime() + 3_600_000) }),
      ],
    });
    novelId = novel.id;
    ids = novel.chapterIds;
    await app.db
      .update(chapters)
      .set({ creditCost: 3 })
      .where(eq(chapters.id, ids[3] ?? ''));
  });
  afterAll(() => app.close());

  const idOf = (number: number) => ids[number - 1] ?? '';
  const unlock = (browser: TestBrowser | null, number: number) =>
    ask(app, browser, 'POST', `/api/chapters/${idOf(number)}/unlock`);
  const unlockRest = (browser: TestBrowser | null, credits: number) =>
    ask(app, browser, 'POST', `/api/novels/${novelId}/unlock`, { credits });
  const priceFor = async (browser: TestBrowser | null) => {
    const { body } = await ask(app, browser, 'GET', `/api/novels/${novelId}/price`);
    const price = getNovelPrice.response.parse(body);
    expect(price.parts).toEqual([]);
    return { chapters: price.chapters, credits: price.credits };
  };
  const isOpen = async (browser: TestBrowser, number: number) => {
    const { status } = await ask(app, browser, 'GET', `/api/chapters/${idOf(number)}`);
    return status === 200;
  };

  test('charges the chapter’s cost and unlocks it for good', async () => {
    const reader = await readerWith(app, 5);
    expect(await isOpen(reader, 2)).toBe(false);
    const { status, body } = await unlock(reader, 2);
    expect(status).toBe(200);
    expect(unlockChapter.response.parse(body)).toEqual({
      remainingCredits: 4,
      chapterIds: [idOf(2)],
    });
    expect(await isOpen(reader, 2)).toBe(true);
    expect(await unlock(reader, 4)).toMatchObject({ body: { remainingCredits: 1 } });
    // Even when its price rises afterwards.
    await app.db
      .update(chapters)
      .set({ creditCost: 9 })
      .where(eq(chapters.id, idOf(2)));
    expect(await unlock(reader, 2)).toMatchObject({ status: 200, body: { remainingCredits: 1 } });
    await app.db
      .update(chapters)
      .set({ creditCost: 1 })
      .where(eq(chapters.id, idOf(2)));
    expect(await accountOf(app, reader)).toEqual({ credits: 1, opened: 2, unlockEntries: 2 });
  });

  test('concurrent requests charge once', async () => {
    const reader = await readerWith(app, 5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => unlock(reader, 2)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { remainingCredits: 4 } });
    }
    expect(await accountOf(app, reader)).toEqual({ credits: 4, opened: 1, unlockEntries: 1 });
  });

  test('returns what is missing, and changes nothing', async () => {
    const reader = await readerWith(app, 2);
    expect(await unlock(reader, 4)).toMatchObject({
      status: 402,
      body: {
        error: 'INSUFFICIENT_CREDITS',
        message: "Vous n'avez pas assez de crédits.",
        remainingCredits: 2,
        missingCredits: 1,
      },
    });
    expect(await accountOf(app, reader)).toEqual({ credits: 2, opened: 0, unlockEntries: 0 });
    expect(await isOpen(reader, 4)).toBe(false);
  });

  test('charges only the price the reader was shown', async () => {
    const reader = await readerWith(app, 5);
    const unlockFor = (credits: number) =>
      ask(app, reader, 'POST', `/api/chapters/${idOf(4)}/unlock`, { credits });
    expect(await unlockFor(1)).toMatchObject({
      status: 409,
      body: { error: 'PRICE_CHANGED', credits: 3 },
    });
    expect(await accountOf(app, reader)).toEqual({ credits: 5, opened: 0, unlockEntries: 0 });
    expect(await unlockFor(3)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
    // Unlocked already, whatever it costs by now.
    expect(await unlockFor(1)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
  });

  test('costs nothing for a chapter that is free, one’s own, or an admin’s to read', async () => {
    const author = await readerWith(app, 2, { role: 'author' });
    await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, novelId));
    const admin = await readerWith(app, 2, { role: 'admin' });
    expect(await unlock(author, 2)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
    expect(await unlock(admin, 2)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
    expect(await priceFor(author)).toEqual({ chapters: 0, credits: 0 });
    await app.db.update(novels).set({ ownerId: null }).where(eq(novels.id, novelId));
    const reader = await readerWith(app, 2);
    expect(await unlock(reader, 1)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
    await app.db
      .update(chapters)
      .set({ freeFrom: app.clock.now() })
      .where(eq(chapters.id, idOf(3)));
    expect(await unlock(reader, 3)).toMatchObject({ status: 200, body: { remainingCredits: 2 } });
    await app.db
      .update(chapters)
      .set({ freeFrom: null })
      .where(eq(chapters.id, idOf(3)));
    expect(await accountOf(app, reader)).toEqual({ credits: 2, opened: 0, unlockEntries: 0 });
  });

  test('requires a signed-in user and an existing chapter', async () => {
    const reader = await readerWith(app, 2);
    expect(await unlock(null, 2)).toMatchObject({ status: 401 });
    expect(await unlock(reader, 5)).toMatchObject({ status: 404 });
    const path = `/api/chapters/${unknownId}/unlock`;
    expect(await ask(app, reader, 'POST', path)).toMatchObject({ status: 404 });
    expect(await ask(app, reader, 'POST', '/api/chapters/2/unlock')).toMatchObject({ status: 400 });
  });

  test('the rest of a novel is unlocked at once, for the sum that was shown', async () => {
    const reader = await readerWith(app, 6);
    expect(await priceFor(null)).toEqual({ chapters: 3, credits: 5 });
    await unlock(reader, 2);
    expect(await priceFor(reader)).toEqual({ chapters: 2, credits: 4 });
    expect(await unlockRest(reader, 5)).toMatchObject({
      status: 409,
      body: { error: 'PRICE_CHANGED', credits: 4 },
    });
    const { status, body } = await unlockRest(reader, 4);
    expect(status).toBe(200);
    expect(unlockNovel.response.parse(body)).toEqual({
      remainingCredits: 1,
      chapterIds: [idOf(3), idOf(4)],
    });
    for (const number of [2, 3, 4]) expect(await isOpen(reader, number)).toBe(true);
    // A retry, as by a browser whose response was lost.
    expect(await unlockRest(reader, 4)).toMatchObject({
      status: 200,
      body: { remainingCredits: 1 },
    });
    expect(await accountOf(app, reader)).toEqual({ credits: 1, opened: 3, unlockEntries: 3 });
  });

  test('the rest of a novel is unlocked completely or not at all', async () => {
    const reader = await readerWith(app, 4);
    expect(await unlockRest(reader, 5)).toMatchObject({
      status: 402,
      body: { missingCredits: 1 },
    });
    expect(await accountOf(app, reader)).toEqual({ credits: 4, opened: 0, unlockEntries: 0 });
    expect(await unlockRest(null, 5)).toMatchObject({ status: 401 });
  });

  describe('what changes between the look-up and the charge is looked up again', () => {
    let made = 0;
    const premium = () =>
      addNovel(app, {
        title: `Au dernier moment ${++made}`,
        chapters: [1, 2].map((number) => chapterDraft(number, { isPremium: true })),
      });
    /** Does it once, in the last moment before the charge. */
    const before = (change: () => Promise<unknown>) => {
      let isDone = false;
      return async () => {
        if (!isDone) await change();
        isDone = true;
        return null;
      };
    };

    test('a chapter that is deleted', async () => {
      const novel = await premium();
      const [first = ''] = novel.chapterIds;
      const reader = await readerWith(app, 5);
      const deleting = () => app.db.delete(chapters).where(eq(chapters.id, first));
      const order = { novelId: novel.id, expectedCredits: 2 };
      expect(await payNovel(app, reader.user, order, before(deleting))).toMatchObject({
        refusal: 'PRICE_CHANGED',
        details: { credits: 1 },
      });
      expect(await accountOf(app, reader)).toEqual({ credits: 5, opened: 0, unlockEntries: 0 });
    });

    test('a chapter that another device unlocks, and what it costs', async () => {
      const novel = await premium();
      const [first = ''] = novel.chapterIds;
      const reader = await readerWith(app, 2);
      const pass = () => Promise.resolve(null);
      const elsewhere = () => payChapter(app, reader.user, { chapterId: first }, pass);
      const paid = await payChapter(app, reader.user, { chapterId: first }, before(elsewhere));
      expect(paid).toEqual({ chapterIds: [first], remainingCredits: 1 });
      expect(await accountOf(app, reader)).toEqual({ credits: 1, opened: 1, unlockEntries: 1 });
    });

    test('credits that another device spends', async () => {
      const novel = await premium();
      const [first = '', second = ''] = novel.chapterIds;
      const reader = await readerWith(app, 1);
      const pass = () => Promise.resolve(null);
      const elsewhere = () => payChapter(app, reader.user, { chapterId: first }, pass);
      expect(
        await payChapter(app, reader.user, { chapterId: second }, before(elsewhere)),
      ).toMatchObject({ refusal: 'INSUFFICIENT_CREDITS', details: { missingCredits: 1 } });
      expect(await accountOf(app, reader)).toEqual({ credits: 0, opened: 1, unlockEntries: 1 });
    });
  });

  describe('a part of a novel', () => {
    const [one, two] = ['Livre I : l’aube', 'Livre II'];
    let made = 0;
    /** Parts of 1 free and 2 premium chapters, and of 2 premium ones, one of which costs 3; then one without a part. */
    const addParts = async () => {
      const premium = (number: number, part: string | null) =>
        chapterDraft(number, { part, isPremium: true });
      const drafts = [chapterDraft(1, { part: one }), premium(2, one), premium(3, one)];
      const rest = [premium(4, two), premium(5, two), premium(6, null)];
      const novel = await addNovel(app, {
        title: `En parties ${++made}`,
        chapters: [...drafts, ...rest],
      });
      const ids = novel.chapterIds;
      await change(ids[4], { creditCost: 3 });
      return { id: novel.id, ids };
    };
    const change = (id: string | undefined, set: Partial<typeof chapters.$inferInsert>) =>
      app.db
        .update(chapters)
        .set(set)
        .where(eq(chapters.id, id ?? ''));
    const pay = (browser: TestBrowser | null, id: string, part: unknown, credits: number) =>
      ask(app, browser, 'POST', `/api/novels/${id}/unlock`, { part, credits });
    const price = async (browser: TestBrowser | null, id: string) => {
      const { body } = await ask(app, browser, 'GET', `/api/novels/${id}/price`);
      return getNovelPrice.response.parse(body);
    };
    const untouched = (credits: number) => ({ credits, opened: 0, unlockEntries: 0 });

    test('has its own price, for everybody and for who has unlocked some', async () => {
      const { id, ids } = await addParts();
      const parts = [
        { part: one, chapters: 2, credits: 2 },
        { part: two, chapters: 2, credits: 4 },
      ];
      expect(await price(null, id)).toMatchObject({ chapters: 5, credits: 7, parts });
      const reader = await readerWith(app, 9);
      await ask(app, reader, 'POST', `/api/chapters/${ids[1] ?? ''}/unlock`);
      await ask(app, reader, 'POST', `/api/chapters/${ids[2] ?? ''}/unlock`);
      // Nothing is left of the first; it is still told of.
      const left = [{ part: one, chapters: 0, credits: 0 }, parts[1]];
      expect(await price(reader, id)).toMatchObject({ chapters: 3, credits: 5, parts: left });
      // Nothing costs an admin.
      const admin = await readerWith(app, 9, { role: 'admin' });
      expect(await price(admin, id)).toMatchObject({ chapters: 0, credits: 0, parts: [] });
    });

    test('is unlocked at once, alone, and once however often it is asked for', async () => {
      const { id, ids } = await addParts();
      const reader = await readerWith(app, 9);
      for (let time = 0; time < 2; time++) {
        expect(await pay(reader, id, two, 4)).toMatchObject({
          status: 200,
          body: { remainingCredits: 5, ...(time === 0 && { chapterIds: ids.slice(3, 5) }) },
        });
      }
      expect(await accountOf(app, reader)).toEqual({ credits: 5, opened: 2, unlockEntries: 2 });
      const status = async (index: number) =>
        (await ask(app, reader, 'GET', `/api/chapters/${ids[index] ?? ''}`)).status;
      expect([await status(3), await status(4)]).toEqual([200, 200]);
      expect([await status(1), await status(5)]).toEqual([403, 403]);
    });

    test('is unlocked completely or not at all, for the sum that was shown', async () => {
      const { id } = await addParts();
      const poor = await readerWith(app, 3);
      expect(await pay(poor, id, two, 4)).toMatchObject({
        status: 402,
        body: { remainingCredits: 3, missingCredits: 1 },
      });
      expect(await pay(poor, id, one, 3)).toMatchObject({
        status: 409,
        body: { error: 'PRICE_CHANGED', credits: 2 },
      });
      expect(await accountOf(app, poor)).toEqual(untouched(3));
    });

    test('asks for the challenge before any credit moves, by its own first locked chapter', async () => {
      const { id, ids } = await addParts();
      const reader = await newcomerWith(app, 9);
      expect(await pay(reader, id, two, 4)).toMatchObject({
        status: 403,
        body: { error: 'CHALLENGE_REQUIRED', chapterId: ids[3] },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(9));
      await solve(app, reader, ids[3] ?? '', true);
      expect(await pay(reader, id, two, 4)).toMatchObject({ status: 200 });
    });

    test('that was renamed since its price was shown charges nothing', async () => {
      const { id, ids } = await addParts();
      const reader = await readerWith(app, 9);
      for (const index of [3, 4]) await change(ids[index], { part: 'Livre deux' });
      expect(await pay(reader, id, two, 4)).toMatchObject({
        status: 409,
        body: { error: 'PRICE_CHANGED', credits: 0 },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(9));
      expect(await pay(reader, id, 'Livre deux', 4)).toMatchObject({ status: 200 });
    });

    test.each<[string, (ids: string[]) => Promise<unknown>, number]>([
      ['out of it', (ids) => change(ids[4], { part: one }), 1],
      ['into it', (ids) => change(ids[5], { part: two }), 5],
    ])('with a chapter moved %s since charges nothing', async (_, move, credits) => {
      const { id, ids } = await addParts();
      const reader = await readerWith(app, 9);
      await move(ids);
      expect(await pay(reader, id, two, 4)).toMatchObject({
        status: 409,
        body: { error: 'PRICE_CHANGED', credits },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(9));
      expect(await pay(reader, id, two, credits)).toMatchObject({
        status: 200,
        body: { remainingCredits: 9 - credits },
      });
    });

    test('whose chapter is deleted in the last moment is looked up again', async () => {
      const { id, ids } = await addParts();
      const reader = await readerWith(app, 9);
      let isDone = false;
      const deleting = async () => {
        if (!isDone) await app.db.delete(chapters).where(eq(chapters.id, ids[3] ?? ''));
        isDone = true;
        return null;
      };
      const order = { novelId: id, part: two, expectedCredits: 4 };
      expect(await payNovel(app, reader.user, order, deleting)).toMatchObject({
        refusal: 'PRICE_CHANGED',
        details: { credits: 3 },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(9));
    });

    test('is charged once by requests at the same time, for it and for the novel', async () => {
      const { id } = await addParts();
      const reader = await readerWith(app, 30);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          at % 3 === 2
            ? ask(app, reader, 'POST', `/api/novels/${id}/unlock`, { credits: 7 })
            : pay(reader, id, two, 4),
        ),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { credits, opened, unlockEntries } = await accountOf(app, reader);
      expect(30 - credits).toBe(opened === 5 ? 7 : 4);
      expect(opened).toBe(unlockEntries);
    });

    test('must be named, and needs a signed-in user', async () => {
      const { id } = await addParts();
      const reader = await readerWith(app, 9);
      for (const part of ['', 7, 'x'.repeat(1_001)]) {
        expect(await pay(reader, id, part, 4)).toMatchObject({
          status: 400,
          body: { error: 'MALFORMED' },
        });
      }
      expect(await pay(null, id, two, 4)).toMatchObject({ status: 401 });
      expect(await accountOf(app, reader)).toEqual(untouched(9));
    });
  });

  describe('before the first question of a session', () => {
    const untouched = (credits: number) => ({ credits, opened: 0, unlockEntries: 0 });

    test('asks for the challenge before any credit moves, and charges after it', async () => {
      const reader = await newcomerWith(app, 5);
      expect(await unlock(reader, 2)).toMatchObject({
        status: 403,
        body: { error: 'CHALLENGE_REQUIRED', chapterId: idOf(2) },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(5));
      await solve(app, reader, idOf(2), false);
      expect(await unlock(reader, 2)).toMatchObject({ status: 403 });
      await solve(app, reader, idOf(2), true);
      expect(await accountOf(app, reader)).toEqual(untouched(5));
      expect(await unlock(reader, 2)).toMatchObject({ status: 200, body: { remainingCredits: 4 } });
      // Nor is a second chapter's asked for, to pay for it or to read it.
      expect(await unlock(reader, 3)).toMatchObject({ status: 200, body: { remainingCredits: 3 } });
      for (const number of [2, 3]) {
        const key = await ask(app, reader, 'GET', `/api/chapters/${idOf(number)}/key`);
        expect(key.status).toBe(200);
      }
    });

    test('the rest of a novel asks for it too, by its first locked chapter', async () => {
      const reader = await newcomerWith(app, 6);
      expect(await unlockRest(reader, 5)).toMatchObject({
        status: 403,
        body: { error: 'CHALLENGE_REQUIRED', chapterId: idOf(2) },
      });
      expect(await accountOf(app, reader)).toEqual(untouched(6));
      await solve(app, reader, idOf(2), true);
      expect(await unlockRest(reader, 5)).toMatchObject({
        status: 200,
        body: { remainingCredits: 1 },
      });
    });

    test.each<[string, (id: string) => unknown]>([
      ['is deleted', (id) => app.db.delete(chapters).where(eq(chapters.id, id))],
      [
        'becomes free',
        (id) => app.db.update(chapters).set({ isPremium: false }).where(eq(chapters.id, id)),
      ],
    ])(
      'the price is asked for again if that chapter %s while its question is open',
      async (how, vanish) => {
        const premium = [1, 2, 3].map((number) => chapterDraft(number, { isPremium: true }));
        const novel = await addNovel(app, { title: `Un chapitre ${how}`, chapters: premium });
        const [first = '', second] = novel.chapterIds;
        const rest = (browser: TestBrowser, credits: number) =>
          ask(app, browser, 'POST', `/api/novels/${novel.id}/unlock`, { credits });
        const [reader, late] = [await newcomerWith(app, 6), await newcomerWith(app, 6)];
        for (const one of [reader, late]) {
          expect(await rest(one, 3)).toMatchObject({ body: { chapterId: first } });
        }
        const drawn = await draw(app, reader, first);
        await vanish(first);

        // The answer counts for the session; what was confirmed is not charged.
        const choiceId = await choose(app, drawn, true);
        const given = { challengeId: drawn.challengeId, choiceId };
        expect((await post(app, reader, '/api/challenge/answer', given)).status).toBe(200);
        expect(await rest(reader, 3)).toMatchObject({
          status: 409,
          body: { error: 'PRICE_CHANGED', credits: 2 },
        });
        expect(await accountOf(app, reader)).toEqual(untouched(6));
        expect(await rest(reader, 2)).toMatchObject({ status: 200, body: { remainingCredits: 4 } });
        expect(await accountOf(app, reader)).toEqual({ credits: 4, opened: 2, unlockEntries: 2 });

        // Nor is a question drawn for it; the new price is asked for first, then the next chapter's.
        const wanted = { purpose: 'chapter', chapterId: first };
        expect((await post(app, late, '/api/challenge/draw', wanted)).ok).toBe(false);
        expect(await rest(late, 3)).toMatchObject({ status: 409 });
        expect(await rest(late, 2)).toMatchObject({ status: 403, body: { chapterId: second } });
        expect(await accountOf(app, late)).toEqual(untouched(6));
      },
    );

    test('concurrent requests are all refused, and charge nothing', async () => {
      const reader = await newcomerWith(app, 9);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => (at % 2 ? unlock(reader, 2) : unlockRest(reader, 5))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
      expect(await accountOf(app, reader)).toEqual(untouched(9));
    });

    test('nobody answers in vain: another price and missing credits are told before', async () => {
      const reader = await newcomerWith(app, 2);
      expect(await unlock(reader, 4)).toMatchObject({ status: 402 });
      expect(await unlockRest(reader, 4)).toMatchObject({ status: 409 });
      const drawn = { purpose: 'chapter', chapterId: idOf(4) };
      const refused = await post(app, reader, '/api/challenge/draw', drawn);
      expect(await refused.json()).toMatchObject({ error: 'PREMIUM_LOCKED' });
      // The first that they can pay for is another matter.
      expect((await draw(app, reader, idOf(2))).choices).toHaveLength(4);
    });

    test('an answer counts in its own session only, and a repeated unlock needs none', async () => {
      const reader = await newcomerWith(app, 5);
      await solve(app, reader, idOf(2), true);
      const phone = await signInAs(app, { user: reader.user });
      expect(await unlock(phone, 2)).toMatchObject({ status: 403 });
      expect(await unlock(reader, 2)).toMatchObject({ status: 200 });
      expect(await unlock(phone, 2)).toMatchObject({ status: 200, body: { remainingCredits: 4 } });
      expect(await unlock(phone, 3)).toMatchObject({ status: 403 });
      const key = await ask(app, phone, 'GET', `/api/chapters/${idOf(2)}/key`);
      expect(key).toMatchObject({ status: 403, body: { error: 'CHALLENGE_REQUIRED' } });
    });
  });
});

test('of 200 requests for the last credit, on two instances, one succeeds', async () => {
  const settings = { RATE_LIMIT_PER_MINUTE: '1000000' };
  const first = await openTestApp(settings);
  const { databaseUrl } = first.config;
  const second = await openTestApp({ ...settings, DATABASE_URL: databaseUrl });
  const { chapterIds } = await addNovel(first, {
    chapters: Array.from({ length: 200 }, (_, at) => chapterDraft(at + 1, { isPremium: true })),
  });
  const reader = await readerWith(first, 1);
  const answers = await Promise.all(
    chapterIds.map((id, at) =>
      ask(at % 2 ? first : second, reader, 'POST', `/api/chapters/${id}/unlock`),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 402)).toHaveLength(199);
  expect(await accountOf(first, reader)).toEqual({ credits: 0, opened: 1, unlockEntries: 1 });
  await first.close();
  await second.close();
});
