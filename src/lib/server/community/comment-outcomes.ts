import { and, desc, eq, inArray } from 'drizzle-orm';
import { commentActKinds, type CommentOutcome } from '#shared/contracts/moderation.ts';
import type { Database } from '#server/core/db/database.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { toModeratedName } from './moderated-name.ts';

/** The last moderation act on each of these comments, by id. One query. */
export async function readLastActs(
  db: Database,
  commentIds: readonly string[],
): Promise<Map<string, CommentOutcome>> {
  const rows = await db
    .selectDistinctOn([moderationActs.subjectId], { act: moderationActs, actor: users })
    .from(moderationActs)
    .innerJoin(users, eq(users.id, moderationActs.actorId))
    .where(
      and(
        inArray(moderationActs.subjectId, [...commentIds]),
        inArray(moderationActs.act, [...commentActKinds]),
      ),
    )
    .orderBy(moderationActs.subjectId, desc(moderationActs.createdAt), desc(moderationActs.id));
  return new Map(
    rows.flatMap(({ act: { subjectId, act: name, reason, createdAt }, actor }) => {
      const act = commentActKinds.find((kind) => kind === name);
      const by = { actor: toModeratedName(actor), reason, date: createdAt.toISOString() };
      return act ? [[subjectId, { act, ...by }] as const] : [];
    }),
  );
}

/**
 * The outcome for a comment. Every removal by an admin is an act; a comment removed after another
 * act, or without any, was removed by its author.
 */
export function toOutcome(
  last: CommentOutcome | undefined,
  removedAt: Date | null,
  writer: Parameters<typeof toModeratedName>[0],
): CommentOutcome | null {
  if (removedAt === null || last?.act === 'comment.removed') return last ?? null;
  const actor = toModeratedName(writer);
  return { act: 'comment.withdrawn', actor, reason: '', date: removedAt.toISOString() };
}
