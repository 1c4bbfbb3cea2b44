import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type {
  NameHoldersBody,
  NameUseBody,
  UnannouncedNovel,
} from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { isAnnouncedAs, isTranslatedBy, isWrittenBy } from '../catalogue/listings.ts';
import { isPublic } from '../catalogue/novels.ts';
import { toModeratedName } from '../community/moderated-name.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { nameHolders, nameUses } from '#server/core/db/schema/names.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';

const usesShown = 100;
/** On the screen of an account's novels. */
const saidMax = 5;
const saidForMs = 30 * 24 * 3_600_000;

const slugRows = z.object({ rows: z.tuple([z.object({ slug: z.string() })]) });

/** What a name is kept by. */
export async function slugOfName(db: Database, name: string): Promise<string> {
  const result = await db.execute(sql`select slug_of(${name}::text) as slug`);
  return slugRows.parse(result).rows[0].slug;
}

/** The accounts that hold a name or have held it, in the order in which they got it. */
export async function readNameHolders(db: Database, slug: string): Promise<NameHoldersBody> {
  const rows = await db
    .select({ user: users, endedAt: nameHolders.endedAt })
    .from(nameHolders)
    .innerJoin(users, eq(users.id, nameHolders.userId))
    .where(eq(nameHolders.slug, slug))
    .orderBy(asc(nameHolders.createdAt), asc(nameHolders.userId));
  return {
    holders: rows.map(({ user, endedAt }) => ({
      _id: user.id,
      name: toModeratedName(user),
      isHolder: endedAt === null,
    })),
  };
}

/** `adminId`: who is named in the log; null from the command line. */
type NameUse = { slug: string; userId: string; isHolder: boolean; adminId: string | null };

/**
 * Lets an account announce under a name, or no longer; idempotent. What an account that lost the name
 * has published under it is listed with the novels of others. 404 `NOT_FOUND` for no account.
 */
export async function setNameHolder(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { slug, userId, isHolder, adminId }: NameUse,
): Promise<NameHoldersBody | Refusal> {
  const now = clock.now();
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (!user && isHolder) return refuse('NOT_FOUND', messages.personMissing);
  return db.transaction(async (tx) => {
    // As `novels_hold_names`, which asks who holds the name while a novel comes out.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name ${slug}`}, 0))`);
    const changed = isHolder
      ? await tx
          .insert(nameHolders)
          .values({ slug, userId, createdAt: now })
          .onConflictDoUpdate({
            target: [nameHolders.slug, nameHolders.userId],
            set: { endedAt: null },
            setWhere: isNotNull(nameHolders.endedAt),
          })
          .returning({ slug: nameHolders.slug })
      : await tx
          .update(nameHolders)
          .set({ endedAt: now })
          .where(
            and(
              eq(nameHolders.slug, slug),
              eq(nameHolders.userId, userId),
              isNull(nameHolders.endedAt),
            ),
          )
          .returning({ slug: nameHolders.slug });
    if (changed.length > 0 && !isHolder) {
      await tx.execute(sql`
        insert into ${nameUses} (novel_id, slug, created_at)
        select ${novels.id}, ${slug}, ${sql.param(now, nameUses.createdAt)} from ${novels}
        where ${and(isPublic, eq(novels.ownerId, userId), or(isWrittenBy(slug), isTranslatedBy(slug)))}
        on conflict (novel_id, slug) do update
        set created_at = excluded.created_at, told_at = null`);
    }
    if (changed.length > 0 && adminId !== null) {
      await tx.insert(moderationActs).values({
        id: uuidv7(),
        actorId: adminId,
        act: isHolder ? 'name.given' : 'name.ended',
        subjectId: userId,
        details: { name: await spellingOf(tx, slug, userId) },
        createdAt: now,
      });
    }
    return readNameHolders(tx, slug);
  });
}

/** A name as it stands in novels, first in those of this account; its address where it is in none. */
async function spellingOf(db: Database, slug: string, userId: string): Promise<string> {
  const [found] = await db
    .select({ name: spelledAs(slug) })
    .from(novels)
    .where(or(isWrittenBy(slug), isTranslatedBy(slug)))
    .orderBy(sql`${novels.ownerId} is distinct from ${userId}`, asc(novels.createdAt))
    .limit(1);
  return found?.name ?? slug;
}

const spelledAs = (slug: string | PgColumn) => sql<string>`case
  when ${slugOf(novels.authorName)} = ${slug} then ${novels.authorName} else ${novels.translatorName} end`;

/** The last public novels under a name, or this one, that their owner does not hold, newest first. */
export async function listNameUses(db: Database, slug: string | null): Promise<NameUseBody[]> {
  const rows = await selectUnannounced(db, slug === null ? undefined : eq(nameUses.slug, slug))
    .orderBy(desc(nameUses.createdAt))
    .limit(usesShown);
  return rows.map(({ use, novel, owner, name }) => ({
    slug: use.slug,
    name,
    novel: { _id: novel.id, slug: novel.slug, title: novel.title },
    owner: { _id: owner.id, name: toModeratedName(owner) },
    at: use.createdAt.toISOString(),
  }));
}

/** What an account's screen says for a month: novels under its names, and its own under others'. */
export async function listUnannounced(
  db: Database,
  userId: string,
  now: Date,
): Promise<UnannouncedNovel[]> {
  const hasHolder = sql`exists (select from ${nameHolders} where ${nameHolders.slug} = ${nameUses.slug}
    and ${nameHolders.userId} = ${userId} and ${nameHolders.endedAt} is null)`;
  const rows = await selectUnannounced(
    db,
    and(
      gt(nameUses.createdAt, new Date(now.getTime() - saidForMs)),
      or(eq(novels.ownerId, userId), hasHolder),
    ),
  )
    .orderBy(desc(nameUses.createdAt))
    .limit(saidMax);
  return rows.map(({ novel, name }) => ({
    name,
    isOwn: novel.ownerId === userId,
    novel: { slug: novel.slug, title: novel.title },
  }));
}

/** Public novels under a name that their owner does not hold. */
function selectUnannounced(db: Database, condition: SQL | undefined) {
  return db
    .select({
      use: nameUses,
      novel: novels,
      owner: users,
      name: spelledAs(nameUses.slug),
    })
    .from(nameUses)
    .innerJoin(novels, and(eq(novels.id, nameUses.novelId), isPublic))
    .innerJoin(users, eq(users.id, novels.ownerId))
    .where(
      and(
        or(isWrittenBy(nameUses.slug), isTranslatedBy(nameUses.slug)),
        sql`not ${isAnnouncedAs(nameUses.slug)}`,
        condition,
      ),
    );
}
