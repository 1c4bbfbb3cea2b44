import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { deskListMax } from '#shared/constants.ts';
import type { FoundBody, FoundPerson, ListedOrder } from '#shared/contracts/desk.ts';
import { idSchema } from '#shared/contracts/fields.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, stripeCustomers } from '#server/core/db/schema/money.ts';
import {
  disputes,
  returnedRefunds,
  withdrawalDeclarations as declared,
  withdrawals,
} from '#server/core/db/schema/returns.ts';
import { novelWords } from '#server/core/db/schema/search.ts';
import { toModeratedName } from '#server/community/moderated-name.ts';
import type { User } from '#server/people/identity/sessions.ts';

/** Words that an index of trigrams finds. */
const wordCharactersMin = 3;
const wordsMax = 8;
/** People whose name fits, of which the first by name are shown. */
const candidatesMax = 200;

type Reader = Pick<User, 'role'>;

/**
 * What a text leads to, by its form: an id or a number to one purchase, a customer of Stripe's to a
 * person's, other words to people, novels, and purchases by the name and address on their invoice. One
 * query for each kind, served by an index.
 */
export async function searchDesk(db: Database, reader: Reader, typed: string): Promise<FoundBody> {
  const numbered = orderIs(db, typed);
  const id = idSchema.safeParse(typed).data;
  const isNumber = numbered !== null && id === undefined;
  const order = numbered ?? isBilledTo(db, typed);
  const [people, orders, found] = await Promise.all([
    isNumber
      ? []
      : findPeople(db, id === undefined ? hasWords(nameOf, typed) : eq(users.id, id), typed),
    order === null ? [] : listOrders(db, reader, order),
    isNumber ? [] : findNovels(db, id === undefined ? isTitled(typed) : eq(novels.id, id)),
  ]);
  return { people, orders, novels: found };
}

async function findPeople(
  db: Database,
  isWanted: SQL | null,
  typed: string,
): Promise<FoundPerson[]> {
  if (isWanted === null) return [];
  const matches = db
    .select({ id: users.id })
    .from(users)
    .where(and(isWanted, isNull(users.erasedAt)))
    .limit(candidatesMax)
    .as('matches');
  const rows = await db
    .select({ user: users })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.id))
    .orderBy(
      desc(sql`coalesce(lower(${users.email}) = lower(${typed}), false)`),
      users.name,
      users.id,
    )
    .limit(deskListMax);
  return rows.map(({ user }) => toFoundPerson(user));
}

/** A person in a list. */
export const toFoundPerson = (user: User): FoundPerson => ({
  _id: user.id,
  name: toModeratedName(user),
  email: user.email,
  role: user.role,
  createdAt: user.createdAt.toISOString(),
});

/** As in the index `users_named`. */
const nameOf = sql`without_accents(${users.name} || ' ' || ${users.displayName} || ' ' || ${users.firstName} || ' ' || ${users.lastName} || ' ' || coalesce(${users.email}, ''))`;

/** As in the index `invoices_billed`. */
const billedTo = sql`without_accents(coalesce(${invoices.buyer} ->> 'fullName', '') || ' ' || coalesce(${invoices.buyer} ->> 'email', ''))`;

/** Whether each word is in these names; null where no word is long enough to look. */
function hasWords(names: SQL, typed: string): SQL | null {
  const words = wordsOf(typed.split(/\s+/u));
  if (words === null) return null;
  const parts = words.map((word) => {
    const plain = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
    return sql`${names} like '%' || nullif(without_accents(${plain}::text), '') || '%'`;
  });
  return and(...parts) ?? null;
}

/** Purchases by what their buyer typed: of a frequent name any, the newest of them first. */
function isBilledTo(db: Database, typed: string): SQL | null {
  const isIts = hasWords(billedTo, typed);
  if (isIts === null) return null;
  const matches = db
    .select({ id: invoices.transactionId })
    .from(invoices)
    .where(and(eq(invoices.kind, 'invoice'), isIts))
    .limit(candidatesMax);
  return sql`${creditTransactions.id} in ${matches}`;
}

/** The same for the names of a novel, without signs. */
function isTitled(typed: string): SQL | null {
  const words = wordsOf(typed.split(/[^\p{L}\p{N}\p{M}]+/u));
  const parts = words?.map(
    (word) =>
      // A word that has no letters left is in no title.
      sql`${novelWords.names} like '%' || nullif(without_accents(only_words(${word}::text)), '') || '%'`,
  );
  return (parts && and(...parts)) ?? null;
}

function wordsOf(parts: readonly string[]): string[] | null {
  const words = parts.filter((word) => word !== '').slice(0, wordsMax);
  return words.some((word) => word.length >= wordCharactersMin) ? words : null;
}

async function findNovels(db: Database, isWanted: SQL | null): Promise<FoundBody['novels']> {
  if (isWanted === null) return [];
  const rows = await db
    .select({
      _id: novels.id,
      slug: novels.slug,
      title: novels.title,
      authorName: novels.authorName,
      isDraft: novels.isDraft,
    })
    .from(novelWords)
    .innerJoin(novels, eq(novels.id, novelWords.novelId))
    .where(isWanted)
    .limit(deskListMax);
  return rows;
}

/** Purchases that a text names: an id, the eight characters that buyers see, an invoice, a thing of Stripe's. */
function orderIs(db: Database, typed: string): SQL | null {
  const { id, userId, stripeSessionId, stripePaymentIntentId } = creditTransactions;
  const text = typed.replace(/^n[°o]\s*/iu, '');
  if (idSchema.safeParse(text).success) {
    // Receipts of withdrawals and of their declarations have ids of their own.
    return sql`${id} = any (array(select ${text}::uuid
      union all select ${withdrawals.transactionId} from ${withdrawals} where ${withdrawals.id} = ${text}
      union all select ${declared.transactionId} from ${declared} where ${declared.id} = ${text}))`;
  }
  if (/^[0-9a-f]{8}$/i.test(text)) {
    const [low, high] = ['0', 'f'].map((digit) =>
      `${text}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`.toLowerCase(),
    );
    return sql`${id} between ${low}::uuid and ${high}::uuid`;
  }
  const number = text.toUpperCase();
  if (/^[FA]20\d{2}-\d{6,9}$/.test(number)) return isOne(db, invoices, eq(invoices.number, number));
  if (text.startsWith('cs_')) return eq(stripeSessionId, text);
  if (text.startsWith('pi_')) return eq(stripePaymentIntentId, text);
  if (/^(du|dp)_/.test(text)) return isOne(db, disputes, eq(disputes.id, text));
  if (text.startsWith('cus_')) {
    return sql`${userId} = (select ${stripeCustomers.userId} from ${stripeCustomers} where ${stripeCustomers.customerId} = ${text})`;
  }
  if (/^(re|pyr)_/.test(text)) {
    return sql`${id} in (
      select ${invoices.transactionId} from ${invoices} where ${invoices.refundReference} = ${text}
      union select ${withdrawals.transactionId} from ${withdrawals} where ${withdrawals.stripeRefundId} = ${text}
      union select ${returnedRefunds.transactionId} from ${returnedRefunds} where ${returnedRefunds.stripeRefundId} = ${text})`;
  }
  return null;
}

const isOne = (db: Database, table: typeof invoices | typeof disputes, which: SQL): SQL =>
  sql`${creditTransactions.id} in ${db.select({ id: table.transactionId }).from(table).where(which)}`;

/** The newest purchases that are wanted, with their sums for who may see them. */
export async function listOrders(
  db: Database,
  reader: Reader,
  which: SQL | undefined,
): Promise<ListedOrder[]> {
  const rows = await db
    .select({ order: creditTransactions, buyer: users, number: invoices.number })
    .from(creditTransactions)
    .innerJoin(users, eq(users.id, creditTransactions.userId))
    .leftJoin(
      invoices,
      and(eq(invoices.transactionId, creditTransactions.id), eq(invoices.kind, 'invoice')),
    )
    .where(which)
    .orderBy(desc(creditTransactions.createdAt), desc(creditTransactions.id))
    .limit(deskListMax);
  const hasSums = hasStaffPower(reader.role, 'seeMoney');
  return rows.map(({ order, buyer, number }) => ({
    _id: order.id,
    person: { _id: buyer.id, name: toModeratedName(buyer) },
    packName: order.packName,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    invoiceNumber: number,
    ...(hasSums && { amount: order.amountCents, refunded: order.refundedCents }),
  }));
}
