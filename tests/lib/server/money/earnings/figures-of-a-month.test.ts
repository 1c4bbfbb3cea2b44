import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { unlockChapter } from '#server/money/credits/unlock-chapters.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { statementLines } from '#server/core/db/schema/earnings.ts';
import { closeMonth, closingDelayMs } from '#server/money/earnings/close-month.ts';
import { endOfMonth, lastDayOf, monthAfter } from '#server/money/earnings/paris-month.ts';
import { setShare } from '#server/money/earnings/calls.ts';
import { readPeriod } from '#server/publishing/studio/period/read-period.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { buyPack, openShop, type Shop } from '#tests/world/payments.ts';
import { addUser, signInAs, type TestBrowser } from '#tests/world/people.ts';

/** Credits that the chapters cost: none divides a purchase's price into whole cents. */
const prices = [13, 95, 7, 41, 29, 61];

describe('the figures of a month and its statement', () => {
  let shop: Shop;
  let novelId: string;
  let chapterIds: string[];
  let month: string;
  beforeAll(async () => {
    shop = await openShop();
    const { app } = shop;
    const { id: ownerId } = await addUser(app, { role: 'author' });
    const drafts = prices.map((_, at) => chapterDraft(at + 1, { isPremium: true }));
    ({ id: novelId, chapterIds } = await addNovel(app, { title: 'Vendu', chapters: drafts }));
    await app.db.update(novels).set({ ownerId }).where(eq(novels.id, novelId));
    for (const [at, creditCost] of prices.entries()) {
      const own = eq(chapters.id, chapterIds[at] ?? '');
      await app.db.update(chapters).set({ creditCost }).where(own);
    }
    const share = { novelId: null, authorId: null, basisPoints: 6000, startsOn: '2020-01-01' };
    expect(await setShare(app, share, null)).toBeNull();
    month = parisDay(app.clock.now()).slice(0, 7);
  });
  afterAll(() => shop.close());

  async function give(
    { user }: TestBrowser,
    delta: number,
    at = shop.app.clock.now(),
  ): Promise<void> {
    const gift = { delta, kind: 'adjustment', reference: crypto.randomUUID() } as const;
    await shop.app.db.transaction((tx) => moveCredits(tx, user.id, [gift], at));
  }

  async function unlock({ user }: TestBrowser, ...places: number[]): Promise<void> {
    for (const place of places) {
      const wish = { chapterId: chapterIds[place] ?? '' };
      const unlocked = await unlockChapter(shop.app, user, wish, () => Promise.resolve(null));
      expect(unlocked).toMatchObject({ chapterIds: [wish.chapterId] });
    }
  }

  async function loseDispute(sessionId: string): Promise<void> {
    const { control } = shop.stripe;
    control.openDispute(sessionId);
    await control.idle();
    const intent = control.sessions().find(({ id }) => id === sessionId)?.payment_intent;
    const dispute = control.disputes().find(({ payment_intent: of }) => of === intent);
    control.closeDispute(dispute?.id ?? '', 'lost');
    await control.idle();
  }

  function advanceTo(instant: number): void {
    const { clock } = shop.app;
    clock.advance(instant - clock.now().getTime());
  }

  async function close(): Promise<void> {
    advanceTo(endOfMonth(month).getTime() + closingDelayMs);
    expect(await closeMonth(shop.app, month)).toBe('closed');
  }

  async function figuresOf(whole: string) {
    const period = { from: `${whole}-01`, to: lastDayOf(whole) };
    return (await readPeriod(shop.app.db, novelId, period, shop.app.clock.now())).sums;
  }

  async function lineOf(whole: string) {
    const lines = await shop.app.db
      .select()
      .from(statementLines)
      .where(eq(statementLines.month, whole));
    expect(lines).toHaveLength(1);
    const [line] = lines;
    if (!line) throw new Error('the month has no line');
    return { ...line, netCents: line.spentNetCents + line.carriedNetCents };
  }

  test('are equal to the cent, and a later refund changes them on the days of the sales alone', async () => {
    const { control } = shop.stripe;
    const [kept, refunded, disputed] = [
      await signInAs(shop.app),
      await signInAs(shop.app),
      await signInAs(shop.app),
    ];
    await give(kept, 20);
    const bought = await buyPack(shop, kept, 'plan_basic');
    await give(kept, 7);
    await buyPack(shop, kept, 'plan_standard');
    // 13 given, then 7 given and 88 bought.
    await unlock(kept, 0, 1);
    const partly = await buyPack(shop, refunded, 'plan_basic');
    await unlock(refunded, 1, 2, 3, 4);
    control.refund(partly, 400);
    await control.idle();
    const lost = await buyPack(shop, disputed, 'plan_basic');
    await unlock(disputed, 0, 3);
    await loseDispute(lost);
    // The last second of the month in Paris, and the first one of the next.
    const midnight = endOfMonth(month).getTime();
    advanceTo(midnight - 1000);
    await unlock(kept, 2);
    advanceTo(midnight);
    await unlock(kept, 3);
    await close();

    const [first, line] = [await figuresOf(month), await lineOf(month)];
    expect(line.freeCredits).toBe(20);
    expect(line.carriedNetCents).toBeLessThan(0);
    expect(first.creditsEarned).toBe(line.paidCredits + line.freeCredits);
    expect(first.netCents).toBe(line.netCents);
    expect(first.netCents).toBeGreaterThan(0);

    // The purchase of which both months spent is refunded in the second.
    const next = monthAfter(month);
    control.refund(bought, 450);
    await control.idle();
    await unlock(kept, 4);
    month = next;
    await close();
    const [before, after] = [await figuresOf(line.month), await figuresOf(next)];
    const second = await lineOf(next);
    expect(await lineOf(line.month)).toEqual(line);
    expect(before.netCents).toBeLessThan(line.netCents);
    expect(after.netCents).toBeGreaterThan(second.netCents);
    expect(before.netCents + after.netCents).toBe(line.netCents + second.netCents);
  });

  test('a gift dated after what it was spent on is corrected by the next month', async () => {
    // Made by hand: the server dates a movement when it writes it.
    month = monthAfter(month);
    const spentIn = month;
    const reader = await signInAs(shop.app);
    await give(reader, 20, endOfMonth(spentIn));
    await buyPack(shop, reader, 'plan_basic');
    await unlock(reader, 0);
    await close();
    month = monthAfter(month);
    await close();
    const [line, correction] = [await lineOf(spentIn), await lineOf(month)];
    expect(line).toMatchObject({ paidCredits: 13, freeCredits: 0 });
    expect(correction).toMatchObject({ paidCredits: -13, freeCredits: 13 });
    expect(line.netCents).toBeGreaterThan(0);
    expect(line.netCents + correction.netCents).toBe((await figuresOf(spentIn)).netCents);
  });
});
