import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadDemoCatalogue } from '#scripts/demo/load.ts';
import { loadDemoPeople } from '#scripts/demo/people.ts';
import { countNovels } from '#server/catalogue/novels.ts';
import { countInbox } from '#server/community/inbox.ts';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { inboxEntries } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createDatabase } from '../world/databases.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('the demonstration', () => {
  let instances: OpenDatabase[];
  beforeEach(async () => {
    const url = await createDatabase();
    instances = await Promise.all([1, 2].map(() => openDatabase(url, { role: 'server' })));
  });
  afterEach(() => Promise.all(instances.map((instance) => instance.close())));

  test('is loaded once when two instances start concurrently', { timeout: 120_000 }, async () => {
    const loaded = await Promise.all(instances.map(({ db }) => loadDemoCatalogue(db, now)));
    const [first] = instances;
    const novels = first ? await countNovels(first.db) : 0;
    expect(loaded.toSorted((a, b) => a - b)).toEqual([0, novels]);
    expect(novels).toBeGreaterThan(0);
  });

  test('says where the reader of each view of its days came from', async () => {
    const { db } = instances[0] ?? expect.fail('no instance is open');
    await loadDemoCatalogue(db, now);
    const counted = await db.execute(sql`
      with viewed as (
        select coalesce(chapters.novel_id, subject_id) as novel_id, day,
          sum(view_days.views) filter (where chapters.id is null) as novel_views,
          sum(view_days.views) filter (where chapters.id is not null) as chapter_views
        from view_days left join chapters on chapters.id = subject_id group by 1, 2
      ), came as (
        select novel_id, day, sum(novel_views) as novel_views, sum(chapter_views) as chapter_views
        from view_origins group by 1, 2
      )
      select count(*)::int as days, count(*) filter (where viewed.novel_views = came.novel_views
        and coalesce(viewed.chapter_views, 0) = came.chapter_views)::int as same
      from viewed full join came using (novel_id, day)`);
    const row = z.object({ days: z.int().positive(), same: z.int() });
    const [{ days, same }] = z.object({ rows: z.tuple([row]) }).parse(counted).rows;
    expect(same).toBe(days);
  }, 120_000);

  test('has every comment in an inbox, some of them unread and some answered', async () => {
    const { db } = instances[0] ?? expect.fail('no instance is open');
    await loadDemoCatalogue(db, now);
    await loadDemoPeople(db, now);
    const [author] = await db.select().from(users).where(eq(users.role, 'author'));
    const scope = { author: author ?? expect.fail('the author is missing'), novelId: null };
    const { unread, waiting } = await countInbox(db, scope);
    expect(unread).toBeGreaterThan(0);
    expect(waiting).toBeGreaterThan(unread);
    const own = await db.select().from(comments).where(eq(comments.userId, scope.author.id));
    const entries = await db.select().from(inboxEntries);
    expect(entries).toHaveLength((await db.$count(comments)) - own.length);
    const answered = entries.filter(({ answerId }) => answerId !== null);
    expect(answered.map(({ answerId }) => answerId).toSorted()).toEqual(
      own.map(({ id }) => id).toSorted(),
    );
    expect(own.length).toBeGreaterThan(0);
  }, 120_000);
});
