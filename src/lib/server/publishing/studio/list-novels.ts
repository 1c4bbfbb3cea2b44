import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { isAuthor } from '#shared/site/staff-powers.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { may } from '#shared/site/novel-powers.ts';
import { studioLimits } from '#shared/constants.ts';
import { novelColumns, toNovel, toNovelBody } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import {
  chapters,
  featuredNovels,
  images,
  novels,
  novelViews,
} from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { slugify } from '../slug.ts';
import { countWaiting, waitingFor } from '#server/community/inbox.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { noFigures } from './read-chapters.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** Which novels are asked for. `all` is for admins; everybody else gets their own. */
export type Wanted = { owner: 'me' | 'all'; search: string; after: Cursor | null };

/** A bounded page of novels, last changed first, and where it goes on. Four queries. */
export async function listStudioNovels(
  db: Database,
  author: Author,
  { owner, search, after }: Wanted,
): Promise<{ novels: StudioNovelBody[]; next: Cursor | null }> {
  const size = studioLimits.novelsPageSize;
  const seesAll = owner === 'all' && author.role === 'admin';
  const rows = await selectStudioNovels(db, author)
    .where(
      and(
        seesAll
          ? undefined
          : or(
              isAuthor(author.role) ? eq(novels.ownerId, author.id) : undefined,
              eq(novelMembers.userId, author.id),
            ),
        search === '' ? undefined : matches(search),
        after === null
          ? undefined
          : sql`(${novels.updatedAt}, ${novels.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(novels.updatedAt), desc(novels.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1)?.novel;
  return {
    novels: await withFigures(db, author, page),
    next: rows.length > size && last ? { createdAt: last.updatedAt, id: last.id } : null,
  };
}

/** Whether a user is a member of any novel; a reader who is has a list too. */
export async function isOnATeam(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ novelId: novelMembers.novelId })
    .from(novelMembers)
    .where(eq(novelMembers.userId, userId))
    .limit(1);
  return rows.length > 0;
}

/** One novel as its author sees it. Ask `findOwnNovel` before. */
export async function readStudioNovel(
  db: Database,
  author: Author,
  id: string,
): Promise<StudioNovelBody> {
  const rows = await selectStudioNovels(db, author).where(eq(novels.id, id)).limit(1);
  const [novel] = await withFigures(db, author, rows);
  if (!novel) throw new Error(`the novel ${id} is gone`);
  return novel;
}

/** Case and accents do not matter where the address has the word: it is made of the title. */
function matches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const inAddress = /[a-z0-9]/i.test(search.normalize('NFKD')) ? `%${slugify(search)}%` : null;
  return or(
    sql`${novels.title} ilike ${pattern}`,
    sql`${novels.authorName} ilike ${pattern}`,
    inAddress === null ? undefined : sql`${novels.slug} like ${inAddress}`,
  );
}

function selectStudioNovels(db: Database, author: Author) {
  return db
    .select({
      ...novelColumns,
      isFeatured: sql<boolean>`exists (select from ${featuredNovels} where ${featuredNovels.novelId} = ${novels.id})`,
      memberRole: novelMembers.role,
      offeredAt: novelMembers.offeredAt,
      ownerName: sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${users.name})`,
    })
    .from(novels)
    .innerJoin(novelViews, eq(novelViews.novelId, novels.id))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .leftJoin(users, eq(users.id, novels.ownerId))
    .leftJoin(
      novelMembers,
      and(eq(novelMembers.novelId, novels.id), eq(novelMembers.userId, author.id)),
    );
}

type Row = Awaited<ReturnType<typeof selectStudioNovels>>[number];

async function withFigures(
  db: Database,
  author: Author,
  rows: readonly Row[],
): Promise<StudioNovelBody[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ novel }) => novel.id);
  const [ofChapters, ofUnlocks, waiting] = await Promise.all([
    sumChapters(db, ids),
    sumUnlocks(db, ids),
    countWaiting(db, ids),
  ]);
  return rows.map((row) => {
    const { novel, ownerName, isFeatured, memberRole } = row;
    const isOwners = author.role === 'admin' || novel.ownerId === author.id;
    const role = isOwners || memberRole === null ? 'owner' : memberRole;
    const { published, scheduled, draft, ...sums } = ofChapters.get(novel.id) ?? noChapters;
    return {
      ...toNovelBody(toNovel(row)),
      isDraft: novel.isDraft,
      translatorName: novel.translatorName,
      originalTitle: novel.originalTitle,
      originalLanguage: novel.originalLanguage,
      rhythm: novel.rhythm,
      allowsCopy: novel.allowsCopy,
      isFeatured,
      role,
      isOffered: row.offeredAt !== null,
      owner: novel.ownerId === null ? null : { _id: novel.ownerId, name: ownerName ?? '' },
      chapters: { published, scheduled, draft },
      waiting: waitingFor(role, waiting.get(novel.id)),
      sums: may(role, 'figures')
        ? { ...sums, ...(ofUnlocks.get(novel.id) ?? { unlocks: 0, creditsEarned: 0 }) }
        : noFigures,
    };
  });
}

const noChapters = { views: 0, likes: 0, comments: 0, published: 0, scheduled: 0, draft: 0 };

async function sumChapters(db: Database, novelIds: string[]) {
  const rows = await db
    .select({
      novelId: chapters.novelId,
      views: sql`sum(${chapters.views})`.mapWith(Number),
      likes: sql`sum(${chapters.likes})`.mapWith(Number),
      comments: sql`sum(${chapters.comments})`.mapWith(Number),
      published: sql`count(*) filter (where ${chapters.status} = 'published')`.mapWith(Number),
      scheduled: sql`count(*) filter (where ${chapters.status} = 'scheduled')`.mapWith(Number),
      draft: sql`count(*) filter (where ${chapters.status} = 'draft')`.mapWith(Number),
    })
    .from(chapters)
    .where(inArray(chapters.novelId, novelIds))
    .groupBy(chapters.novelId);
  return new Map(rows.map(({ novelId, ...sums }) => [novelId, sums]));
}

/** What readers paid: each unlock was written with its entry in the ledger. */
async function sumUnlocks(db: Database, novelIds: string[]) {
  const rows = await db
    .select({
      novelId: chapters.novelId,
      unlocks: sql`count(*)`.mapWith(Number),
      creditsEarned: sql`sum(${unlocks.costCredits})`.mapWith(Number),
    })
    .from(unlocks)
    .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
    .where(inArray(chapters.novelId, novelIds))
    .groupBy(chapters.novelId);
  return new Map(rows.map(({ novelId, ...sums }) => [novelId, sums]));
}
