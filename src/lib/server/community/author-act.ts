import { desc, eq, and, inArray } from 'drizzle-orm';
import { commentActKinds } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { CommentAct } from './moderate-comment.ts';

/**
 * Whether an author may remove or put back a comment on their novel: it is not their own, whose
 * reports are for others to judge, and what an admin decided last stays. Refuses `FORBIDDEN`; admins
 * are never refused. Ask in the act's transaction.
 */
export async function checkAuthorAct(
  tx: Database,
  author: { id: string; role: string },
  { id, userId }: { id: string; userId: string | null },
  act: CommentAct['act'],
): Promise<Refusal | null> {
  if (author.role === 'admin') return null;
  if (userId === author.id) return refuse('FORBIDDEN', messages.commentOwnAct);
  const [last] = await tx
    .select({ act: moderationActs.act, actorId: moderationActs.actorId })
    .from(moderationActs)
    .where(and(eq(moderationActs.subjectId, id), inArray(moderationActs.act, [...commentActKinds])))
    .orderBy(desc(moderationActs.createdAt), desc(moderationActs.id))
    .limit(1);
  if (last === undefined || last.actorId === author.id) return null;
  // Only admins settle reports with “it stays”.
  if (act === 'removed' && ['comment.restored', 'comment.kept'].includes(last.act)) {
    return refuse('FORBIDDEN', messages.commentKeptByAdmin);
  }
  return act === 'restored' && last.act === 'comment.removed'
    ? refuse('FORBIDDEN', messages.commentRemovedByOther)
    : null;
}
