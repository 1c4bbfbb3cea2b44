import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveCredits } from '#server/credits/ledger.ts';
import { findUnspent } from '#server/credits/unspent.ts';
import { unlockChapter, unlockNovel } from '#server/credits/unlock-chapters.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { closedMonths, earningShares, statementLines } from '#server/db/schema/earnings.ts';
import { invoices } from '#server/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/db/schema/money.ts';
import { disputes } from '#server/db/schema/returns.ts';
import { checkStatements } from '#server/earnings/check-statements.ts';
import { closeMonth, closingDelayMs } from '#server/earnings/close-month.ts';
import { endOfMonth, monthAfter } from '#server/earnings/paris-month.ts';
import { parisDay } from '#shared/formats.ts';
import { describeOnBoth, type TestDatabase } from '#tests/world/databases.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { buyPack, openShop, type Shop } from '#tests/world/payments.ts';
import { addUser, signInAs, type TestBrowser } from '#tests/world/people.ts';

const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('unlock' as const),
      reader: fc.nat(3),
      at: fc.nat(7),
    }),
  },
  fc.record({ kind: fc.constant('bundle' as const), reader: fc.nat(3), at: fc.nat(1) }),
  fc.record({
    kind: fc.constant('gift' as const),
    reader: fc.nat(3),
    credits: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    at: fc.nat(5),
    cents: fc.integer({ min: 1, max: 499 }),
  }),
  fc.record({ kind: fc.constant('openDispute' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('closeDispute' as const), at: fc.nat(5), isLost: fc.boolean() }),
  fc.record({
    kind: fc.constant('price' as const),
    at: fc.nat(7),
    credits: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ kind: fc.constant('share' as const), scope: fc.nat(2), basisPoints: fc.nat(10_000) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

describeOnBoth('closing a month', (createDatabase) => {
  let database: TestDatabase;
  let shop: Shop;
  let authorId: string;
  let novelIds: string[];
  let chapterIds: string[];
  /** The month to close next. */
  let month: string;
  const readers: TestBrowser[] = [];
  const sessions: string[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    shop = await openShop(database.url);
    authorId = (await addUser(shop.app, {})).id;
    const drafts = Array.from({ length: 4 }, (_, at) => chapterDraft(at + 1, { isPremium: true }));
    const [one, two] = [
      await addNovel(shop.app, { title: 'Un', chapters: drafts }),
      await addNovel(shop.app, { title: 'Deux', chapters: drafts }),
    ];
    novelIds = [one.id, two.id];
    chapterIds = [...one.chapterIds, ...two.chapterIds];
    await shop.app.db.update(novels).set({ ownerId: authorId }).where(eq(novels.id, one.id));
    month = parisDay(shop.app.clock.now()).slice(0, 7);
  });
  afterAll(async () => {
    await shop.close();
    await database.drop();
  });

  async function perform(step: Act): Promise<void> {
    const { app, stripe } = shop;
    const reader = 'reader' in step ? readers.at(step.reader % Math.max(1, readers.length)) : null;
    const sessionId =
      'at' in step ? sessions.at(-1 - (step.at % Math.max(1, sessions.length))) : '';
    switch (step.kind) {
      case 'buy': {
        const buyer = await signInAs(app);
        readers.unshift(buyer);
        sessions.push(await buyPack(shop, buyer, 'plan_basic'));
        return;
      }
      case 'unlock':
        if (reader) await unlock(reader, step.at);
        return;
      case 'bundle': {
        const novelId = novelIds[step.at] ?? '';
        if (!reader) return;
        const wish = (expectedCredits: number) =>
          unlockNovel(app, reader.user, { novelId, expectedCredits }, () => Promise.resolve(null));
        const first = await wish(1);
        if ('details' in first && first.details && typeof first.details['credits'] === 'number') {
          await wish(first.details['credits']);
        }
        return;
      }
      case 'gift':
        if (reader) await give(reader, step.credits);
        return;
      case 'price': {
        const own = eq(chapters.id, chapterIds[step.at] ?? '');
        await app.db.update(chapters).set({ creditCost: step.credits }).where(own);
        return;
      }
      case 'share': {
        const scope = [{}, { novelId: novelIds[0] }, { authorId }][step.scope];
        const startsOn = parisDay(app.clock.now());
        await app.db
          .insert(earningShares)
          .values({ ...scope, basisPoints: step.basisPoints, startsOn, createdAt: app.clock.now() })
          .onConflictDoNothing();
        return;
      }
      case 'close':
        await closeNext();
        await expectExact();
        return;
      default:
        if (sessionId) impose(step, sessionId);
        await stripe.control.idle();
    }
  }

  async function unlock({ user }: TestBrowser, at: number): Promise<void> {
    const wanted = { chapterId: chapterIds[at] ?? '' };
    await unlockChapter(shop.app, user, wanted, () => Promise.resolve(null));
  }

  async function give({ user }: TestBrowser, delta: number): Promise<void> {
    const { db, clock } = shop.app;
    const movement = { delta, kind: 'adjustment', reference: crypto.randomUUID() } as const;
    await db.transaction((tx) => moveCredits(tx, user.id, [movement], clock.now()));
  }

  function impose(step: Act, sessionId: string): void {
    const { control } = shop.stripe;
    try {
      if (step.kind === 'refund') control.refund(sessionId, step.cents);
      else if (step.kind === 'openDispute') control.openDispute(sessionId);
      else if (step.kind === 'closeDispute') {
        const intent = control.sessions().find(({ id }) => id === sessionId)?.payment_intent;
        const dispute = control.disputes().find(({ payment_intent: of }) => of === intent);
        if (dispute) control.closeDispute(dispute.id, step.isLost ? 'lost' : 'won');
      }
    } catch {
      // Stripe refuses what is impossible.
    }
  }

  async function closeNext(): Promise<void> {
    const { clock } = shop.app;
    clock.advance(endOfMonth(month).getTime() + closingDelayMs - clock.now().getTime());
    expect(await closeMonth(shop.app, month)).toBe('closed');
    expect(await closeMonth(shop.app, month)).toBe('already');
    month = monthAfter(month);
  }

  /** Net revenue by another way: what each purchase kept, or the price of what was spent of it. */
  async function netOfPurchases(): Promise<number> {
    const { db } = shop.app;
    let sum = 0;
    for (const { user } of readers) {
      const unspent = await findUnspent(db, user.id);
      const bought = await db
        .select()
        .from(creditTransactions)
        .where(eq(creditTransactions.userId, user.id));
      for (const { id, credits } of bought) {
        const entries = await db
          .select()
          .from(ledgerEntries)
          .where(eq(ledgerEntries.transactionId, id));
        const own = entries.reduce((total, { delta }) => total + delta, 0);
        const spent = own - (unspent.get(id) ?? 0);
        const documents = await db.select().from(invoices).where(eq(invoices.transactionId, id));
        const price = documents.find(({ kind }) => kind === 'invoice')?.netCents ?? 0;
        const left = documents.reduce((total, { netCents }) => total + netCents, 0);
        const own2 = await db.select().from(disputes).where(eq(disputes.transactionId, id));
        const isHeld = own2.some(({ state }) => state !== 'won');
        sum += Math.min(Math.floor((price * spent) / credits), isHeld ? 0 : left);
      }
    }
    return sum;
  }

  async function expectExact(): Promise<void> {
    const lines = await shop.app.db.select().from(statementLines);
    const stated = lines.reduce((sum, one) => sum + one.spentNetCents + one.carriedNetCents, 0);
    expect(stated).toBe(await netOfPurchases());
    const spent = lines.reduce((sum, one) => sum + one.paidCredits + one.freeCredits, 0);
    const [entries] = await shop.app.db
      .select({ credits: sql<number>`coalesce(-sum(delta), 0)::int` })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.kind, 'unlock'));
    expect(spent).toBe(entries?.credits);
    expect(await checkStatements(shop.app.db)).toEqual([]);
  }

  test('states what the ledger says, to the cent, after any sequence of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (steps) => {
        for (const step of steps) await perform(step);
        await closeNext();
        await expectExact();
      }),
      { numRuns: 8, endOnFailure: true },
    );
    const [paid] = await shop.app.db
      .select({ lines: sql<number>`count(*)::int` })
      .from(statementLines)
      .where(sql`spent_net_cents > 0`);
    expect(paid?.lines).toBeGreaterThan(0);
  }, 200_000);

  test('refuses a month that has not ended, and one out of order', async () => {
    expect(await closeMonth(shop.app, month)).toBe('early');
    expect(await closeMonth(shop.app, monthAfter(month))).toBe('order');
  });

  test('leaves closed months and their lines unchangeable', async () => {
    const { db } = shop.app;
    const append = /append-only/;
    const wrongs = [
      db.update(statementLines).set({ dueCents: 1 }),
      db.delete(statementLines),
      db.delete(closedMonths),
      db.update(earningShares).set({ basisPoints: 1 }),
    ];
    await db.insert(earningShares).values({ basisPoints: 1, startsOn: '2020-01-01' });
    for (const wrong of wrongs) {
      const error = await wrong.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(String(error instanceof Error ? error.cause : error)).toMatch(append);
    }
  });
});
