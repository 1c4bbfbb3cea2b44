import { and, eq, inArray, sql, type Placeholder } from 'drizzle-orm';
import type { PublicChapterBody } from '#shared/contracts/chapters.ts';
import { isFree, type Chapter } from '../chapters.ts';
import { readsEverythingOf } from '../free-readers.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';

/** A caller's access to a chapter's text. */
export type Access =
  | { kind: 'free' }
  /** The user unlocked it, owns its novel, or is an admin. */
  | { kind: 'premium'; reader: SignedIn }
  | { kind: 'locked' };

type Given = string | Placeholder;

type Place = {
  chapter: Pick<Chapter, 'id' | 'status' | 'isPremium' | 'freeFrom'>;
  novel: { ownerId: string | null };
};

/**
 * Who may read a chapter: all users if it is free; else those who unlocked it, the owner of its novel,
 * and admins (design section 11). A withdrawn one is free for nobody, whatever its price: only who
 * unlocked it finds it (`isKnownTo`). Check before `readGrantedText`.
 */
export async function findAccess(
  db: Database,
  { chapter, novel }: Place,
  caller: SignedIn | null,
  now: Date,
): Promise<Access> {
  const access = accessOf({ chapter, novel }, caller, now, { isUnlocked: false });
  if (access.kind !== 'locked' || caller === null) return access;
  const [unlocked] = await selectUnlockOf(db).execute({
    userId: caller.user.id,
    chapterId: chapter.id,
  });
  return accessOf({ chapter, novel }, caller, now, { isUnlocked: unlocked !== undefined });
}

/** The same, if it is known whether the caller unlocked the chapter. */
export function accessOf(
  { chapter, novel }: Place,
  caller: SignedIn | null,
  now: Date,
  { isUnlocked }: { isUnlocked: boolean },
): Access {
  if (chapter.status === 'published' && isFree(chapter, now)) return { kind: 'free' };
  if (caller === null) return { kind: 'locked' };
  const mayRead = isUnlocked || readsEverythingOf(novel, caller.user);
  return mayRead ? { kind: 'premium', reader: caller } : { kind: 'locked' };
}

const selectUnlockOf = prepared((db) =>
  selectUnlock(db, sql.placeholder('userId'), sql.placeholder('chapterId')).prepare('find_unlock'),
);

/** The row that records that a user unlocked a chapter. */
export function selectUnlock(db: Database, userId: Given, chapterId: Given) {
  return db
    .select({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .where(and(eq(unlocks.userId, userId), eq(unlocks.chapterId, chapterId)));
}

/**
 * The same for all chapters of a novel, in one query; none for an anonymous visitor. With `ids`,
 * only for those chapters.
 */
export async function findReadableOf(
  db: Database,
  novel: { id: string; ownerId: string | null; ids?: readonly string[] },
  caller: SignedIn | null,
  now: Date,
): Promise<(chapter: Place['chapter']) => boolean> {
  if (caller === null) return (chapter) => isFree(chapter, now);
  if (readsEverythingOf(novel, caller.user)) return () => true;
  const rows = await db
    .select({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
    .where(
      and(
        eq(unlocks.userId, caller.user.id),
        eq(chapters.novelId, novel.id),
        novel.ids && inArray(unlocks.chapterId, [...novel.ids]),
      ),
    );
  const unlocked = new Set(rows.map(({ chapterId }) => chapterId));
  return (chapter) => isFree(chapter, now) || unlocked.has(chapter.id);
}

/** A chapter in the API's form for this caller: open or locked. */
export function bodyFor<Body extends PublicChapterBody>(body: Body, isOpen: boolean): Body {
  return { ...body, requiresUnlock: !isOpen, isUnlocked: isOpen, isLocked: !isOpen };
}
