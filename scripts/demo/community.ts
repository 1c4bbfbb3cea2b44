import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels, novelViews } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { inboxEntries } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import {
  chapterLikes,
  favorites,
  novelReadDays,
  ratings,
  viewDays,
  viewOrigins,
} from '#server/core/db/schema/reading.ts';
import type { DemoNovel, DemoRemark } from './manifest.ts';
import { seededRandom } from '#shared/text/seeded-random.ts';

/** Someone of the demonstration. */
export type DemoReader = { id: string; name: string };

type DemoChapter = { id: string; chapterNumber: number; publishedAt: Date };

const dayMs = 86_400_000;
const readerCount = 240;
const viewedDays = 14;
/** Younger comments are unread, or wait for an answer. */
const unreadDays = 12;
const waitingDays = 30;
/** Where readers come from, to a novel's page and to its chapters, by how many do. */
const originsOf = {
  novel: {
    ':catalogue': 34,
    ':home': 26,
    ':direct': 14,
    ':library': 8,
    ':novel': 6,
    'google.com': 7,
    'babelio.com': 3,
    'duckduckgo.com': 2,
  },
  chapters: {
    ':chapter': 58,
    ':novel': 22,
    ':library': 9,
    ':direct': 6,
    ':home': 4,
    'google.com': 1,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;
const firstNames = ['Anaïs', 'Bruno', 'Clara', 'Damien', 'Elsa', 'Farid', 'Gaëlle', 'Hélène'];
const initials = ['A', 'B', 'C', 'D', 'F', 'G', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V'];

/** Makes the people who have read, rated and commented: those who speak, and a silent crowd. */
export async function addReaders(db: Database, talkers: ReadonlySet<string>): Promise<DemoReader[]> {
  const silent = Array.from({ length: readerCount - talkers.size }, (_, index) => {
    const firstName = firstNames[index % firstNames.length] ?? '';
    return `${firstName} ${initials[index % initials.length] ?? ''}.`;
  });
  const readers = [...talkers, ...silent].map((name) => ({ id: uuidv7(), name }));
  await db.insert(users).values(readers.map((reader) => ({ ...reader, displayName: reader.name })));
  return readers;
}

/** Gives a novel its comments, marks and views. Every counter equals the rows behind it. */
export async function addLife(
  db: Database,
  novelId: string,
  demo: DemoNovel,
  readers: readonly DemoReader[],
  now: Date,
): Promise<void> {
  const random = seededRandom(demo.slug);
  const crowd = readers.filter(() => random() < demo.readers / readerCount);
  const published = await db
    .select({
      id: chapters.id,
      chapterNumber: chapters.chapterNumber,
      publishedAt: sql<Date>`${chapters.publishedAt}`.mapWith(chapters.publishedAt),
    })
    .from(chapters)
    .where(eq(chapters.novelId, novelId))
    .orderBy(chapters.chapterNumber);
  await addFavorites(db, novelId, crowd, random);
  await addRatings(db, novelId, demo.appeal, crowd, random);
  await addComments(db, demo, { novelId, published }, readers, now);
  await addLikes(db, published, crowd, random);
  await addViews(db, novelId, demo, published, random, now);
}

async function addFavorites(
  db: Database,
  novelId: string,
  crowd: readonly DemoReader[],
  random: () => number,
): Promise<void> {
  const fans = crowd.filter(() => random() < 0.45);
  await db.insert(favorites).values(fans.map(({ id }) => ({ userId: id, novelId })));
  await db.update(novels).set({ favorites: fans.length }).where(eq(novels.id, novelId));
}

async function addRatings(
  db: Database,
  novelId: string,
  appeal: number | null,
  crowd: readonly DemoReader[],
  random: () => number,
): Promise<void> {
  if (appeal === null) return;
  const rows = crowd
    .filter(() => random() < 0.6)
    .map(({ id }) => {
      const rating = Math.max(1, Math.min(5, Math.round(appeal + (random() - 0.5) * 2.4)));
      return { userId: id, novelId, rating };
    });
  await db.insert(ratings).values(rows);
  const ratingSum = rows.reduce((sum, { rating }) => sum + rating, 0);
  await db.update(novels).set({ ratingSum, ratingCount: rows.length }).where(eq(novels.id, novelId));
}

async function addComments(
  db: Database,
  demo: DemoNovel,
  { novelId, published }: { novelId: string; published: readonly DemoChapter[] },
  readers: readonly DemoReader[],
  now: Date,
): Promise<void> {
  const idOf = new Map(readers.map(({ id, name }) => [name, id]));
  for (const chapter of published) {
    const threads = demo.comments.filter((comment) => comment.chapter === chapter.chapterNumber);
    const when = (remark: DemoRemark, afterMs: number) =>
      new Date(Math.max(now.getTime() - remark.daysAgo * dayMs, chapter.publishedAt.getTime() + afterMs));
    const rows = threads.flatMap((thread) => {
      const id = uuidv7();
      const base = { chapterId: chapter.id, threadId: id };
      const first = {
        ...base,
        id,
        level: 1,
        userId: idOf.get(thread.name) ?? null,
        text: thread.text,
        createdAt: when(thread, dayMs / 6),
      };
      let answers = -1;
      const answer = (remark: DemoRemark, to: { id: string; level: number; name: string }) => {
        answers += 1;
        return {
          ...base,
          id: uuidv7(),
          level: to.level + 1,
          parentId: to.id,
          userId: idOf.get(remark.name) ?? null,
          text: remark.text,
          mentionId: idOf.get(to.name) ?? null,
          mentionName: to.name,
          createdAt: when(remark, dayMs / 4 + answers * (dayMs / 12)),
        };
      };
      const replies = thread.replies.flatMap((reply) => {
        const second = answer(reply, { ...first, name: thread.name });
        const to = { ...second, name: reply.name };
        return [second, ...reply.replies.map((third) => answer(third, to))];
      });
      return [first, ...replies];
    });
    if (rows.length === 0) continue;
    await db.insert(comments).values(rows);
    await db.insert(inboxEntries).values(rows.map((row) => toEntry(novelId, row, now)));
    await db.update(chapters).set({ comments: rows.length }).where(eq(chapters.id, chapter.id));
  }
}

/** Where a comment is in the inbox, as `enterInbox` has it: the author has read all but the newest. */
function toEntry(
  novelId: string,
  { id, createdAt }: { id: string; createdAt: Date },
  now: Date,
): typeof inboxEntries.$inferInsert {
  const readAt = new Date(createdAt.getTime() + dayMs);
  const isRead = now.getTime() - createdAt.getTime() > unreadDays * dayMs;
  const isSettled = now.getTime() - createdAt.getTime() > waitingDays * dayMs;
  return {
    commentId: id, novelId, createdAt,
    readAt: isRead ? readAt : null,
    settledAt: isSettled ? readAt : null,
  };
}

async function addLikes(
  db: Database,
  published: readonly DemoChapter[],
  crowd: readonly DemoReader[],
  random: () => number,
): Promise<void> {
  for (const { id: chapterId, chapterNumber } of published) {
    const fans = crowd.filter(() => random() < 0.5 / (1 + chapterNumber / 6));
    if (fans.length === 0) continue;
    await db.insert(chapterLikes).values(fans.map(({ id }) => ({ userId: id, chapterId })));
    await db.update(chapters).set({ likes: fans.length }).where(eq(chapters.id, chapterId));
  }
}

/** More people open a novel than read on; the last days are told day by day. */
async function addViews(
  db: Database,
  novelId: string,
  demo: DemoNovel,
  published: readonly DemoChapter[],
  random: () => number,
  now: Date,
): Promise<void> {
  const opened = Math.round(demo.readers * (9 + 6 * random()));
  const subjects = [
    { id: novelId, views: opened },
    ...published.map(({ id, chapterNumber }) => ({
      id,
      views: Math.round((opened * 0.9 * (0.85 + 0.15 * random())) / (1 + chapterNumber * 0.16)),
    })),
  ];
  const days = new Map<string, { novel: number; chapters: number }>();
  for (const { id, views } of subjects) {
    await db.update(novelViews).set({ views }).where(eq(novelViews.novelId, id));
    await db.update(chapters).set({ views }).where(eq(chapters.id, id));
    const perDay = Array.from({ length: viewedDays }, (_, daysAgo) => ({
      subjectId: id,
      day: new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10),
      views: Math.round((views / 60) * (0.5 + random())),
    }));
    await db.insert(viewDays).values(perDay);
    for (const { day, views: seen } of perDay) {
      const sums = days.get(day) ?? { novel: 0, chapters: 0 };
      sums[id === novelId ? 'novel' : 'chapters'] += seen;
      days.set(day, sums);
    }
  }
  await addOrigins(db, novelId, days, seededRandom(`${demo.slug} origins`));
  await db.insert(novelReadDays).select(
    db
      .select({
        novelId: chapters.novelId,
        day: viewDays.day,
        views: sql<number>`sum(${viewDays.views})::int`.as('views'),
      })
      .from(viewDays)
      .innerJoin(chapters, eq(chapters.id, viewDays.subjectId))
      .where(eq(chapters.novelId, novelId))
      .groupBy(chapters.novelId, viewDays.day),
  );
}

/** Every view of these days has an origin. */
async function addOrigins(
  db: Database,
  novelId: string,
  days: ReadonlyMap<string, { novel: number; chapters: number }>,
  random: () => number,
): Promise<void> {
  const rows = [...days].flatMap(([day, sums]) => {
    const novelViews = shareOut(sums.novel, originsOf.novel, random);
    const chapterViews = shareOut(sums.chapters, originsOf.chapters, random);
    return [...new Set([...novelViews.keys(), ...chapterViews.keys()])].map((origin) => ({
      novelId, day, origin,
      novelViews: novelViews.get(origin) ?? 0,
      chapterViews: chapterViews.get(origin) ?? 0,
    }));
  });
  if (rows.length > 0) await db.insert(viewOrigins).values(rows);
}

/** Shares a number by weights, somewhat at random; the shares add up to it, and none is zero. */
function shareOut(
  total: number,
  weights: Readonly<Record<string, number>>,
  random: () => number,
): Map<string, number> {
  const drawn = Object.entries(weights).map(
    ([origin, weight]) => [origin, weight * (0.6 + 0.8 * random())] as const,
  );
  const all = drawn.reduce((sum, [, weight]) => sum + weight, 0);
  const shares = new Map<string, number>();
  let reached = 0;
  let given = 0;
  for (const [origin, weight] of drawn) {
    reached += weight;
    const share = Math.round((total * reached) / all) - given;
    given += share;
    if (share > 0) shares.set(origin, share);
  }
  return shares;
}
