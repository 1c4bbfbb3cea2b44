import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { NameHoldersBody, NameUseBody } from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { isAnnouncedAs, isTranslatedBy, isWrittenBy } from '../catalogue/listings.ts';
import { isPublic } from '../catalogue/novels.ts';
import { toModeratedName } from '../community/moderated-name.ts';
import type { Database } from '../db/database.ts';
import { novels, slugOf } from '../db/schema/catalogue.ts';
import { users } from '../db/schema/identity.ts';
import { nameHolders, nameUses } from '../db/schema/names.ts';
import { refuse, type Refusal } from '../http/refusal.ts';

const usesShown = 100;

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
      ...{ _id: user.id, name: toModeratedName(user), isHolder: endedAt === null },
    })),
  };
}

/** Lets an account announce under a name, or no longer; idempotent. 404 `NOT_FOUND` for no account. */
export async function setNameHolder(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { slug, userId, isHolder }: { slug: string; userId: string; isHolder: boolean },
): Promise<NameHoldersBody | Refusal> {
  const now = clock.now();
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (!user && isHolder) return refuse('NOT_FOUND', messages.personMissing);
  if (isHolder) {
    await db
      .insert(nameHolders)
      .values({ slug, userId, createdAt: now })
      .onConflictDoUpdate({
        target: [nameHolders.slug, nameHolders.userId],
        set: { endedAt: null },
      });
  } else {
    await db
      .update(nameHolders)
      .set({ endedAt: now })
      .where(
        and(
          eq(nameHolders.slug, slug),
          eq(nameHolders.userId, userId),
          isNull(nameHolders.endedAt),
        ),
      );
  }
  return readNameHolders(db, slug);
}

/** The last public novels under a name that their owner does not hold, newest first. */
export async function listNameUses(db: Database): Promise<NameUseBody[]> {
  const rows = await db
    .select({ use: nameUses, novel: novels, owner: users, authorSlug: slugOf(novels.authorName) })
    .from(nameUses)
    .innerJoin(novels, and(eq(novels.id, nameUses.novelId), isPublic))
    .innerJoin(users, eq(users.id, novels.ownerId))
    .where(
      and(
        or(isWrittenBy(nameUses.slug), isTranslatedBy(nameUses.slug)),
        sql`not ${isAnnouncedAs(nameUses.slug)}`,
      ),
    )
    .orderBy(desc(nameUses.createdAt))
    .limit(usesShown);
  return rows.map(({ use, novel, owner, authorSlug }) => ({
    slug: use.slug,
    name: authorSlug === use.slug ? novel.authorName : novel.translatorName,
    novel: { _id: novel.id, slug: novel.slug, title: novel.title },
    owner: { _id: owner.id, name: toModeratedName(owner) },
    at: use.createdAt.toISOString(),
  }));
}
