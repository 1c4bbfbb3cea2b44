import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlockChapter } from '#server/money/credits/unlock-chapters.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes } from '#server/core/db/schema/returns.ts';
import { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';
import { succeed } from '../world/studio.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('euros are those of the invoice without VAT, and without what was given back later', async () => {
  const { app } = shop;
  const author = await signInAs(app, { role: 'author' });
  const reader = await signInAs(app);
  const { id, chapterIds } = await addNovel(app, {
    title: 'Payé',
    chapters: [chapterDraft(1, { isPremium: true })],
  });
  const [chapterId = ''] = chapterIds;
  await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, id));
  await app.db.update(chapters).set({ creditCost: 100 }).where(eq(chapters.id, chapterId));
  const sessionId = await buyPack(shop, reader, 'plan_basic');
  const mayPay = () => Promise.resolve(null);
  const unlocked = await unlockChapter(app, reader.user, { chapterId }, mayPay);
  expect(unlocked).toMatchObject({ chapterIds: [chapterId] });

  const bought = eq(creditTransactions.stripeSessionId, sessionId);
  const [purchase] = await app.db.select().from(creditTransactions).where(bought);
  const [invoice] = await app.db.select().from(invoices);
  if (!purchase || !invoice) throw new Error('nothing was bought');
  expect(invoice.vatCents).toBeGreaterThan(0);
  const worth = Math.floor((100 * invoice.netCents) / purchase.credits);
  const today = parisDay(app.clock.now());
  const told = { params: { id }, query: { from: today, to: today } };
  const period = await succeed(app, author, getNovelPeriod, told);
  expect(period.sums).toMatchObject({ unlocks: 1, creditsEarned: 100, netCents: worth });
  expect(period.before.sums.netCents).toBe(0);

  // What is unspent goes back at its own price: what was spent stays worth the same, to a cent.
  const path = `/api/credit/withdrawal/${purchase.id}`;
  const credits = purchase.credits - 100;
  expect((await ask(app, reader, 'POST', path, { credits })).status).toBe(200);
  await shop.stripe.control.idle();
  const notes = await app.db.select().from(invoices);
  expect(notes.map(({ kind }) => kind)).toContain('credit_note');
  const left = notes.reduce((sum, { netCents }) => sum + netCents, 0);
  const later = await succeed(app, author, getNovelPeriod, told);
  expect(later.sums.netCents).toBe(Math.min(left, worth));
  expect(Math.abs(left - worth)).toBeLessThanOrEqual(1);

  // The buyer's bank takes the rest back: nothing was earned.
  const now = app.clock.now();
  await app.db.insert(disputes).values({
    id: 'dp_lost',
    transactionId: purchase.id,
    state: 'lost',
    openedAt: now,
    closedAt: now,
    amountCents: notes.reduce((sum, { totalCents }) => sum + totalCents, 0),
  });
  const lost = await succeed(app, author, getNovelPeriod, told);
  expect(lost.sums).toMatchObject({ creditsEarned: 100, netCents: 0 });
});
