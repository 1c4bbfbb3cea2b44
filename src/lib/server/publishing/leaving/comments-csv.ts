import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { csvHead, csvLine, instantCell } from '#server/core/csv.ts';

const pageSizeRows = 500;

const columns = [
  'Chapitre',
  'Titre',
  'Date',
  'Nom',
  'Niveau',
  'Fil',
  'Commentaire',
  'Texte',
  'État',
];

/**
 * The comments of a novel in the order of the chapters; a removed one has no words, and one that waits
 * for approval is marked. Reads page by page: ask whether it is the caller's own work before.
 */
export async function* commentsCsv(db: Database, novelId: string): AsyncGenerator<string> {
  yield csvHead(columns);
  let after: [number, string] | null = null;
  for (;;) {
    const place = sql`(${chapters.chapterNumber}, ${comments.id})`;
    const rows = await db
      .select({
        comment: comments,
        number: chapters.chapterNumber,
        title: chapters.title,
        name: users.displayName,
        heldId: heldComments.commentId,
      })
      .from(comments)
      .innerJoin(chapters, eq(chapters.id, comments.chapterId))
      .leftJoin(users, eq(users.id, comments.userId))
      .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
      .where(
        and(
          eq(chapters.novelId, novelId),
          after ? sql`${place} > (${after[0]}::int, ${after[1]}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(chapters.chapterNumber), asc(comments.id))
      .limit(pageSizeRows);
    yield rows
      .map(({ comment, number, title, name, heldId }) =>
        csvLine([
          ...[number, title, instantCell(comment.createdAt), name ?? 'Compte supprimé'],
          ...[comment.level, comment.threadId, comment.id],
          comment.removedAt === null ? comment.text : '',
          comment.removedAt !== null ? 'supprimé' : heldId === null ? '' : 'en attente',
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < pageSizeRows || !last) return;
    after = [last.number, last.comment.id];
  }
}
