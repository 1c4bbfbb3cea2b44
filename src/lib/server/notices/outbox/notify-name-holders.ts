import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { nameHolders, nameUses } from '#server/core/db/schema/names.ts';
import { writeLetters, type Letter } from '#server/core/queue/write-letter.ts';

/** Between two letters about one name: what comes in between is in the second. */
const pauseMs = 24 * 3_600_000;
const usesMax = 200;

/**
 * Writes to the accounts that hold a name which novels are public under that are not theirs (decision
 * 97), at most once a day for each name. To be called in a transaction; safe on several instances.
 */
export async function notifyNameHolders(tx: Database, now: Date): Promise<void> {
  const recent = sql.param(new Date(now.getTime() - pauseMs), nameUses.toldAt);
  const uses = await tx
    .select({ slug: nameUses.slug, novelId: nameUses.novelId })
    .from(nameUses)
    .where(
      and(
        isNull(nameUses.toldAt),
        sql`not exists (select from ${nameUses} as told
          where told.slug = ${nameUses.slug} and told.told_at > ${recent})`,
      ),
    )
    .orderBy(asc(nameUses.createdAt))
    .limit(usesMax)
    .for('update', { skipLocked: true });
  if (uses.length === 0) return;
  const bySlug = Map.groupBy(uses, ({ slug }) => slug);
  const holders = await tx
    .select({ slug: nameHolders.slug, userId: nameHolders.userId })
    .from(nameHolders)
    .innerJoin(users, and(eq(users.id, nameHolders.userId), isNull(users.erasedAt)))
    .where(and(inArray(nameHolders.slug, [...bySlug.keys()]), isNull(nameHolders.endedAt)));
  const letters = holders.map(({ slug, userId }): Letter => {
    const novelIds = (bySlug.get(slug) ?? []).map(({ novelId }) => novelId);
    const about = `${slug}:${userId}:${now.toISOString()}`;
    return { kind: 'name_use', userId, about, payload: { slug, novelIds } };
  });
  await writeLetters(tx, letters, now);
  const given = JSON.stringify(uses);
  await tx.execute(sql`
    update ${nameUses} set told_at = ${sql.param(now, nameUses.toldAt)}
    from jsonb_to_recordset(${given}::jsonb) as given(slug text, "novelId" uuid)
    where ${nameUses.novelId} = given."novelId" and ${nameUses.slug} = given.slug`);
}
