import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { chapters } from '#server/db/schema/catalogue.ts';
import { comments } from '#server/db/schema/community.ts';
import { users } from '#server/db/schema/identity.ts';
import { csvHead, csvLine } from './csv.ts';

const pageSizeRows = 500;

const columns = ['Chapitre', 'Titre', 'Date', 'Nom', 'Niveau', 'Fil', 'Commentaire', 'Texte'];

/**
 * The comments of a novel as its pages show them, in the order of the chapters; a removed one has
 * no words. Reads page by page: ask whether it is the caller's own work before.
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
      })
      .from(comments)
      .innerJoin(chapters, eq(chapters.id, comments.chapterId))
      .leftJoin(users, eq(users.id, comments.userId))
      .where(
        and(
          eq(chapters.novelId, novelId),
          after ? sql`${place} > (${after[0]}::int, ${after[1]}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(chapters.chapterNumber), asc(comments.id))
      .limit(pageSizeRows);
    yield rows
      .map(({ comment, number, title, name }) =>
        csvLine([
          ...[number, title, comment.createdAt.toISOString(), name ?? 'Compte supprimé'],
          ...[comment.level, comment.threadId, comment.id],
          comment.removedAt === null ? comment.text : '',
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < pageSizeRows || !last) return;
    after = [last.number, last.comment.id];
  }
}
