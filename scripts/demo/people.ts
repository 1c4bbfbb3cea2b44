import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { fullName, people, type Person } from '#sandbox/people.ts';
import type { Database } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { addAnswers } from './answers.ts';

/** Novels of the catalogue that the author owns: one with premium chapters, one still empty. */
export const authorsNovels = ['le-dernier-train-pour-aubeciel', 'l-herbier-des-disparus'];


/**
 * Creates the people of the sandbox as users, once: later starts do not change them. Their first
 * sign-in at either provider is linked by the verified e-mail address. Runs after the catalogue,
 * two novels of which get their owner.
 */
export async function loadDemoPeople(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys.demoPeople}::bigint)`);
    for (const person of Object.values(people)) {
      const userId = await findOrAddUser(tx, person, now);
      await giveCreditsOnce(tx, userId, person, now);
      if (person.role === 'author') await giveNovels(tx, userId);
    }
  });
}

async function findOrAddUser(db: Database, person: Person, now: Date): Promise<string> {
  const { email, firstName, lastName, role } = person;
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (known) return known.id;
  const name = fullName(person);
  const [added] = await db
    .insert(users)
    .values({ email, name, firstName, lastName, displayName: name, role, createdAt: now })
    .returning({ id: users.id });
  if (!added) throw new Error(`${email} could not be added`);
  return added.id;
}

/** One ledger entry for good: spent credits are not restored. */
async function giveCreditsOnce(
  db: Database,
  userId: string,
  { email, credits }: Person,
  now: Date,
): Promise<void> {
  if (credits === 0) return;
  const entry = { kind: 'adjustment', reference: `demo:${email}` } as const;
  const given = await db.$count(
    ledgerEntries,
    and(eq(ledgerEntries.kind, entry.kind), eq(ledgerEntries.reference, entry.reference)),
  );
  if (given > 0) return;
  const movement = { ...entry, delta: credits, reason: 'Crédits de la démonstration' };
  await moveCredits(db, userId, [movement], now);
}

async function giveNovels(db: Database, userId: string): Promise<void> {
  const given = await db
    .update(novels)
    .set({ ownerId: userId })
    .where(and(inArray(novels.slug, authorsNovels), isNull(novels.ownerId)))
    .returning({ id: novels.id });
  for (const { id } of given) await addAnswers(db, userId, id);
}
