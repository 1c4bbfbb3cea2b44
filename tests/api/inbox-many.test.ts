import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { inboxEntries } from '#server/core/db/schema/conversation.ts';
import { countInbox, listInboxPage } from '#server/community/inbox.ts';
import { fillWithThreads, openCommentedWorld, type CommentedWorld } from '../world/comments.ts';

describe('an inbox of 2,000 comments', () => {
  let world: CommentedWorld;
  const author = { id: '', role: 'author' as const };
  beforeAll(async () => {
    world = await openCommentedWorld();
    const { db } = world.app;
    author.id = world.lea.user.id;
    for (let novel = 0; novel < 2; novel++) {
      const chapterId = await world.newChapter();
      await fillWithThreads(world, chapterId, { threads: 100, replies: 9 });
      await db.execute(sql`insert into ${inboxEntries} (comment_id, novel_id, created_at)
        select c.id, ch.novel_id, c.created_at from ${comments} as c
        join chapters as ch on ch.id = c.chapter_id where ch.id = ${chapterId}::uuid`);
      await db
        .update(novels)
        .set({ ownerId: author.id })
        .where(eq(novels.id, sql`(select novel_id from chapters where id = ${chapterId}::uuid)`));
    }
    await db.execute(sql`analyze`);
  });
  afterAll(() => world.close());

  test('is paged in the same queries at its beginning and far down, each comment once', async () => {
    const { db } = world.app;
    const seen = new Set<string>();
    const costs: number[] = [];
    let after: Parameters<typeof listInboxPage>[1]['after'] = null;
    do {
      const before = world.queries.length;
      const page: Awaited<ReturnType<typeof listInboxPage>> = await listInboxPage(db, {
        scope: { author, novelId: null },
        filter: 'waiting',
        after,
      });
      costs.push(world.queries.length - before);
      for (const { _id } of page.entries) seen.add(_id);
      after = page.next;
    } while (after !== null);
    expect(seen.size).toBe(2_000);
    expect(new Set(costs)).toEqual(new Set([5]));
  });

  test('counts up to a hundred, and no further', async () => {
    expect(await countInbox(world.app.db, { author, novelId: null })).toEqual({
      unread: 100,
      waiting: 100,
      held: 0,
      typos: 0,
    });
  });
});
