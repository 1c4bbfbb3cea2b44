import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ContentPlaceKind } from '#shared/site/content-notices.ts';
import { paths } from '#shared/site/paths.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments, withheldComments } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';

export type Place = { placeKind: ContentPlaceKind; placeId: string };

/** What stands at a place now. */
export type PlaceFacts = {
  /** As in a sentence: “le roman « … »”. */
  words: string;
  path: string | null;
  /** Everybody can see it. */
  isOnline: boolean;
  /** The comment's words, also those withheld by moderators. Never a chapter's text. */
  text: string | null;
  /** Who wrote the comment or owns the novel; null for an erased account and the publisher itself. */
  personId: string | null;
  /** Of a comment: where it stands. */
  kind?: 'comment' | 'review' | 'answer' | undefined;
};

/** What strangers and senders of notices are told of what is not online. */
export const goneWords = 'un contenu qui n’est plus en ligne';

const quoted = (title: string) => `«\u00A0${title}\u00A0»`;

/** The facts of each place, in one query; those of what is not there say so. */
export async function readPlaces(db: Database, places: readonly Place[]): Promise<PlaceFacts[]> {
  const rows = await selectPlaces(
    db,
    places.map(({ placeId }) => placeId),
  );
  return places.map((place) =>
    factsOf(
      place,
      rows.find(({ id }) => id === place.placeId),
    ),
  );
}

/** The facts of one place. */
export async function readPlace(db: Database, place: Place): Promise<PlaceFacts> {
  const [facts] = await readPlaces(db, [place]);
  if (!facts) throw new Error('a place has facts');
  return facts;
}

const askedId = sql<string>`asked.id`;
const answered = alias(comments, 'answered');

function selectPlaces(db: Database, ids: readonly string[]) {
  return db
    .select({
      id: askedId,
      novel: novels,
      chapter: chapters,
      comment: comments,
      heldId: heldComments.commentId,
      withheldText: withheldComments.text,
      answeredGoneAt: answered.removedAt,
    })
    .from(sql`unnest(${sql.param(ids)}::uuid[]) as asked(id)`)
    .leftJoin(comments, eq(comments.id, askedId))
    .leftJoin(answered, eq(answered.id, comments.parentId))
    .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
    .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
    .leftJoin(chapters, eq(chapters.id, sql`coalesce(${comments.chapterId}, ${askedId})`))
    .leftJoin(
      novels,
      eq(novels.id, sql`coalesce(${chapters.novelId}, ${comments.novelId}, ${askedId})`),
    );
}

type Row = Awaited<ReturnType<typeof selectPlaces>>[number];

function factsOf({ placeKind }: Place, row: Row | undefined): PlaceFacts {
  const nothing = { path: null, isOnline: false, text: null, personId: null };
  const { novel, chapter, comment, heldId = null, withheldText = null } = row ?? {};
  const { answeredGoneAt = null } = row ?? {};
  const found = { novel, chapter, comment }[placeKind];
  if (!found || !novel) return { ...nothing, words: goneWords };
  if (comment?.chapterId === null) {
    const isHere = comment.removedAt === null;
    return {
      words: `${comment.parentId === null ? 'un' : 'la réponse à un'} avis sur le roman ${quoted(novel.title)}`,
      path: `${paths.reviews(novel.slug, { order: 'date' })}&avis=${comment.id}#avis-${comment.id}`,
      isOnline: isHere && answeredGoneAt === null && !novel.isDraft,
      text: isHere ? comment.text : withheldText,
      personId: comment.userId,
      kind: comment.parentId === null ? 'review' : 'answer',
    };
  }
  const owner = { personId: novel.ownerId, text: null };
  if (placeKind === 'novel' || !chapter) {
    const words = `le roman ${quoted(novel.title)}`;
    return { ...owner, words, path: paths.novel(novel.slug), isOnline: !novel.isDraft };
  }
  const ofNovel = `chapitre ${quoted(chapter.title)} du roman ${quoted(novel.title)}`;
  const path = paths.chapter(chapter.id);
  const isOnline = chapter.status === 'published';
  if (placeKind === 'chapter' || !comment) {
    return { ...owner, words: `le ${ofNovel}`, path, isOnline };
  }
  const isShown = comment.removedAt === null;
  return {
    words: `un commentaire sous le ${ofNovel}`,
    path,
    isOnline: isOnline && isShown && heldId === null,
    text: isShown ? comment.text : withheldText,
    personId: comment.userId,
  };
}
