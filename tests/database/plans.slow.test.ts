import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNewChapters, summarizeNewChapters } from '#server/catalogue/new-chapters.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import type { Database } from '#server/core/db/database.ts';
import { dropPagesOfFreed } from '#server/publishing/free-rules.ts';
import { countInbox, listInboxNovels, listInboxPage } from '#server/community/inbox.ts';
import { inboxFilters } from '#shared/contracts/studio-inbox.ts';
import { listStudioChapters } from '#server/publishing/studio/read-chapters.ts';
import { readFigures } from '#server/publishing/studio/figures.ts';
import { readCohorts } from '#server/publishing/studio/period/cohorts.ts';
import { countReaders } from '#server/publishing/studio/period/count-readers.ts';
import { readPeriod } from '#server/publishing/studio/period/read-period.ts';
import {
  authorId,
  fillWithManyRows,
  followerId,
  longNovelId,
  shortNovelChapters,
  shortNovelId,
} from '../world/many-rows.ts';
import { openPlans, type PlanNode } from '../world/plans.ts';

/** So many that PostgreSQL chooses indexes. */
const rows = { novels: 20_000, readers: 4_000, traces: 300_000 };

/** What grows with readers and novels. None may be read whole for one novel or one reader. */
const growing = new Set([
  'reading_places',
  'reader_days',
  'chapter_likes',
  'bookmarks',
  'unlocks',
  'comments',
  'inbox_entries',
  'view_days',
  'chapters',
  'novels',
  'announcements',
  'favorites',
  'followed_authors',
  'users',
]);

describe('plans of queries over many rows', () => {
  let plans: Awaited<ReturnType<typeof openPlans>>;
  let db: Database;
  beforeAll(async () => {
    plans = await openPlans();
    ({ db } = plans);
    await fillWithManyRows(db, rows);
  }, 600_000);
  afterAll(() => plans.close());

  const now = new Date();
  const author = { id: authorId, role: 'author' } as const;
  const day = (age: number) =>
    new Date(now.getTime() - age * 86_400_000).toISOString().slice(0, 10);

  test.each([
    [
      'the figures of a novel',
      async () => {
        const [novel] = await db.select().from(novels).where(eq(novels.id, shortNovelId));
        if (!novel) throw new Error('the short novel is missing');
        const { chapters } = await readFigures(db, novel, now);
        expect(chapters).toHaveLength(shortNovelChapters);
      },
    ],
    [
      'the figures of a period',
      async () => {
        const { sums } = await readPeriod(db, shortNovelId, { from: day(299), to: day(0) }, now);
        expect(sums.readers).toBeGreaterThan(0);
      },
    ],
    [
      'who read a novel of a thousand chapters, and came back',
      async () => {
        const days = { before: day(299), from: day(99), to: day(0) };
        const { before, now: later } = await countReaders(db, longNovelId, days);
        expect(Math.min(before, later)).toBeGreaterThan(0);
        await readCohorts(db, longNovelId, now);
      },
    ],
    [
      'the number of novels with news',
      async () => {
        const news = await summarizeNewChapters(db, { id: followerId, newsSeenUntil: null });
        expect(news.novels).toBeGreaterThan(0);
      },
    ],
    [
      'the list of news',
      async () => {
        expect((await listNewChapters(db, followerId)).length).toBeGreaterThan(0);
      },
    ],
    [
      'the author’s list of chapters',
      async () => {
        expect(await listStudioChapters(db, shortNovelId)).toHaveLength(shortNovelChapters);
      },
    ],
    ...inboxFilters.flatMap((filter) =>
      [null, longNovelId].map((novelId): [string, () => Promise<void>] => [
        `the inbox, ${filter}${novelId ? ' of a novel' : ''}`,
        async () => {
          await listInboxPage(db, { scope: { author, novelId }, filter, after: null });
        },
      ]),
    ),
    [
      'how much waits in the inbox',
      async () => {
        const { unread } = await countInbox(db, { author, novelId: null });
        expect(unread).toBeGreaterThan(0);
        await listInboxNovels(db, author);
      },
    ],
    [
      'chapters that have become free',
      () => dropPagesOfFreed({ db, changed: () => Promise.resolve() }, now),
    ],
  ])('%s: every query follows an index', async (_, run) => {
    const asked = await plans.scansOf(run);
    expect(asked.length).toBeGreaterThan(0);
    const wholeTables = asked.flatMap(({ text, scans }) =>
      scans.filter(isWholeTable).map((node) => ({ table: node['Relation Name'], text })),
    );
    expect(wholeTables).toEqual([]);
  });
});

function isWholeTable(node: PlanNode): boolean {
  return node['Node Type'] === 'Seq Scan' && growing.has(node['Relation Name'] ?? '');
}
