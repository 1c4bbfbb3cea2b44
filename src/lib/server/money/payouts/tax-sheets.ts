import { desc, eq, sql } from 'drizzle-orm';
import { shownSheetSchema, type StatementsBody } from '#shared/contracts/pay.ts';
import type { NewTaxSheet } from '#shared/contracts/tax.ts';
import { messages } from '#shared/messages.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { parisDay } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { statementLines } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { taxSheets } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';

/** Sheets that an author is shown, the latest ones. */
const sheetsMax = 20;
/** Sheets that an author may ever write: they are kept. */
export const sheetsEverMax = 100;

/**
 * Adds a tax sheet of an author; what does not belong to its choices is left out, and the number that is
 * not sent stays that of the sheet that is shown first. Refuses a day gone by and a renunciation
 * without its last day with `MALFORMED`, an erased user with `TOKEN_INVALID`, and more than
 * `sheetsEverMax` with `PAYOUT_REFUSED`.
 */
export async function saveSheet(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  authorId: string,
  sheet: NewTaxSheet,
): Promise<Refusal | null> {
  const now = clock.now();
  if (sheet.startsOn < parisDay(now)) {
    const errors = [{ field: 'startsOn', message: payMessages.sheetPast }];
    return refuse('MALFORMED', payMessages.sheetPast, { errors });
  }
  const owesVat = config.vat.regime === 'rates';
  if (owesVat && sheet.vat !== 'withheld' && sheet.vatUntil === null) {
    const errors = [{ field: 'vatUntil', message: payMessages.vatUntilMissing }];
    return refuse('MALFORMED', payMessages.vatUntilMissing, { errors });
  }
  return db.transaction(async (tx) => {
    // An account is not erased meanwhile: its sheets would stay.
    const [user] = await tx
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(eq(users.id, authorId))
      .for('no key update');
    if (user?.erasedAt !== null) return refuse('TOKEN_INVALID', messages.tokenInvalid);
    if ((await tx.$count(taxSheets, eq(taxSheets.authorId, authorId))) >= sheetsEverMax) {
      return refuse('PAYOUT_REFUSED', payMessages.sheetsTooMany);
    }
    const [known] = await selectSheets(tx, authorId, parisDay(now)).limit(1);
    const { socialSecurityNumber = known?.socialSecurityNumber ?? null } = sheet;
    const isAbroad = sheet.residence === 'abroad';
    await tx.insert(taxSheets).values({
      ...sheet,
      socialSecurityNumber,
      authorId,
      abroadCertificate: isAbroad ? sheet.abroadCertificate : null,
      abroadUntil: isAbroad ? sheet.abroadUntil : null,
      vatUntil: sheet.vat === 'withheld' ? null : sheet.vatUntil,
      createdAt: now,
    });
    return null;
  });
}

/** Who is an author now, owns a novel, or has earned with one; else 403 `FORBIDDEN`. */
export async function isOrWasAuthor({ app, caller }: { app: App; caller: SignedIn }) {
  const { id, role } = caller.user;
  return (
    role === 'author' ||
    role === 'admin' ||
    (await app.db.$count(novels, eq(novels.ownerId, id))) > 0 ||
    (await app.db.$count(statementLines, eq(statementLines.authorId, id))) > 0 ||
    refuse('FORBIDDEN', messages.forbidden)
  );
}

/** An author's tax sheets: the one in force on this day, those before it, then those to come. */
const selectSheets = (db: Database, authorId: string, day: string) =>
  db
    .select()
    .from(taxSheets)
    .where(eq(taxSheets.authorId, authorId))
    .orderBy(
      sql`${taxSheets.startsOn} <= ${day} desc`,
      desc(taxSheets.startsOn),
      desc(taxSheets.createdAt),
      desc(taxSheets.id),
    );

/** The same, without the number but its end: a session's token is no proof of who reads it. */
export async function listSheets(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  authorId: string,
): Promise<StatementsBody['sheets']> {
  const rows = await selectSheets(db, authorId, parisDay(clock.now())).limit(sheetsMax);
  return rows.map((sheet) => {
    const { id: _id, socialSecurityNumber: number } = sheet;
    const maskedNumber = number && `•••• ${number.slice(-4)}`;
    // Only what the schema names.
    return shownSheetSchema.parse({ ...sheet, _id, maskedNumber });
  });
}
