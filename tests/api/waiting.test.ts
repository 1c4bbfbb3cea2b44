import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments, contentNotices } from '#server/core/db/schema/community.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { returnedRefunds, withdrawalDeclarations } from '#server/core/db/schema/returns.ts';
import { listWaiting } from '#server/desk/waiting.ts';
import { failTransaction } from '#server/money/payments/apply-session.ts';
import { closeTransfer } from '#server/money/payments/close-transfer.ts';
import { answerDeclaration } from '#server/money/payments/declare-withdrawal.ts';
import { waitingWords } from '#shared/site/desk-words.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addNovel } from '../world/novels.ts';
import { addRates, addSheet, addStatement } from '../world/pay.ts';
import { buyPack, openShop, orderPack, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('what waits for the staff', () => {
  let shop: Shop;
  let admin: TestBrowser;
  let lea: TestBrowser;
  let chapterId: string;
  const done: Record<string, () => unknown> = {};

  const db = () => shop.app.db;
  const isIt = () => eq(chapters.id, chapterId);
  const ago = (hours: number) => new Date(shop.app.clock.now().getTime() - hours * 3_600_000);
  const list = () => listWaiting(shop.app, { role: 'admin' });
  const orderOf = async (sessionId: string) => {
    const isOf = eq(creditTransactions.stripeSessionId, sessionId);
    const [order] = await db().select().from(creditTransactions).where(isOf);
    return order?.id ?? '';
  };

  beforeAll(async () => {
    shop = await openShop();
    admin = await signInAs(shop.app, { role: 'admin' });
    lea = await signInAs(shop.app, { email: 'lea@exemple.test', role: 'author' });
    chapterId = (await addNovel(shop.app, { title: 'Le récit' })).chapterIds[0] ?? '';
  });
  afterAll(() => shop.close());

  /** Each kind begins to wait, and returns what ends it. */
  const kinds: Record<string, () => Promise<() => unknown>> = {
    transfer: async () => {
      const transactionId = await orderOf(await buyPack(shop, lea, 'plan_basic'));
      const id = crypto.randomUUID();
      const refund = { id, stripeRefundId: 're_1', refundCents: 100, dueCents: 100 };
      await db()
        .insert(returnedRefunds)
        .values({ ...refund, transactionId, returnedAt: ago(1) });
      const transfer = { withdrawalId: id, reference: 'VIR 1', paidOn: parisDay(ago(0)) };
      const paid = { amountCents: 100, settledBy: admin.user.id };
      return () => closeTransfer(shop.app, { ...transfer, ...paid });
    },
    dispute: async () => {
      const { control } = shop.stripe;
      const { id } = control.openDispute(await buyPack(shop, lea, 'plan_basic'));
      await control.idle();
      return () => {
        control.closeDispute(id, 'won');
        return control.idle();
      };
    },
    declaration: async () => {
      const sent = { name: 'Léa', invoiceNumber: 'F-1', email: '', outcome: 'no_invoice' } as const;
      const id = crypto.randomUUID();
      await db()
        .insert(withdrawalDeclarations)
        .values({ id, ...sent, declaredAt: ago(30) });
      return () => answerDeclaration(shop.app, { id, note: 'Écrit.', adminId: admin.user.id });
    },
    comments: async () => {
      const id = crypto.randomUUID();
      await db().insert(comments).values({ id, threadId: id, chapterId, text: 'Un mot.' });
      const report = { commentId: id, userId: admin.user.id, createdAt: ago(1) };
      await db().insert(commentReports).values(report);
      return () =>
        db()
          .update(commentReports)
          .set({ settledAt: ago(0) });
    },
    notice: async () => {
      const notice = { category: 'other', reasons: 'Un motif.', name: '', email: '' } as const;
      const place = { placeKind: 'chapter', placeId: chapterId, key: chapterId } as const;
      await db()
        .insert(contentNotices)
        .values({ ...notice, ...place });
      return () =>
        db()
          .update(contentNotices)
          .set({ decidedAt: ago(0) });
    },
    payment: async () => {
      const id = await orderOf(await orderPack(shop, lea, 'plan_basic'));
      const isOf = eq(creditTransactions.id, id);
      await db()
        .update(creditTransactions)
        .set({ createdAt: ago(25) })
        .where(isOf);
      return () => failTransaction(shop.app, id);
    },
    author: async () => {
      await addStatement(shop.app, lea.user.id);
      await addRates(shop.app, admin.user.id);
      return () => addSheet(shop.app, lea.user.id);
    },
    bounce: async () => {
      const bounce = { userId: lea.user.id, address: 'lea@exemple.test', answer: '550' };
      await db()
        .insert(mailBounces)
        .values({ ...bounce, bouncedAt: ago(1) });
      return () => db().delete(mailBounces);
    },
    mail: async () => {
      const letter = { kind: 'push_ended', channel: 'email', rank: 0 } as const;
      const row = { deduplicationKey: '1', dueAt: ago(2), nextAttemptAt: ago(2) };
      await db()
        .insert(outbox)
        .values({ ...letter, ...row, userId: lea.user.id });
      return () =>
        db()
          .update(outbox)
          .set({ sentAt: ago(0) });
    },
    chapter: async () => {
      await db()
        .update(chapters)
        .set({ status: 'scheduled', publishedAt: ago(1) })
        .where(isIt());
      return () => db().update(chapters).set({ status: 'published' }).where(isIt());
    },
    clock: () => {
      shop.app.clockWatch.heard('stripe', ago(1), 0);
      return Promise.resolve(() => shop.app.clockWatch.heard('stripe', ago(0), 0));
    },
  };

  test.each(Object.keys(kinds))('%s is listed', async (kind) => {
    expect((await list()).map(({ what }) => what)).not.toContain(kind);
    done[kind] = (await kinds[kind]?.()) ?? (() => undefined);
    expect((await list()).filter(({ what }) => what === kind)).toHaveLength(1);
    expect(waitingWords).toHaveProperty(kind);
  });

  test('what is due first comes first, then what has no deadline, the oldest first', async () => {
    const found = await list();
    const due = found.flatMap(({ dueAt }) => dueAt ?? []);
    expect(due).toHaveLength(3);
    expect(found.slice(0, 3).map(({ dueAt }) => dueAt)).toEqual(due.toSorted());
    const since = found.slice(3).flatMap((one) => one.since ?? []);
    expect(since).toEqual(since.toSorted());
  });

  test.each(Object.keys(kinds))('%s is gone when it is done', async (kind) => {
    await done[kind]?.();
    expect((await list()).map(({ what }) => what)).not.toContain(kind);
  });
});
