import { and, eq, like } from 'drizzle-orm';
import { addComment } from '#server/community/add-comment.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { isRefusal } from '#server/core/http/refusal.ts';

const dayMs = 86_400_000;

/** What the author answered, by how the comment begins. */
const answers = [
  {
    to: 'Ancien de la SNCF',
    text: 'Merci pour l’article 31, et pour la dépêche\u00A0: elle m’a coûté trois semaines.',
  },
  {
    to: 'Mme Quillet et son carnet',
    text: 'Le carnet revient. Je n’en dis pas plus.',
  },
] as const;

/** The author's answers to comments on a novel, a day later, as the product writes them. */
export async function addAnswers(db: Database, authorId: string, novelId: string): Promise<void> {
  const [author] = await db.select().from(users).where(eq(users.id, authorId));
  if (!author) throw new Error('the author of the demonstration is missing');
  for (const { to, text } of answers) {
    const [answered] = await db
      .select({ id: comments.id, chapterId: chapters.id, createdAt: comments.createdAt })
      .from(comments)
      .innerJoin(chapters, eq(chapters.id, comments.chapterId))
      .where(and(eq(chapters.novelId, novelId), like(comments.text, `${to}%`)));
    if (!answered) continue;
    const at = new Date(answered.createdAt.getTime() + dayMs);
    const world = { db, clock: { now: () => at }, changed: () => Promise.resolve() };
    const draft = { text, parentId: answered.id, mentionId: null, requestId: null };
    const added = await addComment(world, author, answered.chapterId, draft);
    if (isRefusal(added)) throw new Error(added.message);
  }
}
