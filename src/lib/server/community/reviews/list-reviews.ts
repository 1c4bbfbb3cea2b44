import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { validate } from 'uuid';
import { reviewsPageSize } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { findNovelBySlug, type Novel } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { comments, reviewVotes } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ratings } from '#server/core/db/schema/reading.ts';
import { isReviewOf, splitReview } from './write-review.ts';

/** How reviews are ordered: the most useful first, or the newest. */
type ReviewOrder = 'date' | undefined;

/** A page of a novel's reviews. */
export type ReviewPage = {
  novel: Novel;
  reviews: Review[];
  order: ReviewOrder;
  page: number;
  pageCount: number;
  total: number;
};

/** A review as everybody sees it. */
type Review = Awaited<ReturnType<typeof listReviews>>[number];

/** The page of a novel's reviews; past the end the last one. Null: no such public novel. */
export async function loadReviews(
  app: App,
  slug: string,
  query: URLSearchParams,
): Promise<ReviewPage | null | 'failed'> {
  try {
    const novel = await findNovelBySlug(app.db, slug);
    if (!novel) return null;
    const total = await app.db.$count(comments, isShown(novel.id));
    const order = query.get('tri') === 'date' ? 'date' : undefined;
    const pageCount = Math.max(1, Math.ceil(total / reviewsPageSize));
    const id = query.get('avis');
    const wanted = id === null ? Number(query.get('page')) : await pageOf(app.db, novel.id, id);
    const page = Math.min(Math.max(1, wanted || 1), pageCount);
    const listed = total === 0 ? [] : await listReviews(app.db, novel.id, { order, page });
    return { novel, reviews: listed, order, page, pageCount, total };
  } catch (error) {
    app.log.error({ err: error, novel: slug }, 'reviews could not be loaded');
    return 'failed';
  }
}

/** The page, by date, that has this review, or the review with this answer. */
async function pageOf(db: Database, novelId: string, id: string): Promise<number> {
  if (!validate(id)) return 1;
  const isNewer = sql`(${comments.createdAt}, ${comments.id}) > (
    select at.created_at, at.id from ${comments} as at where at.id = (
      select coalesce(one.parent_id, one.id) from ${comments} as one where one.id = ${id}))`;
  const newer = await db.$count(comments, and(isShown(novelId), isNewer));
  return Math.floor(newer / reviewsPageSize) + 1;
}

const isShown = (novelId: string) => and(isReviewOf(novelId), isNull(comments.removedAt));
const useful = sql<number>`(select count(*)::int from ${reviewVotes} as vote
  where vote.comment_id = ${comments.id})`;
const answers = alias(comments, 'answers');
const answerers = alias(users, 'answerers');

async function listReviews(
  db: Database,
  novelId: string,
  { order, page }: { order: ReviewOrder; page: number },
) {
  const rows = await db
    .select({
      comment: comments,
      useful,
      writer: { name: users.displayName, erasedAt: users.erasedAt },
      rating: ratings.rating,
      answer: answers,
      answerer: { name: answerers.displayName, erasedAt: answerers.erasedAt },
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .leftJoin(
      ratings,
      and(eq(ratings.userId, comments.userId), eq(ratings.novelId, comments.novelId)),
    )
    .leftJoin(answers, and(eq(answers.parentId, comments.id), isNull(answers.removedAt)))
    .leftJoin(answerers, eq(answerers.id, answers.userId))
    .where(isShown(novelId))
    .orderBy(...(order ? [] : [desc(useful)]), desc(comments.createdAt), desc(comments.id))
    .limit(reviewsPageSize)
    .offset((page - 1) * reviewsPageSize);
  return rows.map(({ comment, writer, answer, answerer, ...facts }) => ({
    ...comment,
    ...splitReview(comment.text),
    ...facts,
    name: nameOf(writer),
    answer: answer && { ...answer, name: nameOf(answerer) },
  }));
}

const nameOf = (person: { name: string; erasedAt: Date | null } | null): string =>
  person?.erasedAt === null ? person.name : messages.accountGone;
