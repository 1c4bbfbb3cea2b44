import { readdir, readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { novels } from '#server/db/schema/catalogue.ts';
import { inboxEntries } from '#server/db/schema/conversation.ts';
import { openCommentedWorld, type CommentedWorld } from '../world/comments.ts';

const folder = new URL('../../database/migrations/', import.meta.url);

/** The statement that enters the comments from before. */
async function readMigration(): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('inbox_of_old_comments.sql'));
  return readFile(new URL(name ?? '', folder), 'utf8');
}

describe('comments from before the inbox', () => {
  let world: CommentedWorld;
  beforeAll(async () => {
    world = await openCommentedWorld();
  });
  afterAll(() => world.close());

  test('are read and settled in it, without the author’s own', async () => {
    const { db } = world.app;
    const chapterId = await world.newChapter();
    const { comment } = await world.comment(world.lea, chapterId, { text: 'Avant.' });
    await world.comment(world.karim, chapterId, { text: 'De l’auteur.' });
    const [entry] = await db
      .select()
      .from(inboxEntries)
      .where(eq(inboxEntries.commentId, comment._id));
    const novelId = entry?.novelId ?? '';
    await db.update(novels).set({ ownerId: world.karim.user.id }).where(eq(novels.id, novelId));
    await db.delete(inboxEntries);
    const statement = await readMigration();
    for (let times = 0; times < 2; times++) await db.execute(sql.raw(statement));
    const entries = await db.select().from(inboxEntries).where(eq(inboxEntries.novelId, novelId));
    expect(entries).toMatchObject([
      {
        commentId: comment._id,
        readAt: expect.any(Date) as Date,
        settledAt: expect.any(Date) as Date,
      },
    ]);
    expect(entries[0]?.createdAt.toISOString()).toBe(comment.date);
  });
});
