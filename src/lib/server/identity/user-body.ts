import { and, eq, inArray } from 'drizzle-orm';
import type { UserBody } from '#shared/contracts/auth.ts';
import { summarizeNewChapters } from '../catalogue/new-chapters.ts';
import type { Database } from '../db/database.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { bookmarks } from '../db/schema/reading.ts';
import type { User } from './sessions.ts';

/** A user as the API gives them to themselves; to nobody else. */
export async function toUserBody(db: Database, user: User): Promise<UserBody> {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    displayName: user.displayName,
    bio: user.bio,
    preferredGenres: user.preferredGenres,
    profileImage: user.profileImage,
    role: user.role,
    credits: user.credits,
    createdAt: user.createdAt.toISOString(),
    bookmarkCount: await countBookmarks(db, user.id),
    newChapters: await summarizeNewChapters(db, user),
  };
}

/** Those that home shows: a bookmark of a withdrawn chapter is kept until the chapter returns. */
function countBookmarks(db: Database, userId: string): Promise<number> {
  const published = db
    .select({ id: chapters.id })
    .from(chapters)
    .where(and(eq(chapters.id, bookmarks.chapterId), eq(chapters.status, 'published')));
  return db.$count(
    bookmarks,
    and(eq(bookmarks.userId, userId), inArray(bookmarks.chapterId, published)),
  );
}
