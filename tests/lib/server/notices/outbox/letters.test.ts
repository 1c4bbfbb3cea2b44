import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { sendDue } from '#server/notices/outbox/send-outbox.ts';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';
import { ask } from '#tests/world/marks.ts';
import { buyPack, openShop, type Shop } from '#tests/world/payments.ts';
import { signInAs, type TestBrowser } from '#tests/world/people.ts';

let mail: SandboxMail;
let shop: Shop;
let buyer: TestBrowser;
let address: string;
let people = 0;
beforeAll(async () => {
  mail = await startMail({ host: '127.0.0.1', port: 0 });
  shop = await openShop({ ...mail.environment, MAIL_PER_SECOND: '1000' });
});
afterAll(async () => {
  await shop.close();
  await mail.stop();
});
beforeEach(async () => {
  address = `lea-${(people += 1)}@exemple.test`;
  buyer = await signInAs(shop.app, { email: address });
  await shop.app.db.delete(outbox);
  mail.mailbox.clear();
});

/** What the stand-in got, as a mail program reads it. */
async function letters() {
  await sendDue(shop.app, 'email');
  return Promise.all(mail.mailbox.mails().map((kept) => mail.mailbox.read(kept)));
}

/** The only one, with its document as the beginning of its bytes. */
async function onlyLetter() {
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  const { subject, text = '', html = '', to, attachments = [] } = letter ?? {};
  const documents = attachments.map(({ filename, mimeType, content }) => ({
    filename,
    mimeType,
    begins: Buffer.from(content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  }));
  return { subject, text, html, to: to?.[0]?.address, documents };
}

const pdf = { mimeType: 'application/pdf', begins: '%PDF-' };

async function buy() {
  await buyPack(shop, buyer, 'plan_basic');
  const { db } = shop.app;
  const [bought] = await db
    .select({ id: creditTransactions.id, number: invoices.number })
    .from(creditTransactions)
    .innerJoin(invoices, eq(invoices.transactionId, creditTransactions.id))
    .where(eq(creditTransactions.userId, buyer.user.id));
  if (!bought) throw new Error('nothing was bought');
  return bought;
}

test('who has bought credits gets the invoice, once', async () => {
  const { id, number } = await buy();
  const letter = await onlyLetter();
  expect(letter).toMatchObject({
    to: address,
    subject: `Votre facture n°\u00A0${number}`,
    documents: [{ ...pdf, filename: `facture_${id}.pdf` }],
  });
  expect(letter.text).toContain('4,99\u00A0€ TTC');
  expect(letter.html).toContain('Voir mon historique');
  expect(await letters()).toHaveLength(1);
});

test('who withdraws from a purchase gets the acknowledgement', async () => {
  const { id } = await buy();
  await letters();
  mail.mailbox.clear();
  const path = `/api/credit/withdrawal/${id}`;
  const credits = { credits: 300 };
  expect(await ask(shop.app, buyer, 'POST', path, credits)).toMatchObject({ status: 200 });
  const letter = await onlyLetter();
  expect(letter).toMatchObject({
    to: address,
    subject: 'Votre rétractation est enregistrée',
    documents: [{ ...pdf, filename: `retractation_${id}.pdf` }],
  });
  expect(letter.text).toContain('300\u00A0crédits non dépensés');
  expect(letter.text).toContain('4,99\u00A0€ vous seront remboursés');
});

test('a browser that an account was never used in is told, the first one of a new account is not', async () => {
  const { db, clock } = shop.app;
  const createdAt = new Date(clock.now().getTime() - 86_400_000);
  await db.update(users).set({ createdAt }).where(eq(users.id, buyer.user.id));
  expect(await letters()).toEqual([]);
  await signInAs(shop.app, { user: buyer.user });
  const letter = await onlyLetter();
  expect(letter).toMatchObject({
    to: address,
    subject: 'Nouvelle connexion à votre compte',
    documents: [],
  });
  expect(letter.text).toContain('Firefox');
  expect(letter.text).toContain('/profile');
});

test('who deletes their account is told so at the address that it had, which goes with the letter', async () => {
  const wish = { confirmation: 'SUPPRIMER', lostCredits: 0 };
  const { db, clock } = shop.app;
  expect(await ask(shop.app, buyer, 'DELETE', '/api/auth/account', wish)).toMatchObject({
    status: 200,
  });
  const letter = await onlyLetter();
  expect(letter).toMatchObject({
    to: address,
    subject: 'Votre compte est supprimé',
    documents: [],
  });
  expect(letter.text).not.toContain('Léa');
  const [row] = await db
    .select({ payload: outbox.payload, sentAt: outbox.sentAt })
    .from(outbox)
    .where(and(like(outbox.deduplicationKey, 'account_deleted:%')));
  expect(row).toMatchObject({ sentAt: clock.now() });
});
