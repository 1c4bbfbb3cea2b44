import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseAccount } from '#server/account/erase-account.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { sendDue } from '#server/notices/outbox/send-outbox.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';

let mail: SandboxMail;
let shop: Shop;
beforeAll(async () => {
  mail = await startMail({ host: '127.0.0.1', port: 0 });
  shop = await openShop(mail.environment);
});
afterAll(async () => {
  await shop.close();
  await mail.stop();
});

test('letters about money that wait when an account is deleted are sent to its address', async () => {
  const { app } = shop;
  const { db } = app;
  const lea = await signInAs(app, { email: 'lea@exemple.test' });
  const userId = lea.user.id;
  await buyPack(shop, lea);
  const [bought] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, userId));
  const transactionId = bought?.id ?? '';
  const now = app.clock.now();
  const [withdrawal] = await db
    .insert(withdrawals)
    .values({
      transactionId,
      userId,
      credits: 9,
      amountCents: 90,
      settledBy: userId,
      refundedBeforeCents: 0,
      transferCents: 90,
      transferNoteCents: 90,
      transferReference: 'VIR 1',
      refusedAt: now,
      refundedAt: now,
      transferredOn: '2026-11-22',
    })
    .returning({ id: withdrawals.id });
  const withdrawalId = withdrawal?.id ?? '';
  const letter = { kind: 'withdrawal', userId, about: withdrawalId } as const;
  await writeLetter(db, { ...letter, payload: { transactionId } }, now);
  expect(await eraseAccount(app, userId, { lostCredits: null })).toBeNull();
  for (let time = 0; time < 2; time++) await sendDue(app, 'email');
  const sent = await Promise.all(
    mail.mailbox.mails().map(async (one) => {
      const { subject, attachments } = await mail.mailbox.read(one);
      return { to: one.to, subject, files: attachments.map(({ filename }) => filename) };
    }),
  );
  const to = 'lea@exemple.test';
  expect(sent.toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? ''))).toEqual([
    { to, subject: 'Votre compte est supprimé', files: [] },
    {
      to,
      files: [`facture_${transactionId}.pdf`],
      subject: expect.stringMatching(/^Votre facture/) as string,
    },
    {
      to,
      files: [`retractation_${transactionId}.pdf`],
      subject: 'Votre rétractation est enregistrée',
    },
  ]);
  // Nothing of the address is left.
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain(to);
});
