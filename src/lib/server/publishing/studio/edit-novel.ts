import { isDeepStrictEqual } from 'node:util';
import { and, count, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { studioLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { dropUnusedCover } from '#server/catalogue/covers.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { insertWithFreeSlug } from '../save-novel.ts';
import { slugify } from '../slug.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Creates a draft novel; a retry with the same `key` returns the first one.
 * @returns its id, or 409 `LIMIT_REACHED`.
 */
export async function createNovel(
  { db, clock }: World,
  author: Author,
  { key, ...fields }: NovelFields & { key: string },
): Promise<string | Refusal> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const ended = await lockAuthor(tx, author.id);
    if (ended) return ended;
    const [made] = await tx
      .select({ id: novels.id })
      .from(novels)
      .where(and(eq(novels.ownerId, author.id), eq(novels.creationKey, key)));
    if (made) return made.id;
    const added = await insertDraft({ db: tx, clock }, author.id, fields, { creationKey: key });
    return isRefusal(added) ? added : added.id;
  });
}

/**
 * Serializes the creation of one author's novels, so that they can be counted and retries
 * recognised. Refuses with 401 `TOKEN_INVALID` if the account was erased meanwhile.
 */
export async function lockAuthor(tx: Database, authorId: string): Promise<Refusal | null> {
  const [author] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, authorId))
    .for('no key update');
  return author?.erasedAt === null ? null : refuse('TOKEN_INVALID', messages.tokenInvalid);
}

/** Inserts an unpublished novel, in a transaction. Call `lockAuthor` before. */
export async function insertDraft(
  { db: tx, clock }: Pick<World, 'db' | 'clock'>,
  ownerId: string,
  fields: NovelFields,
  more: Partial<typeof novels.$inferInsert> = {},
): Promise<{ id: string; slug: string } | Refusal> {
  const [owned] = await tx
    .select({ novels: count() })
    .from(novels)
    .where(eq(novels.ownerId, ownerId));
  if ((owned?.novels ?? 0) >= studioLimits.novels) {
    return refuse('LIMIT_REACHED', messages.studio.novelsFull);
  }
  const [id, now] = [uuidv7(), clock.now()];
  const state = { isDraft: true, createdAt: now, updatedAt: now };
  const row = { id, ownerId, ...state, ...fields, ...more };
  const slug = await insertWithFreeSlug(tx, slugify(fields.title), (free) => ({
    ...row,
    slug: free,
  }));
  return { id, slug };
}

/**
 * Replaces all fields of a novel; its slug stays. Without a change nothing is written. Refuses as
 * `findOwnNovel`, and with 403 `FORBIDDEN` other names on a novel of the operator's, which is announced
 * under them (decision 97), for all but admins; whether readers may take it along is its owner's to say.
 */
export async function editNovel(
  { db, clock, changed }: World,
  author: Author,
  id: string,
  fields: NovelFields,
): Promise<Refusal | null> {
  const novel = await transactionWithDeadlockRetry(db, async (tx) => {
    const found = await findOwnNovel(tx, author, id, 'settings', { lock: true });
    if (isRefusal(found)) return found;
    const { authorName, translatorName } = { ...found, ...fields };
    const isRenamed = authorName !== found.authorName || translatorName !== found.translatorName;
    if (isRenamed && found.ownerId === null && author.role !== 'admin') {
      return refuse('FORBIDDEN', messages.studio.powerMissing);
    }
    const isCopyChanged = (fields.allowsCopy ?? found.allowsCopy) !== found.allowsCopy;
    if (isCopyChanged && found.ownerId !== author.id && author.role !== 'admin') {
      return refuse('FORBIDDEN', messages.studio.powerMissing);
    }
    const differs = !isDeepStrictEqual({ ...found, ...fields }, found);
    if (differs) {
      await tx
        .update(novels)
        .set({ ...fields, updatedAt: clock.now() })
        .where(eq(novels.id, id));
    }
    return { isSeen: differs && !found.isDraft };
  });
  if (isRefusal(novel)) return novel;
  if (novel.isSeen) await changed(pagesOf(id));
  return null;
}

/** Deletes a draft novel with all its contents. Also refuses with 409 `NOVEL_PUBLISHED`. */
export async function deleteNovel(
  { db }: World,
  author: Author,
  id: string,
): Promise<Refusal | null> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, id, 'deleteNovel', { lock: true });
    if (isRefusal(novel)) return novel;
    if (!novel.isDraft) return refuse('NOVEL_PUBLISHED', messages.studio.novelPublished);
    await tx.delete(novels).where(eq(novels.id, id));
    if (novel.coverHash !== null) await dropUnusedCover(tx, novel.coverHash);
    return null;
  });
}
