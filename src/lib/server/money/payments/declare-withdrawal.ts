/** Withdrawals that are declared without signing in (decision 146). */
import { and, asc, desc, eq, gt, inArray, isNull, isNotNull, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { transfersListMax } from '#shared/constants.ts';
import type { DeclarationBody, DeclarationFields } from '#shared/contracts/declarations.ts';
import { messages } from '#shared/messages.ts';
import { asciiAddress } from '#shared/site/email-address.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { withdrawalDeclarations } from '#server/core/db/schema/returns.ts';
import { exists } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { withdraw } from './withdraw.ts';
import { mayWithdraw } from './withdrawal-deadline.ts';

export type Declaration = typeof withdrawalDeclarations.$inferSelect;
type World = Pick<App, 'db' | 'clock'>;

/** Different declarations that one mailbox gets receipts of in an hour and in a day, whoever sends them. */
export const [receiptsPerHourMax, receiptsPerDayMax] = [5, 8];
const hourMs = 60 * 60_000;

/** What becomes of a declaration, in words that are the same whether or not there is such a purchase. */
export const declarationSequel =
  'Si la déclaration correspond à un achat dont le délai court encore, les crédits non dépensés sont remboursés par le moyen de paiement de l’achat, au plus tard dans les quatorze jours, et le titulaire du compte en est prévenu. Sinon, une personne la lit et vous répond.';

/**
 * Typed words as letter and PDF show them: apart, where mail clients would make a link (“exemple. test”).
 * The receipt goes to the address in the form, and must carry no advertising.
 */
export const withoutLinks = (typed: string): string =>
  typed.replaceAll(/[.。．｡](?=\p{L})|[@:/]+(?=\S)/gu, '$& ');

/**
 * Stores a declaration with its instant and queues its receipt, whether or not there is such a purchase;
 * where number and name are the invoice's, the e-mail is its buyer's and it is in time, withdraws from
 * it, in the same transaction. Stripe is not asked: the reconciliation pays. The same content again is
 * the same declaration. Refuses only with 429 `RATE_LIMITED`: too many for one mailbox, whose
 * declarations wait for one another.
 */
export async function declareWithdrawal(
  { db, clock, log }: World & Pick<App, 'log'>,
  fields: DeclarationFields,
): Promise<Declaration | Refusal> {
  const declaredAt = clock.now();
  return db.transaction(async (tx) => {
    const { email } = fields;
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`declarations ${email}`}, 0))`,
    );
    const known = await findDeclaration(tx, fields);
    if (known) return known;
    const countSince = (hours: number) =>
      tx.$count(
        withdrawalDeclarations,
        and(
          eq(withdrawalDeclarations.email, email),
          gt(withdrawalDeclarations.declaredAt, new Date(declaredAt.getTime() - hours * hourMs)),
        ),
      );
    if (
      (await countSince(1)) >= receiptsPerHourMax ||
      (await countSince(24)) >= receiptsPerDayMax
    ) {
      return refuse('RATE_LIMITED', messages.rateLimited);
    }
    const applied = await applyDeclaration(tx, fields, declaredAt);
    const [declared] = await tx
      .insert(withdrawalDeclarations)
      .values({ id: uuidv7(), ...fields, declaredAt, ...applied })
      .returning();
    if (!declared) throw new Error('a declaration was not stored');
    const { id: declarationId, outcome } = declared;
    if (outcome !== 'applied')
      log.error({ declarationId, outcome }, 'a withdrawal waits for a person');
    const payload = { declarationId, address: email };
    const letter = { kind: 'declaration', userId: null, about: declarationId, payload } as const;
    await writeLetter(tx, letter, declaredAt);
    return declared;
  });
}

/** The stored declaration of this content. */
export async function findDeclaration(
  db: Database,
  { name, invoiceNumber, email }: DeclarationFields,
): Promise<Declaration | undefined> {
  const [found] = await db
    .select()
    .from(withdrawalDeclarations)
    .where(
      and(
        eq(withdrawalDeclarations.email, email),
        eq(withdrawalDeclarations.invoiceNumber, invoiceNumber),
        eq(withdrawalDeclarations.name, name),
      ),
    );
  return found;
}

async function applyDeclaration(
  tx: Database,
  { name, invoiceNumber, email }: DeclarationFields,
  declaredAt: Date,
): Promise<Pick<Declaration, 'outcome' | 'transactionId'>> {
  const [found] = await tx
    .select({ transaction: creditTransactions, buyer: invoices.buyer, user: users })
    .from(invoices)
    .innerJoin(creditTransactions, eq(creditTransactions.id, invoices.transactionId))
    .innerJoin(users, eq(users.id, creditTransactions.userId))
    .where(and(eq(invoices.kind, 'invoice'), eq(invoices.number, plainNumber(invoiceNumber))));
  if (!found) return { outcome: 'no_invoice', transactionId: null };
  const { transaction, user } = found;
  const buyer = buyerNames.safeParse(found.buyer).data;
  const isTheirs =
    [buyer?.email, user.email].some((one) => one && asciiAddress(one).toLowerCase() === email) &&
    // Names of an account are shown beside comments: they prove nothing. One of signs alone is none.
    plainName(name) !== '' &&
    plainName(buyer?.fullName ?? '') === plainName(name);
  if (!isTheirs) return { outcome: 'other_person', transactionId: null };
  const transactionId = transaction.id;
  // Declared at the instant at which it came in, also around midnight.
  const world = { db: tx, clock: { now: () => declaredAt } };
  const input = { userId: user.id, transactionId, expectedCredits: null };
  if (!isRefusal(await withdraw(world, input))) return { outcome: 'applied', transactionId };
  const { completedAt } = transaction;
  const isLate = completedAt !== null && !mayWithdraw(completedAt, declaredAt);
  return { outcome: isLate ? 'too_late' : 'nothing_left', transactionId };
}

const buyerNames = z.object({ fullName: z.string(), email: z.string() });

/** An invoice's number as people copy it: “n° f2026 – 000123” is `F2026-000123`. */
function plainNumber(text: string): string {
  const [, year, sequence] = /F\s*(20\d{2})\W*(\d{6,9})\b/i.exec(text) ?? [];
  return year === undefined || sequence === undefined ? text : `F${year}-${sequence}`;
}

/** A name without case, accents, signs and order: “LEFÈVRE, Nora” is “Nora Lefevre”. */
function plainName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ');
}

/** What leads to a purchase first: strangers declare as many as they like that lead to none. */
const urgency = sql`case ${withdrawalDeclarations.outcome} when 'no_invoice' then 2 when 'other_person' then 1 else 0 end`;

/**
 * Declarations that wait for a person (`open`): those of a purchase, then those that name an invoice,
 * each the oldest first; or that were answered, newest first.
 */
export async function listDeclarations(
  db: Database,
  state: 'open' | 'answered',
): Promise<DeclarationBody[]> {
  const { answeredAt, outcome, declaredAt, id } = withdrawalDeclarations;
  const rows =
    state === 'open'
      ? select(db)
          .where(and(isNull(answeredAt), ne(outcome, 'applied')))
          .orderBy(urgency, asc(declaredAt), asc(id))
      : select(db)
          .where(isNotNull(answeredAt))
          .orderBy(sql`${answeredAt} desc nulls first`, desc(id));
  return toBodies(db, await rows.limit(transfersListMax));
}

/** A declaration that waits for a person or was answered; else 404 `NOT_FOUND`. */
export const onDeclaration = exists(
  withdrawalDeclarations,
  ({ id }: { id: string }) =>
    and(eq(withdrawalDeclarations.id, id), ne(withdrawalDeclarations.outcome, 'applied')),
  messages.settlement.missing,
);

/** Records an admin's answer. Refuses with 409 `WITHDRAWAL_REFUSED` where there is another one. */
export async function answerDeclaration(
  { db, clock }: World,
  { id, note, adminId }: { id: string; note: string; adminId: string },
): Promise<DeclarationBody | Refusal> {
  const { answeredAt } = withdrawalDeclarations;
  await db.transaction(async (tx) => {
    const answered = await tx
      .update(withdrawalDeclarations)
      .set({ answer: note, answeredAt: clock.now(), answeredBy: adminId })
      .where(and(eq(withdrawalDeclarations.id, id), isNull(answeredAt)))
      .returning({ subjectId: withdrawalDeclarations.id });
    const act = { actorId: adminId, act: 'declaration.answered', createdAt: clock.now() };
    // Without its words: they are deleted with the declaration.
    for (const one of answered) {
      await tx.insert(moderationActs).values({ ...act, ...one, id: uuidv7() });
    }
  });
  const [after] = await toBodies(db, await select(db).where(eq(withdrawalDeclarations.id, id)));
  if (!after) return refuse('NOT_FOUND', messages.settlement.missing);
  return after.answered?.note === note
    ? after
    : refuse('WITHDRAWAL_REFUSED', 'Une autre réponse est déjà notée.');
}

/** Deletes those without a purchase after five years; the others stay with the books. */
export async function sweepDeclarations({ db }: Pick<App, 'db'>): Promise<void> {
  const { transactionId, declaredAt } = withdrawalDeclarations;
  const isOver = sql`${declaredAt} < now() - interval '5 years'`;
  await db.delete(withdrawalDeclarations).where(and(isNull(transactionId), isOver));
}

/** Whether the credits of its purchase's account went with the account, before it came in. */
const isErased = sql<boolean>`exists (select from ${ledgerEntries} l
  join ${creditTransactions} o on o.user_id = l.user_id
  where o.id = ${withdrawalDeclarations.transactionId} and l.kind = 'adjustment' and l.reference = 'erasure:' || o.user_id
    and l.created_at <= ${withdrawalDeclarations.declaredAt})`;

function select(db: Database) {
  return db
    .select({ declaration: withdrawalDeclarations, admin: users, isErased })
    .from(withdrawalDeclarations)
    .leftJoin(users, eq(users.id, withdrawalDeclarations.answeredBy))
    .$dynamic();
}

type Selected = Awaited<ReturnType<typeof select>>[number];

/** With the purchase that each invoice number belongs to, of any buyer. */
async function toBodies(db: Database, rows: readonly Selected[]): Promise<DeclarationBody[]> {
  const numberOf = ({ declaration }: Selected) => plainNumber(declaration.invoiceNumber);
  const found = await db
    .select({ number: invoices.number, orderId: invoices.transactionId })
    .from(invoices)
    .where(and(eq(invoices.kind, 'invoice'), inArray(invoices.number, rows.map(numberOf))));
  const orders = new Map(found.map(({ number, orderId }) => [number, orderId]));
  return rows.flatMap((row) => toBody(row, orders.get(numberOf(row)) ?? null));
}

function toBody(
  { declaration, admin, isErased: isGone }: Selected,
  orderId: string | null,
): DeclarationBody[] {
  const { id, name, invoiceNumber, email, declaredAt, outcome, answer, answeredAt } = declaration;
  if (outcome === 'applied') return [];
  const by = admin?.erasedAt === null ? admin.displayName || admin.name : messages.accountGone;
  return [
    {
      _id: id,
      name,
      invoiceNumber,
      orderId,
      email,
      reason: outcome === 'nothing_left' && isGone ? 'erased' : outcome,
      declaredAt: declaredAt.toISOString(),
      answered:
        answer === null || answeredAt === null
          ? null
          : { note: answer, at: answeredAt.toISOString(), by },
    },
  ];
}
