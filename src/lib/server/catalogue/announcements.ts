import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import { announcementsShown } from '#shared/constants.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { releases } from '#server/core/db/schema/outbox.ts';
import { isPublic } from './novels.ts';

/** `isOfLeaving`: of a planned withdrawal, written in French by the site. */
export type Announcement = typeof announcements.$inferSelect & { isOfLeaving: boolean };

const ofRelease = eq(releases.id, announcements.releaseId);
const isOfLeaving = sql<boolean>`coalesce(${releases.isOfLeaving}, false)`;

/** An announcement in a list: without its text. */
export type AnnouncementLine = Pick<Announcement, 'id' | 'title' | 'createdAt' | 'isOfLeaving'> & {
  /** The day on which the next of the novel's chapters leaves. */
  leavesOn: string | null;
};

/** An announcement with its novel, as its page shows it. */
export type AnnouncementInPlace = {
  announcement: Announcement;
  novel: Pick<typeof novels.$inferSelect, 'id' | 'slug' | 'title' | 'authorName' | 'language'>;
};

/** The last announcements of a novel, newest first. */
export function listLastAnnouncements(db: Database, novelId: string): Promise<AnnouncementLine[]> {
  return db
    .select({
      id: announcements.id,
      title: announcements.title,
      createdAt: announcements.createdAt,
      isOfLeaving,
      leavesOn: sql<string | null>`(select min(${chapters.leavesOn})::text from ${chapters}
        where ${chapters.novelId} = ${announcements.novelId})`,
    })
    .from(announcements)
    .leftJoin(releases, ofRelease)
    .where(eq(announcements.novelId, novelId))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(announcementsShown);
}

/** The announcements of a novel that its feed carries, newest first. */
export function listFeedAnnouncements(
  db: Database,
  novelId: string,
  max: number,
): Promise<Announcement[]> {
  return db
    .select({ ...getTableColumns(announcements), isOfLeaving })
    .from(announcements)
    .leftJoin(releases, ofRelease)
    .where(eq(announcements.novelId, novelId))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(max);
}

/** An announcement of a public novel with this slug, or null. */
export async function findAnnouncement(
  db: Database,
  slug: string,
  id: string,
): Promise<AnnouncementInPlace | null> {
  if (!validate(id)) return null;
  const [found] = await db
    .select({
      announcement: { ...getTableColumns(announcements), isOfLeaving },
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        authorName: novels.authorName,
        language: novels.language,
      },
    })
    .from(announcements)
    .innerJoin(novels, and(eq(novels.id, announcements.novelId), isPublic))
    .leftJoin(releases, ofRelease)
    .where(and(eq(announcements.id, id), eq(novels.slug, slug)));
  return found ?? null;
}

/** The same for its page; `failed` where the database did not answer. */
export async function loadAnnouncement(
  { db, log }: Pick<App, 'db' | 'log'>,
  slug: string,
  id: string,
): Promise<AnnouncementInPlace | null | 'failed'> {
  try {
    return await findAnnouncement(db, slug, id);
  } catch (error) {
    log.error({ err: error, announcement: id }, 'announcement could not be loaded');
    return 'failed';
  }
}
