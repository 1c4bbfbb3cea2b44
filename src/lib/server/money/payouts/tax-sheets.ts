import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { StatementsBody } from '#shared/contracts/pay.ts';
import type { TaxSheetBody } from '#shared/contracts/tax.ts';
import { messages } from '#shared/messages.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { parisDay } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { taxSheets } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';

/** Sheets that an author is shown, the latest ones. */
const sheetsMax = 20;

/**
 * Adds a tax sheet of an author; what does not belong to its choices is left out. Refuses one for a day
 * gone by with `MALFORMED`, and an erased user with `TOKEN_INVALID`.
 */
export async function saveSheet(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  authorId: string,
  sheet: TaxSheetBody,
): Promise<Refusal | null> {
  const now = clock.now();
  if (sheet.startsOn < parisDay(now)) {
    const errors = [{ field: 'startsOn', message: payMessages.sheetPast }];
    return refuse('MALFORMED', payMessages.sheetPast, { errors });
  }
  return db.transaction(async (tx) => {
    // An account is not erased meanwhile: its sheets would stay.
    const [user] = await tx
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, authorId))
      .for('no key update');
    if (user?.erasedAt !== null) return refuse('TOKEN_INVALID', messages.tokenInvalid);
    const isAbroad = sheet.residence === 'abroad';
    await tx.insert(taxSheets).values({
      ...sheet,
      authorId,
      abroadCertificate: isAbroad ? sheet.abroadCertificate : null,
      abroadUntil: isAbroad ? sheet.abroadUntil : null,
      vatUntil: sheet.vat === 'withheld' ? null : sheet.vatUntil,
      createdAt: now,
    });
    return null;
  });
}

/** An author's tax sheets, in the order of their days, newest first. */
export function listSheets(db: Database, authorId: string): Promise<StatementsBody['sheets']> {
  const { id, authorId: owner, createdAt, ...shown } = getTableColumns(taxSheets);
  return db
    .select({ _id: id, ...shown })
    .from(taxSheets)
    .where(eq(owner, authorId))
    .orderBy(desc(taxSheets.startsOn), desc(createdAt), desc(id))
    .limit(sheetsMax);
}
