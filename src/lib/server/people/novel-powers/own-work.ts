import { and, eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { may, type NovelPower, type NovelRole } from '#shared/site/novel-powers.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn, User } from '../identity/sessions.ts';

export type NovelRow = typeof novels.$inferSelect;
export type ChapterRow = typeof chapters.$inferSelect;

/** A user of the studio, of any role: what they may do follows from the novel. */
export type Author = Pick<User, 'id' | 'role'>;

/** `lock` locks the row until the transaction ends. */
type How = { lock: boolean };

/**
 * The role of a user on a novel, null for none. Admins have the owner's powers; an owner
 * who is no author any more has none.
 */
export async function roleOn(
  db: Database,
  author: Author,
  novel: Pick<NovelRow, 'id' | 'ownerId'>,
): Promise<NovelRole | null> {
  if (author.role === 'admin') return 'owner';
  if (novel.ownerId === author.id) return author.role === 'author' ? 'owner' : null;
  const [member] = await db
    .select({ role: novelMembers.role })
    .from(novelMembers)
    .where(and(eq(novelMembers.novelId, novel.id), eq(novelMembers.userId, author.id)));
  return member?.role ?? null;
}

/**
 * A novel on which this user has a power. Another's draft is hidden from authors (404 `NOT_FOUND`),
 * another's public novel is 403 `FORBIDDEN`, and so is everything for a reader who is no member and
 * for a member whose role lacks the power.
 */
export async function findOwnNovel(
  db: Database,
  author: Author,
  id: string,
  power: NovelPower,
  { lock }: How = { lock: false },
): Promise<NovelRow | Refusal> {
  const select = db.select().from(novels).where(eq(novels.id, id)).limit(1);
  const [novel] = await (lock ? select.for('no key update') : select);
  if (!novel) return hidden(author, messages.novelMissing);
  const role = await roleOn(db, author, novel);
  if (role !== null) return may(role, power) ? novel : lacking;
  return novel.isDraft
    ? hidden(author, messages.novelMissing)
    : refuse('FORBIDDEN', messages.forbidden);
}

/** The same for a chapter: another's is 403 if it is public, else 404. */
export async function findOwnChapter(
  db: Database,
  author: Author,
  id: string,
  power: NovelPower,
  { lock }: How = { lock: false },
): Promise<{ chapter: ChapterRow; novel: NovelRow } | Refusal> {
  const select = db
    .select({ chapter: chapters, novel: novels })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(chapters.id, id))
    .limit(1);
  const [found] = await (lock ? select.for('no key update', { of: chapters }) : select);
  if (!found) return hidden(author, messages.chapterMissing);
  const role = await roleOn(db, author, found.novel);
  if (role !== null) return may(role, power) ? found : lacking;
  return found.chapter.status === 'published'
    ? refuse('FORBIDDEN', messages.forbidden)
    : hidden(author, messages.chapterMissing);
}

/** Before the body is read: `findOwnNovel` of the novel in the address. */
export const onNovel =
  (power: NovelPower): Permit<SignedIn, { id: string }, NovelRow> =>
  ({ app, caller, params }) =>
    findOwnNovel(app.db, caller.user, params.id, power);

/** Before the body is read: `findOwnChapter` of the chapter in the address. */
export const onChapter =
  (power: NovelPower): Permit<SignedIn, { id: string }, { chapter: ChapterRow; novel: NovelRow }> =>
  ({ app, caller, params }) =>
    findOwnChapter(app.db, caller.user, params.id, power);

const lacking = refuse('FORBIDDEN', messages.studio.powerMissing);

/** Who is no author gets the same answer for what exists and what does not. */
export const hidden = (author: Author, sentence: string): Refusal =>
  isAuthor(author.role) ? refuse('NOT_FOUND', sentence) : refuse('FORBIDDEN', messages.forbidden);
