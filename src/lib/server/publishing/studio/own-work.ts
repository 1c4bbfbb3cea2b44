import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import type { Database } from '#server/db/database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { refuse, type Refusal } from '#server/http/refusal.ts';
import type { User } from '#server/identity/sessions.ts';

export type NovelRow = typeof novels.$inferSelect;
export type ChapterRow = typeof chapters.$inferSelect;

/** A user of the studio. The guard of every call has checked the role. */
export type Author = Pick<User, 'id' | 'role'>;

/** `hold` locks the row until the transaction ends. */
type How = { hold: boolean };

/**
 * A novel that this user may edit: their own, or any for an admin. Another's draft is hidden
 * from them (404 `NOT_FOUND`), another's public novel is 403 `FORBIDDEN`.
 */
export async function findOwnNovel(
  db: Database,
  author: Author,
  id: string,
  { hold }: How = { hold: false },
): Promise<NovelRow | Refusal> {
  const select = db.select().from(novels).where(eq(novels.id, id)).limit(1);
  const [novel] = await (hold ? select.for('no key update') : select);
  if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
  if (readsEverythingOf(novel, author)) return novel;
  return novel.isDraft
    ? refuse('NOT_FOUND', messages.novelMissing)
    : refuse('FORBIDDEN', messages.forbidden);
}

/** The same for a chapter: another's is 403 if it is public, else 404. */
export async function findOwnChapter(
  db: Database,
  author: Author,
  id: string,
  { hold }: How = { hold: false },
): Promise<{ chapter: ChapterRow; novel: NovelRow } | Refusal> {
  const select = db
    .select({ chapter: chapters, novel: novels })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(chapters.id, id))
    .limit(1);
  const [found] = await (hold ? select.for('no key update', { of: chapters }) : select);
  if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
  if (readsEverythingOf(found.novel, author)) return found;
  return found.chapter.status === 'published'
    ? refuse('FORBIDDEN', messages.forbidden)
    : refuse('NOT_FOUND', messages.chapterMissing);
}
