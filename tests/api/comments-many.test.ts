import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listReplies } from '#shared/contracts/comments.ts';
import { fillWithThreads, openCommentedWorld, type CommentedWorld } from '../world/comments.ts';
import { callEndpoint } from '../world/call-endpoint.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';

describe('many comments', () => {
  let world: CommentedWorld;
  let busy: string;
  let quiet: string;
  beforeAll(async () => {
    world = await openCommentedWorld();
    [busy, quiet] = [await world.newChapter(), await world.newChapter()];
    await fillWithThreads(world, busy, { threads: 250, replies: 3 });
    await fillWithThreads(world, quiet, { threads: 1, replies: 1 });
  });
  afterAll(() => world.close());

  const queriesOf = async (work: () => Promise<unknown>): Promise<number> => {
    world.queries.length = 0;
    await work();
    return world.queries.length;
  };
  const moreReplies = async (id: string, cursor: string | null) => {
    const path = `/api/comments/${id}/replies${cursor ? `?cursor=${cursor}` : ''}`;
    return listReplies.response.parse((await world.ask(null, 'GET', path)).body);
  };

  test('of 1,000 a page costs the same queries as of two', async () => {
    expect(await world.counted(busy)).toEqual({ column: 1_000, rows: 1_000 });
    const { nextCursor } = await world.list(null, busy);
    const ofTwo = await queriesOf(() => world.list(null, quiet));
    expect(await queriesOf(() => world.list(null, busy))).toBe(ofTwo);
    expect(await queriesOf(() => world.list(null, busy, nextCursor))).toBe(ofTwo);
    // The access lock, the chapter, its threads, their replies.
    expect(ofTwo).toBe(4);
    // The session is found with the access lock. Where the novel has an owner, a fifth one says
    // whether they have blocked her.
    expect(await queriesOf(() => world.list(world.lea, busy))).toBe(4);
  });

  test('cost a chapter two queries, and none if they are not requested', async () => {
    const chapter = (tail: string, method: 'GET' | 'HEAD' = 'GET') =>
      queriesOf(async () => {
        const path = `/api/chapters/${busy}${tail}`;
        expect((await callEndpoint(world.app, path, { method })).status).toBe(200);
      });
    const without = await chapter('?comments=false');
    expect(await chapter('')).toBe(without + 2);
    // So the page counts a view.
    expect(await chapter('?countView=true', 'HEAD')).toBe(without);
  });

  test('of 1,000 cost one more comment the same queries as the first', async () => {
    const empty = await world.newChapter();
    const add = (id: string) => () =>
      world.ask(world.lea, 'POST', `/api/chapters/${id}/comment`, { text: 'Oui.' });
    const ofFirst = await queriesOf(add(empty));
    expect(await queriesOf(add(busy))).toBe(ofFirst);
    // Among them: the words that hold a comment, and the entry in the author's inbox.
    expect(ofFirst).toBeLessThanOrEqual(11);
  });

  test('are paged, newest thread first, each once, also while more are written', async () => {
    const id = await world.newChapter();
    const roots = await fillWithThreads(world, id, { threads: 45, replies: 1 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<CommentedWorld['list']>> = await world.list(null, id, cursor);
      expect(page.threads.length).toBeLessThanOrEqual(20);
      seen.push(...page.threads.map(({ _id }) => _id));
      cursor = page.nextCursor;
      if (cursor) await world.comment(world.lea, id, { text: 'Entre-temps.' });
    } while (cursor);
    expect(seen).toEqual(roots.toReversed());
  });

  test('of the same instant are on exactly one page', async () => {
    const id = await world.newChapter();
    for (let index = 0; index < 22; index++) {
      await world.comment(world.lea, id, { text: `${index}` });
      world.app.clock.advance(-1_000);
    }
    const first = await world.list(null, id);
    const second = await world.list(null, id, first.nextCursor);
    const all = [...first.threads, ...second.threads];
    expect(new Set(all.map(({ date }) => date)).size).toBe(1);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(22);
  });

  test('come with ten replies a thread; the others are loaded by a call, and none is lost', async () => {
    const id = await world.newChapter();
    const [root = '', other = ''] = await fillWithThreads(world, id, { threads: 2, replies: 75 });
    const { threads } = await world.list(null, id);
    expect(threads.map(({ replies }) => replies.length)).toEqual([10, 10]);
    const thread = threads.find(({ _id }) => _id === root);
    const second = await moreReplies(root, thread?.repliesCursor ?? null);
    expect(second.replies).toHaveLength(50);
    const third = await moreReplies(root, second.nextCursor);
    expect(third.nextCursor).toBeNull();
    const replies = [...(thread?.replies ?? []), ...second.replies, ...third.replies];
    expect(replies.map(({ text }) => text)).toEqual(
      Array.from({ length: 75 }, (_, index) => `Fil 0, réponse ${index}`),
    );
    expect((await moreReplies(other, null)).replies[0]?.text).toBe('Fil 1, réponse 0');
  });

  test('refuse an invalid cursor, and replies of a comment that starts no thread', async () => {
    const { comment } = await world.comment(world.lea, quiet, { text: 'un' });
    const reply = await world.comment(world.lea, quiet, { text: 'deux', parentId: comment._id });
    for (const path of [
      `/api/chapters/${quiet}/comments`,
      `/api/comments/${comment._id}/replies`,
    ]) {
      expect(await world.ask(null, 'GET', `${path}?cursor=bonjour`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'cursor' }] },
      });
    }
    for (const id of [reply.comment._id, unknownId]) {
      expect(await world.ask(null, 'GET', `/api/comments/${id}/replies`)).toMatchObject({
        status: 404,
      });
    }
  });
});
