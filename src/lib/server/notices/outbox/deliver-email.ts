import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sellerOf } from '#server/money/invoices/invoice-document.ts';
import type { App } from '#server/app.ts';
import { setLetter } from '../mail/letter.ts';
import { composeLetter } from '../mail/letters.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { releaseLetter } from '../mail/release-letter.ts';
import { unsubscribeToken } from '../mail/unsubscribe-token.ts';
import { noteBounce } from '../bounces.ts';
import { paths } from '#shared/site/paths.ts';
import type { Message } from './claim-messages.ts';
import type { Delivery } from './delivery.ts';
import type { News } from './load-news.ts';

type World = Pick<App, 'db' | 'clock' | 'config' | 'log'>;

/** Sends a message by e-mail, and notes an address that refuses it for good. */
export async function deliverEmail(
  world: World,
  mailer: Mailer,
  message: Message,
  news: News | null,
): Promise<Delivery> {
  const mail = news ? releaseMail(world, message, news) : await letterMail(world, message);
  if ('kind' in mail) return mail;
  const outcome = await mailer.send(mail);
  switch (outcome.kind) {
    case 'sent':
      return outcome;
    case 'refused':
      if (outcome.isAddress) await noteRefusal(world, message, mail.to, outcome.answer);
      else world.log.error({ answer: outcome.answer }, 'the mail server refused an e-mail');
      return { kind: 'ended', failure: outcome.answer };
    case 'later':
    case 'unreachable':
      return { kind: outcome.kind, failure: outcome.answer };
  }
}

function releaseMail({ clock, config }: World, message: Message, news: News): Mail | Delivery {
  const { reader, novels } = news;
  if (!reader?.email) return { kind: 'ended', failure: 'no address' };
  if (reader.hasBounced) return { kind: 'ended', failure: 'the address refused our mail before' };
  const { siteUrl, secretKeys } = config;
  const token = unsubscribeToken(reader.id, secretKeys);
  const content = releaseLetter(novels, {
    siteUrl,
    unsubscribeUrl: siteUrl + paths.unsubscribe(token),
  });
  return {
    ...addressed(config.siteUrl, message, clock.now()),
    to: reader.email,
    subject: content.subject,
    ...setLetter(content),
    unsubscribeUrl: siteUrl + paths.oneClickUnsubscribe(token),
  };
}

async function letterMail(world: World, message: Message): Promise<Mail | Delivery> {
  const { db, clock, config } = world;
  const [row] = message.rows;
  if (!row) return { kind: 'ended', failure: 'nothing to say' };
  const to = await addressOf(world, message);
  if (to === null) return { kind: 'ended', failure: 'no address' };
  const { siteUrl, publisher } = config;
  const site = { siteUrl, publisherEmail: publisher.PUBLISHER_EMAIL, seller: sellerOf(publisher) };
  const letter = await composeLetter(db, row, site);
  if (letter === null) return { kind: 'ended', failure: 'what it tells is gone' };
  const { content, attachments } = letter;
  return {
    ...addressed(config.siteUrl, message, clock.now()),
    to,
    subject: content.subject,
    ...setLetter(content),
    attachments,
    unsubscribeUrl: null,
  };
}

/** The same id for every attempt: mailboxes that look at it show a message once. */
const addressed = (siteUrl: string, { id }: Message, date: Date) => ({
  messageId: `<${id}@${new URL(siteUrl).hostname}>`,
  date,
});

const payloadSchema = z.object({
  address: z.string().nullish(),
  transactionId: z.string().optional(),
});

/** The account's address, or the one that it had; for a purchase without either, the invoice's. */
async function addressOf({ db }: World, { userId, rows }: Message): Promise<string | null> {
  const { address, transactionId } = payloadSchema.parse(rows[0]?.payload ?? {});
  const email = userId === null ? address : await emailOf(db, userId);
  if (email || transactionId === undefined) return email ?? null;
  const [bought] = await db
    .select({ billing: creditTransactions.billing })
    .from(creditTransactions)
    .where(eq(creditTransactions.id, transactionId));
  return z.object({ email: z.string() }).safeParse(bought?.billing).data?.email ?? null;
}

async function emailOf(db: App['db'], userId: string): Promise<string | null> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}

async function noteRefusal(
  { db, clock, log }: World,
  { userId }: Message,
  address: string,
  answer: string,
): Promise<void> {
  log.info({ userId, answer }, 'an address refused our mail');
  if (userId !== null) await noteBounce(db, userId, { address, answer, bouncedAt: clock.now() });
}
