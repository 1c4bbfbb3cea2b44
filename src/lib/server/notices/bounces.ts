/** Addresses that do not take our e-mails: their readers get no more of what they asked for (decision 77). */
import { and, eq, isNotNull } from 'drizzle-orm';
import PostalMime, { type Attachment } from 'postal-mime';
import { asciiAddress, addressFault } from '#shared/site/email-address.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { idSchema } from '#shared/contracts/fields.ts';
import type { App } from '../app.ts';

type Bounce = Omit<typeof mailBounces.$inferInsert, 'userId'>;

/** Notes that a user's address refuses our e-mails; the newest answer counts. */
export async function noteBounce(db: Database, userId: string, bounce: Bounce): Promise<void> {
  await db
    .insert(mailBounces)
    .values({ userId, ...bounce })
    .onConflictDoUpdate({ target: mailBounces.userId, set: bounce });
}

/**
 * Takes an e-mail that was sent to `MAIL_FROM`: one that says that ours came back for good is noted. Anybody
 * may write there, so it counts only with the Message-ID of an e-mail of ours, which only its reader and
 * the mail servers know, and with the address that its reader has now. Idempotent.
 * @returns the address; null where it says nothing of that kind.
 */
export async function takeReport(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  raw: Uint8Array,
): Promise<string | null> {
  const returned = await readDeliveryReport(raw);
  if (!returned) return null;
  const { messageId, recipients, answer } = returned;
  const [reader] = await db
    .select({ id: users.id, email: users.email })
    .from(outbox)
    .innerJoin(users, eq(users.id, outbox.userId))
    .where(
      and(eq(outbox.messageId, messageId), eq(outbox.channel, 'email'), isNotNull(users.email)),
    )
    .limit(1);
  const address = reader?.email ?? null;
  if (!reader || address === null) return null;
  if (!recipients.includes(asciiAddress(address.toLowerCase()))) return null;
  await noteBounce(db, reader.id, { address, answer, bouncedAt: clock.now() });
  return address;
}

/** E-mails in which a mail server says that it could not deliver one of ours (RFC 3464). */

/** An e-mail of ours that came back for good, because of its address. */
type ReturnedMail = {
  /** The message of the outbox: the first part of its Message-ID. */
  messageId: string;
  /** Whom it was for, in lower case, its domain as mail servers know it: as we wrote it, and as the last server knew it. */
  recipients: string[];
  /** What the server said, in one line. */
  answer: string;
};

/** Depth and headers of what strangers send are bounded. */
const limits = { maxNestingDepth: 8, maxHeadersSize: 100_000 } as const;
const answerCharactersMax = 300;

/**
 * Reads such an e-mail. Null for everything else: one that is only late, one that was refused for what is
 * in it or for where it came from (RFC 3463: x.1.x and x.2.x are about the mailbox, x.0.0 says nothing),
 * one that does not name the e-mail that came back.
 */
export async function readDeliveryReport(raw: Uint8Array): Promise<ReturnedMail | null> {
  const { attachments } = await PostalMime.parse(raw, limits);
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const returned = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(mimeType),
  );
  if (!report || !returned) return null;
  const [, ...recipients] = groupsOf(textOf(report));
  const failed = recipients.find(
    (fields) =>
      fields.action?.toLowerCase() === 'failed' && /^5\.[012]\.\d/.test(fields.status ?? ''),
  );
  const [headers = {}] = groupsOf(textOf(returned));
  const [, id] = /^<([^@<>\s]+)@[^<>\s]+>$/.exec(headers['message-id'] ?? '') ?? [];
  const messageId = idSchema.safeParse(id);
  if (!failed || !messageId.success) return null;
  const { 'final-recipient': last, 'original-recipient': first, status = '' } = failed;
  return {
    messageId: messageId.data,
    recipients: [last, first, headers.to].flatMap(addressIn),
    answer: (failed['diagnostic-code'] ?? status).slice(0, answerCharactersMax),
  };
}

/** As in `rfc822; name@example.org` or `Name <name@example.org>`, in lower case; none for another form. */
function addressIn(field: string | undefined): string[] {
  const [, address = ''] = /(?:^|[;<\s])([^\s;<>]+@[^\s;<>]+)>?$/.exec(field?.trim() ?? '') ?? [];
  const found = asciiAddress(address.toLowerCase());
  return addressFault(found) === null ? [found] : [];
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Groups of fields, by their names in lower case, with lines that go on joined; the first value counts. */
function groupsOf(text: string): Partial<Record<string, string>>[] {
  return text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
    .map((group) => {
      const fields: Partial<Record<string, string>> = {};
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
        fields[name.toLowerCase()] ??= value.trim();
      }
      return fields;
    });
}
