import { randomUUID } from 'node:crypto';
import type { Config } from '#server/core/config/config.ts';
import { setLetter } from '#server/notices/mail/letter.ts';
import { createMailer, type MailOutcome } from '#server/notices/mail/mailer.ts';

type OperatorLetter = { subject: string; lines: readonly string[] };

/** The settings that an e-mail to the operator needs. */
export type Operator = Pick<Config, 'mail' | 'upkeep' | 'siteUrl'> & { publisherEmail: string };

/** Shorter than the outbox's: a command waits for the answer. */
const waits = { setUpMs: 10_000, answerMs: 60_000 };

/**
 * Sends an e-mail to `ALERT_EMAIL`, else to the publisher, at once.
 * @returns null where no mail server is set up; else to whom, and what became of it.
 */
export async function writeToOperator(
  { mail, upkeep, publisherEmail, siteUrl }: Operator,
  { subject, lines }: OperatorLetter,
): Promise<{ to: string; outcome: MailOutcome } | null> {
  if (mail === null) return null;
  const to = upkeep.alertEmail ?? publisherEmail;
  const mailer = createMailer(mail, waits);
  try {
    const outcome = await mailer.send({
      to,
      subject,
      ...setLetter({
        subject,
        heading: subject,
        parts: lines.map((text) => ({ kind: 'text', text })),
        footer: [{ kind: 'text', text: `Ce site l’écrit à qui l’exploite : ${siteUrl}` }],
      }),
      messageId: `<${randomUUID()}@${new URL(siteUrl).hostname}>`,
      date: new Date(),
      unsubscribeUrl: null,
    });
    return { to, outcome };
  } finally {
    mailer.close();
  }
}
