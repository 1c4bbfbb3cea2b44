import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { ComparisonBody, VersionBody } from '#shared/contracts/studio-versions.ts';
import type { WorkingCopyBody } from '#shared/contracts/studio-chapters.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Permit } from '#server/core/http/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { storeCopy } from '../studio/chapter-copy.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  hidden,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';
import { readCopy } from '../studio/read-chapters.ts';
import { compareWords } from './compare-texts.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

type World = Pick<App, 'db' | 'clock'>;

const pageSize = 50;

/** What lists show of a version, without its text. */
const listed = {
  id: chapterVersions.id,
  chapterId: chapterVersions.chapterId,
  kind: chapterVersions.kind,
  title: chapterVersions.title,
  wordCount: chapterVersions.wordCount,
  recap: chapterVersions.recap,
  cast: chapterVersions.cast,
  keptAt: chapterVersions.keptAt,
  by: sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${users.name})`,
  isOnline: sql<boolean>`${chapterVersions.kind} = 'published' and ${chapters.status} = 'published'
    and not exists (select from chapter_versions as later
      where later.chapter_id = chapter_versions.chapter_id and later.kind = 'published'
        and (later.kept_at, later.id) > (chapter_versions.kept_at, chapter_versions.id))`,
  hasPrevious: sql<boolean>`exists (select from chapter_versions as earlier
    where earlier.chapter_id = chapter_versions.chapter_id and earlier.kind = 'published'
      and earlier.id <> chapter_versions.id
      and (earlier.begun_at < chapter_versions.kept_at
        or (earlier.kept_at, earlier.id) < (chapter_versions.kept_at, chapter_versions.id)))`,
};

const selectVersions = (db: Database) =>
  db
    .select({ ...listed, html: chapterVersions.html })
    .from(chapterVersions)
    .innerJoin(chapters, eq(chapters.id, chapterVersions.chapterId))
    .leftJoin(users, eq(users.id, chapterVersions.writtenBy));

type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

const toBody = ({ id, keptAt, ...row }: Omit<VersionRow, 'html'>): VersionBody => ({
  _id: id,
  kind: row.kind,
  title: row.title,
  wordCount: row.wordCount,
  recap: row.recap,
  cast: row.cast,
  at: keptAt.toISOString(),
  by: row.by,
  isOnline: row.isOnline,
  hasPrevious: row.hasPrevious,
});

/** A page of a chapter's versions, newest first. Refuses as `findOwnChapter`. */
export async function listVersions(
  db: Database,
  author: Author,
  chapterId: string,
  after: Cursor | null,
): Promise<{ versions: VersionBody[]; next: Cursor | null } | Refusal> {
  const found = await findOwnChapter(db, author, chapterId, 'seeDrafts');
  if (isRefusal(found)) return found;
  const rows = await db
    .select(listed)
    .from(chapterVersions)
    .innerJoin(chapters, eq(chapters.id, chapterVersions.chapterId))
    .leftJoin(users, eq(users.id, chapterVersions.writtenBy))
    .where(
      and(
        eq(chapterVersions.chapterId, chapterId),
        after ? isBefore({ keptAt: after.createdAt, id: after.id }) : undefined,
      ),
    )
    .orderBy(desc(chapterVersions.keptAt), desc(chapterVersions.id))
    .limit(pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const next = rows.length > pageSize && last ? { createdAt: last.keptAt, id: last.id } : null;
  return { versions: shown.map(toBody), next };
}

const isBefore = ({ keptAt, id }: { keptAt: Date; id: string }) =>
  or(
    lt(chapterVersions.keptAt, keptAt),
    and(eq(chapterVersions.keptAt, keptAt), lt(chapterVersions.id, id)),
  );

/** A version, with its chapter. Refuses as `findOwnChapter`; 404 for one that was thinned out. */
async function findVersion(
  db: Database,
  author: Author,
  id: string,
  power: 'seeDrafts' | 'write',
  how = { lock: false },
): Promise<{ version: VersionRow; chapter: ChapterRow } | Refusal> {
  const [version] = await selectVersions(db).where(eq(chapterVersions.id, id));
  if (!version) return hidden(author, messages.studio.versionMissing);
  const found = await findOwnChapter(db, author, version.chapterId, power, how);
  return isRefusal(found) ? found : { version, chapter: found.chapter };
}

/** Before the body is read: `findOwnChapter` of the version in the address, to write. */
export const onVersion: Permit<SignedIn, { id: string }> = ({ app, caller, params }) =>
  findVersion(app.db, caller.user, params.id, 'write');

/**
 * Compares a version with the published one before it, or with the working copy. Refuses as
 * `findOwnChapter`; 503 `BUSY` where too many comparisons wait.
 */
export async function compareVersion(
  { db, comparisons }: Pick<App, 'db' | 'comparisons'>,
  author: Author,
  id: string,
  against: 'previous' | 'now',
): Promise<ComparisonBody | Refusal> {
  const found = await findVersion(db, author, id, 'seeDrafts');
  if (isRefusal(found)) return found;
  const { version, chapter } = found;
  const { copy } = await readCopy(db, chapter);
  const earlier = against === 'previous' ? await publishedBefore(db, version) : null;
  const none = { title: '', html: '' };
  const [from, to] = against === 'now' ? [version, copy] : [earlier ?? none, version];
  const compared = await comparisons.compare(from.html, to.html, author.id);
  if (compared === undefined) return refuse('BUSY', messages.studio.comparingOthers);
  return {
    chapterId: chapter.id,
    version: toBody(version),
    other: earlier && toBody(earlier),
    title: compareWords(from.title, to.title),
    ...compared,
    copyVersion: copy.version,
  };
}

/** What readers had before a version came out last. Another that came out again since counts from its first time. */
async function publishedBefore(db: Database, version: VersionRow): Promise<VersionRow | null> {
  const at = sql.param(version.keptAt, chapterVersions.keptAt);
  const [row] = await selectVersions(db)
    .where(
      and(
        eq(chapterVersions.chapterId, version.chapterId),
        eq(chapterVersions.kind, 'published'),
        ne(chapterVersions.id, version.id),
        or(lt(chapterVersions.begunAt, version.keptAt), isBefore(version)),
      ),
    )
    .orderBy(
      sql`case when ${chapterVersions.keptAt} <= ${at} then ${chapterVersions.keptAt}
        else ${chapterVersions.begunAt} end desc`,
      desc(chapterVersions.id),
    )
    .limit(1);
  return row ?? null;
}

/** Makes a version the working copy. Refuses as the contract says. */
export async function restoreVersion(
  { db, clock }: World,
  author: Author,
  id: string,
  version: number,
): Promise<WorkingCopyBody | Refusal> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const found = await findVersion(tx, author, id, 'write', { lock: true });
    if (isRefusal(found)) return found;
    const { title, html, wordCount } = found.version;
    const how = { version, writtenBy: author.id, now: clock.now(), isStep: true };
    return storeCopy(tx, found.chapter, { title, html, wordCount }, how);
  });
}
