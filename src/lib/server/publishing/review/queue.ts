import { and, asc, eq, sql } from 'drizzle-orm';
import type { WaitingNovel } from '#shared/contracts/first-publication.ts';
import type { CommentCursor } from '#server/community/list-comments.ts';
import { toModeratedName } from '#server/community/moderated-name.ts';
import { novelColumns, toNovel, toNovelBody } from '#server/catalogue/novels.ts';
import type { Database } from '#server/db/database.ts';
import { chapters, images, novels, novelViews } from '#server/db/schema/catalogue.ts';
import { users } from '#server/db/schema/identity.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { checksOf, listCopied, readyOf } from './checks.ts';

const pageSize = 10;
const shownChapters = 5;

/** A page of the novels that wait, oldest submission first, and where it goes on. */
export async function listWaitingNovels(
  db: Database,
  after: CommentCursor | null,
): Promise<{ novels: WaitingNovel[]; next: CommentCursor | null }> {
  const rows = await selectWaiting(db)
    .where(
      and(
        eq(novelReviews.state, 'waiting'),
        novels.isGated,
        after === null
          ? undefined
          : sql`(${novelReviews.submittedAt}, ${novelReviews.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(novelReviews.submittedAt), asc(novelReviews.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1)?.review;
  const waiting: WaitingNovel[] = [];
  for (const row of page) waiting.push(await toBody(db, row));
  return {
    novels: waiting,
    next: rows.length > pageSize && last ? { createdAt: last.submittedAt, id: last.id } : null,
  };
}

function selectWaiting(db: Database) {
  return db
    .select({
      review: novelReviews,
      ...novelColumns,
      author: users,
      refusedBefore: sql`(select count(*) from ${novelReviews} as earlier
        where earlier.novel_id = ${novels.id} and earlier.state = 'refused')`.mapWith(Number),
      chapterCount: sql`(select count(*) from ${chapters} as its
        where its.novel_id = ${novels.id})`.mapWith(Number),
    })
    .from(novelReviews)
    .innerJoin(novels, eq(novels.id, novelReviews.novelId))
    .innerJoin(novelViews, eq(novelViews.novelId, novels.id))
    .innerJoin(users, eq(users.id, novelReviews.authorId))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectWaiting>>[number];

async function toBody(db: Database, row: Row): Promise<WaitingNovel> {
  const { review, novel, author, refusedBefore, chapterCount } = row;
  const first = await listCopied(db, novel.id, shownChapters);
  const { coverImage } = toNovelBody(toNovel(row));
  return {
    _id: review.id,
    submittedAt: review.submittedAt.toISOString(),
    note: review.note,
    firstChapters: review.firstChapters,
    author: { _id: author.id, name: toModeratedName(author) },
    refusedBefore,
    checks: checksOf(novel, readyOf(first).length),
    novel: {
      ...{ _id: novel.id, title: novel.title, authorName: novel.authorName },
      ...{ synopsis: novel.description, genres: novel.genres, language: novel.language },
      coverImage,
    },
    chapterCount,
    chapters: first.map(({ id, number, title, wordCount }) => ({
      ...{ _id: id, number, title, wordCount },
    })),
  };
}
