import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { de } from '#shared/elision.ts';
import { formatEuros } from '#shared/formats.ts';
import { monthName } from '#shared/month-name.ts';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { payoutAccounts } from '../db/schema/payouts.ts';
import { readStatements } from '../earnings/read-statements.ts';
import type { OutboxRow } from '../outbox/claim-messages.ts';
import type { LetterContent } from './letter.ts';

const payloadSchema = z.object({ month: z.string() });

/** What a closed month says to an author; null where they have no statement of it. */
export async function statementLetter(
  db: Database,
  { userId, payload }: Pick<OutboxRow, 'userId' | 'payload'>,
  siteUrl: string,
): Promise<Omit<LetterContent, 'footer'> | null> {
  const { month } = payloadSchema.parse(payload);
  if (userId === null) return null;
  const [statement] = await readStatements(db, userId, month);
  if (!statement) return null;
  const [account] = await db
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId));
  const { earned, paid, balance } = statement;
  const title = `Votre relevé ${de(monthName(month))}`;
  const sentences = [
    `Vos romans ont gagné ${formatEuros(earned)} ce mois-là.`,
    paid > 0 && `${formatEuros(paid)} vous ont été payés depuis le relevé précédent.`,
    balance > 0 && `Il reste ${formatEuros(balance)} à vous payer.`,
    balance > 0 &&
      !account &&
      'Pour que cette somme vous soit virée, donnez un compte bancaire sur la page de vos relevés.',
    balance < 0 &&
      `Le solde est de ${formatEuros(balance)}\u00A0: les gains des mois suivants le combleront d’abord.`,
  ];
  return {
    subject: title,
    heading: title,
    parts: [
      ...sentences.flatMap((text) => (text === false ? [] : [{ kind: 'text' as const, text }])),
      { kind: 'button', label: 'Voir le relevé', url: siteUrl + paths.statement(month) },
    ],
  };
}
