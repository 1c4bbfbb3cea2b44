import { and, desc, eq, sql } from 'drizzle-orm';
import { formatDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { listFeedAnnouncements, type Announcement } from './announcements.ts';
import { isFree } from './chapters.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { escapeXml } from '#server/core/escape-html.ts';

/** A chapter as a feed shows it: its title, never its text. */
export type FeedChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  publishedAt: Date | null;
  updatedAt: Date;
  /** It costs credits now. */
  isSold: boolean;
  novelTitle: string;
  authorName: string;
};

/** An announcement as a novel's feed shows it, with its text. */
type FeedAnnouncement = {
  announcement: Pick<
    Announcement,
    'id' | 'title' | 'text' | 'createdAt' | 'updatedAt' | 'isOfLeaving'
  >;
  slug: string;
  novelTitle: string;
  authorName: string;
};

export type FeedEntry = FeedChapter | FeedAnnouncement;

const feedEntriesMax = 50;
const feedAnnouncementsMax = 10;

/** The newest chapters of a novel and its last announcements. */
export async function listNovelFeed(
  db: Database,
  now: Date,
  novel: Pick<typeof novels.$inferSelect, 'id' | 'slug' | 'title' | 'authorName'>,
): Promise<FeedEntry[]> {
  const [listed, announced] = await Promise.all([
    listFeedEntries(db, now, novel.id),
    listFeedAnnouncements(db, novel.id, feedAnnouncementsMax),
  ]);
  const { slug, title: novelTitle, authorName } = novel;
  return [
    ...announced.map((announcement) => ({ announcement, slug, novelTitle, authorName })),
    ...listed,
  ];
}

/**
 * When what a reader reads of a chapter changed last: it came out, or its title or text became another
 * since. A price or a part is none of it.
 */
const readChangedAt = sql<Date>`greatest(${chapters.publishedAt}, (
  select max(version.kept_at) from ${chapterVersions} as version
  where version.chapter_id = ${chapters.id} and version.kind = 'published'))`.mapWith(
  chapters.updatedAt,
);

/** The newest published chapters of the site, or of one novel. */
export async function listFeedEntries(
  db: Database,
  now: Date,
  novelId?: string,
): Promise<FeedChapter[]> {
  const rows = await db
    .select({
      id: chapters.id,
      chapterNumber: chapters.chapterNumber,
      title: chapters.title,
      publishedAt: chapters.publishedAt,
      updatedAt: readChangedAt,
      isPremium: chapters.isPremium,
      freeFrom: chapters.freeFrom,
      novelTitle: novels.title,
      authorName: novels.authorName,
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(
      and(
        eq(chapters.status, 'published'),
        novelId === undefined ? undefined : eq(chapters.novelId, novelId),
      ),
    )
    .orderBy(
      novelId === undefined ? sql`${chapters.publishedAt} desc` : desc(chapters.chapterNumber),
    )
    .limit(feedEntriesMax);
  return rows.map(({ isPremium, freeFrom, ...row }) => ({
    ...row,
    isSold: !isFree({ isPremium, freeFrom }, now),
  }));
}

/** An Atom document (RFC 4287). */
export function atomFeed(
  feed: { title: string; siteUrl: string; selfPath: string; pagePath: string; now: Date },
  entries: readonly FeedEntry[],
): string {
  const newest = entries.reduce<Date | null>((latest, entry) => {
    const at = 'announcement' in entry ? entry.announcement.updatedAt : entry.updatedAt;
    return latest === null || at > latest ? at : latest;
  }, null);
  const url = (path: string) => escapeXml(feed.siteUrl + path);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">
<title>${escapeXml(feed.title)}</title>
<id>${url(feed.pagePath)}</id>
<link rel="alternate" type="text/html" href="${url(feed.pagePath)}"/>
<link rel="self" type="application/atom+xml" href="${url(feed.selfPath)}"/>
<updated>${(newest ?? feed.now).toISOString()}</updated>
<author><name>Feuilleton</name></author>
${entries.map((entry) => atomEntry(entry, url)).join('\n')}
</feed>
`;
}

function atomEntry(entry: FeedEntry, url: (path: string) => string): string {
  if ('announcement' in entry) {
    const { announcement, slug, novelTitle, authorName } = entry;
    return `<entry>
<title>${escapeXml(`${novelTitle}, annonce : ${announcement.title}`)}</title>
<id>urn:uuid:${announcement.id}</id>
<link rel="alternate" type="text/html" href="${url(paths.announcement(slug, announcement.id))}"/>
<published>${announcement.createdAt.toISOString()}</published>
<updated>${announcement.updatedAt.toISOString()}</updated>${
      announcement.isOfLeaving ? '' : `\n<author><name>${escapeXml(authorName)}</name></author>`
    }
<summary>${escapeXml(announcement.text)}</summary>
</entry>`;
  }
  return `<entry>
<title>${escapeXml(`${entry.novelTitle}, chapitre ${entry.chapterNumber} : ${entry.title}`)}</title>
<id>urn:uuid:${entry.id}</id>
<link rel="alternate" type="text/html" href="${url(paths.chapter(entry.id))}"/>
<published>${(entry.publishedAt ?? entry.updatedAt).toISOString()}</published>
<updated>${entry.updatedAt.toISOString()}</updated>
<author><name>${escapeXml(entry.authorName)}</name></author>
<summary>${escapeXml(`Paru le ${formatDay(entry.publishedAt)}${entry.isSold ? ' (premium)' : ''}.`)}</summary>
</entry>`;
}
