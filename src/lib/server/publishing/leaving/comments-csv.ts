import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { comments, withheldComments } from '#server/db/schema/community.ts';
import { heldComments } from '#server/db/schema/conversation.ts';
import { users } from '#server/db/schema/identity.ts';
import { csvHead, csvLine, instantCell } from './csv.ts';

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

const removers = alias(users, 'removers');
/** What an admin removes from others' novels does not leave: a file would outlive its thirty days. */
const isAuthorsRemoval = or(ne(removers.role, 'admin'), eq(removers.id, novels.ownerId));

/**
 * The comments of a novel in the order of the chapters. A removed one has no words, unless an author
 * removed it and they are still withheld, as the inbox shows them; one that waits for approval is
 * marked. Reads page by page: ask whether it is the caller's own work before.
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
        withheld: sql<
          string | null
        >`case when ${isAuthorsRemoval} then ${withheldComments.text} end`,
      })
      .from(comments)
      .innerJoin(chapters, eq(chapters.id, comments.chapterId))
      .innerJoin(novels, eq(novels.id, chapters.novelId))
      .leftJoin(users, eq(users.id, comments.userId))
      .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
      .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
      .leftJoin(removers, eq(removers.id, comments.removedBy))
      .where(
        and(
          eq(chapters.novelId, novelId),
          after ? sql`${place} > (${after[0]}::int, ${after[1]}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(chapters.chapterNumber), asc(comments.id))
      .limit(pageSizeRows);
    yield rows
      .map(({ comment, number, title, name, heldId, withheld }) =>
        csvLine([
          ...[number, title, instantCell(comment.createdAt), name ?? 'Compte supprimé'],
          ...[comment.level, comment.threadId, comment.id],
          comment.removedAt === null ? comment.text : (withheld ?? ''),
          comment.removedAt !== null ? 'supprimé' : heldId === null ? '' : 'en attente',
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < pageSizeRows || !last) return;
    after = [last.number, last.comment.id];
  }
}
