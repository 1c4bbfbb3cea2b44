import { eq } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comments } from '#server/core/db/schema/community.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { getChapter } from '#shared/contracts/chapters.ts';
import { isKept } from '../world/app.ts';
import { openCommentedWorld, type CommentedWorld } from '../world/comments.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs } from '../world/people.ts';
import { unlock } from '../world/premium.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';

describe('comments', () => {
  let world: CommentedWorld;
  beforeAll(async () => {
    world = await openCommentedWorld();
  });
  afterAll(() => world.close());

  const send = (who: CommentedWorld['lea'] | null, chapterId: string, body: unknown) =>
    world.ask(who, 'POST', `/api/chapters/${chapterId}/comment`, body);

  test('are empty at first, for everyone', async () => {
    const id = await world.newChapter();
    expect(await world.list(null, id)).toEqual({
      threads: [],
      nextCursor: null,
      comments: 0,
      suspendedUntil: null,
      closedSentence: null,
    });
  });

  test('are returned as written, and read by everyone, newest thread first', async () => {
    const id = await world.newChapter();
    const date = world.app.clock.now().toISOString();
    const first = await world.comment(world.lea, id, {
      text: '  Quelle fin !\r\n\r\n\r\n\r\nVite. ',
    });
    expect(first).toEqual({
      comments: 1,
      comment: {
        _id: first.comment._id,
        state: 'shown',
        text: 'Quelle fin !\n\nVite.',
        name: 'Léa Martin',
        profileImage: '/images/lea.webp',
        user: world.lea.user.id,
        date,
        level: 1,
        parentId: null,
        isReply: false,
        mentionId: null,
        mentionName: null,
        isTeam: false,
        isReported: false,
        reason: null,
        place: null,
        repliesCursor: null,
        replies: [],
      },
    });
    const second = await world.comment(world.karim, id, { text: 'Moi aussi.' });
    const list = await world.list(null, id);
    expect(list.threads).toEqual([second.comment, first.comment]);
    expect(list.comments).toBe(2);
  });

  test('contain display name and picture of their authors and nothing else', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'Bonjour.' });
    await world.comment(world.admin, id, { text: 'Bonjour.', parentId: comment._id });
    const { body } = await world.ask(null, 'GET', `/api/chapters/${id}/comments`);
    const text = JSON.stringify(body);
    expect(text).toContain('La rédaction');
    for (const secret of ['lea@exemple.test', 'Léocadie', 'biographie', 'admin', 'credits']) {
      expect(text).not.toContain(secret);
    }
  });

  test('keep markup and links as plain text', async () => {
    const id = await world.newChapter();
    const text = '<img src=x onerror=alert(1)> [lien](https://exemple.test) &amp;';
    await world.comment(world.lea, id, { text });
    expect((await world.list(null, id)).threads[0]?.text).toBe(text);
  });

  test('nest in three levels, replies oldest first; a deeper one stays there with a mention', async () => {
    const id = await world.newChapter();
    const reply = (who: CommentedWorld['lea'], text: string, parentId: string) =>
      world.comment(who, id, { text, parentId, isReply: true }).then(({ comment }) => comment);
    const one = (await world.comment(world.lea, id, { text: 'un' })).comment;
    const two = await reply(world.karim, 'deux', one._id);
    const three = await reply(world.lea, 'trois', two._id);
    const four = await reply(world.karim, 'quatre', three._id);
    const own = await reply(world.karim, 'encore', four._id);
    await reply(world.admin, 'deux bis', one._id);
    expect(three).toMatchObject({ level: 3, parentId: two._id, isReply: true, mentionId: null });
    expect(four).toMatchObject({ level: 3, parentId: two._id, mentionName: 'Léa Martin' });
    expect(own).toMatchObject({ level: 3, parentId: two._id, mentionId: null });
    const [thread] = (await world.list(null, id)).threads;
    expect(thread?.replies.map(({ text }) => text)).toEqual(['deux', 'deux bis']);
    expect(thread?.replies[0]?.replies.map(({ text }) => text)).toEqual([
      'trois',
      'quatre',
      'encore',
    ]);
    expect(await world.counted(id)).toEqual({ column: 6, rows: 6 });
  });

  test('are younger than their parent, even when a server’s clock is behind', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'un' });
    world.app.clock.advance(-3_600_000);
    const answer = await world.comment(world.karim, id, { text: 'deux', parentId: comment._id });
    world.app.clock.advance(3_600_000);
    expect(Date.parse(answer.comment.date)).toBeGreaterThan(Date.parse(comment.date));
  });

  test('mention people of the thread, by their name in the database', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'un' });
    const { comment: answer } = await world.comment(world.karim, id, {
      text: 'deux',
      parentId: comment._id,
      mentionId: world.lea.user.id,
      mentionName: 'Quelqu’un d’autre',
    });
    expect(answer).toMatchObject({ mentionId: world.lea.user.id, mentionName: 'Léa Martin' });
  });

  test('refuse to mention someone who has not commented there', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'un' });
    const stranger = await signInAs(world.app, { displayName: 'Ana' });
    const bodies = [
      { text: 'deux', parentId: comment._id, mentionId: stranger.user.id },
      { text: 'deux', parentId: comment._id, mentionId: unknownId },
      { text: 'deux', mentionId: world.lea.user.id },
    ];
    for (const body of bodies) {
      expect(await send(world.karim, id, body)).toMatchObject({
        status: 400,
        body: { error: 'MALFORMED', errors: [{ field: 'mentionId' }] },
      });
    }
    expect(await world.counted(id)).toEqual({ column: 1, rows: 1 });
  });

  test('follow their authors’ names, and lose those of an erased account', async () => {
    const id = await world.newChapter();
    const ana = await signInAs(world.app, { displayName: 'Ana', profileImage: '/images/ana.webp' });
    const { comment } = await world.comment(ana, id, { text: 'un' });
    const body = { text: 'deux', parentId: comment._id, mentionId: ana.user.id };
    await world.comment(world.karim, id, body);
    const isAna = eq(users.id, ana.user.id);
    const seen = async () => (await world.list(null, id)).threads[0];
    await world.app.db.update(users).set({ displayName: 'Anaïs' }).where(isAna);
    expect(await seen()).toMatchObject({ name: 'Anaïs', replies: [{ mentionName: 'Anaïs' }] });
    await world.app.db.update(users).set({ erasedAt: new Date() }).where(isAna);
    const gone = { name: 'Compte supprimé', user: null, profileImage: null };
    expect(await seen()).toMatchObject({ ...gone, replies: [{ mentionName: null }] });
    await world.app.db.delete(users).where(isAna);
    expect(await seen()).toMatchObject({ ...gone, text: 'un', replies: [{ mentionId: null }] });
  });

  test.each([
    ['an empty text', { text: '' }],
    ['blanks alone', { text: ' \n\t\u00a0\u200b' }],
    ['no text', {}],
    ['a text that is none', { text: 12 }],
    ['a text one character too long', { text: 'é'.repeat(2_001) }],
    ['a reply to nothing', { text: 'Oui.', isReply: true }],
    ['an answered comment that is no id', { text: 'Oui.', parentId: 'un' }],
    ['a request id that is no UUID', { text: 'Oui.', requestId: '1' }],
    ['no object', 'bonjour'],
  ])('refuse %s and count nothing', async (_, body) => {
    const id = await world.newChapter();
    expect(await send(world.lea, id, body)).toMatchObject({
      status: 400,
      body: { error: 'MALFORMED' },
    });
    expect(await world.counted(id)).toEqual({ column: 0, rows: 0 });
  });

  test('accept the longest text, characters of four bytes included', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: '🖋'.repeat(2_000) });
    expect(comment.text).toHaveLength(4_000);
  });

  test('drop characters that databases refuse', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'a\0b\u0007c\ud800' });
    expect(comment.text).toBe('abc\ufffd');
  });

  test('are refused on unpublished and on unknown chapters', async () => {
    for (const id of [world.scheduledId, unknownId]) {
      const missing = { status: 404, body: { error: 'NOT_FOUND', message: 'Chapitre non trouvé' } };
      expect(await send(world.lea, id, { text: 'Oui.' })).toMatchObject(missing);
      expect(await world.ask(null, 'GET', `/api/chapters/${id}/comments`)).toMatchObject(missing);
    }
    expect(await world.ask(null, 'GET', '/api/chapters/un/comments')).toMatchObject({
      status: 400,
    });
  });

  test('of a premium chapter are neither read nor written without access to it', async () => {
    const { app, premiumId, lea } = world;
    const rootId = unknownId.replace('0000-7', '0001-7');
    const row = { chapterId: premiumId, userId: lea.user.id, threadId: rootId };
    await app.db.insert(comments).values({ ...row, id: rootId, text: 'Le secret, c’est lui.' });
    const answers = [
      await world.ask(lea, 'GET', `/api/chapters/${premiumId}/comments`),
      await world.ask(lea, 'GET', `/api/chapters/${premiumId}`),
      await world.ask(lea, 'GET', `/api/chapters/${premiumId}?comments=true`),
      await world.ask(lea, 'GET', `/api/comments/${rootId}/replies`),
      await send(lea, premiumId, { text: 'Oui.' }),
      await world.ask(world.karim, 'POST', `/api/comments/${rootId}/report`, {}),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { message: 'Contenu premium' } });
      expect(JSON.stringify(answer)).not.toContain('secret');
    }
    const freeFrom = new Date(app.clock.now().getTime() - 1);
    await app.db.update(chapters).set({ freeFrom }).where(eq(chapters.id, premiumId));
    expect((await world.list(null, premiumId)).threads).toHaveLength(1);
    await app.db.update(chapters).set({ freeFrom: null }).where(eq(chapters.id, premiumId));
  });

  test.each(['who unlocked it', 'its novel’s owner', 'an admin'])(
    'of a premium chapter are read, written and reported by %s',
    async (who) => {
      const { app, lea } = world;
      const { id: novelId, chapterIds } = await addNovel(app, {
        title: `Un roman premium, et ${who}`,
        chapters: [chapterDraft(1, { isPremium: true })],
      });
      const [chapterId = ''] = chapterIds;
      const role = who === 'an admin' ? 'admin' : 'reader';
      const reader = await signInAs(app, { name: 'Nora', role });
      await unlock(app, lea.user.id, chapterId);
      if (who === 'who unlocked it') await unlock(app, reader.user.id, chapterId);
      if (who === 'its novel’s owner') {
        await app.db.update(novels).set({ ownerId: reader.user.id }).where(eq(novels.id, novelId));
      }
      const { comment } = await world.comment(lea, chapterId, { text: 'Le secret, c’est lui.' });
      expect((await world.list(reader, chapterId)).threads).toMatchObject([{ _id: comment._id }]);
      const { body } = await world.ask(reader, 'GET', `/api/chapters/${chapterId}`);
      expect(body).toMatchObject({ comments: [{ _id: comment._id }], isLocked: false });
      const answers = [
        await send(reader, chapterId, { text: 'Je m’en doutais.', parentId: comment._id }),
        await world.ask(reader, 'GET', `/api/comments/${comment._id}/replies`),
        await world.ask(reader, 'POST', `/api/comments/${comment._id}/report`, {}),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await world.counted(chapterId)).toEqual({ column: 2, rows: 2 });
    },
  );

  test('refuse a parent of another chapter, a removed one, or a missing one', async () => {
    const [here, elsewhere] = [await world.newChapter(), await world.newChapter()];
    const { comment: other } = await world.comment(world.lea, elsewhere, { text: 'ailleurs' });
    const { comment: removed } = await world.comment(world.lea, here, { text: 'retiré' });
    await world.ask(world.lea, 'DELETE', `/api/comments/${removed._id}`);
    for (const parentId of [other._id, removed._id, unknownId]) {
      expect(await send(world.karim, here, { text: 'Oui.', parentId })).toMatchObject({
        status: 404,
        body: { message: 'Le commentaire auquel vous répondez n’existe plus.' },
      });
    }
    expect(await world.counted(here)).toEqual({ column: 0, rows: 0 });
  });

  test('are refused to a suspended user, until the end', async () => {
    const id = await world.newChapter();
    const commentsSuspendedUntil = new Date(world.app.clock.now().getTime() + 60_000);
    const ana = await signInAs(world.app, { displayName: 'Ana', commentsSuspendedUntil });
    expect(await send(ana, id, { text: 'Oui.' })).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN', message: expect.stringMatching(/^Vous ne pouvez pas/) as string },
    });
    expect(await world.counted(id)).toEqual({ column: 0, rows: 0 });
    world.app.clock.advance(60_000);
    await world.comment(ana, id, { text: 'Oui.' });
  });

  test('are counted in the chapter, whose page is rendered again', async () => {
    const id = await world.newChapter();
    const { app } = world;
    const key = `/chapter/${id}`;
    await app.pages.get(key, () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: Buffer.from('page'),
        tags: [`chapter:${id}`],
      }),
    );
    expect(isKept(app, key)).toBe(true);
    await world.comment(world.lea, id, { text: 'un' });
    expect(isKept(app, key)).toBe(false);
    const { body } = await world.ask(null, 'GET', `/api/chapters/${id}`);
    expect(getChapter.response.parse(body)).toMatchObject({ commentCount: 1 });
  });

  test('come with the chapter: the newest ten threads with their replies, for readers with access', async () => {
    const id = await world.newChapter();
    const roots: string[] = [];
    for (let thread = 0; thread < 12; thread++) {
      roots.push((await world.comment(world.lea, id, { text: `Fil ${thread}` })).comment._id);
      world.app.clock.advance(1_000);
    }
    const newest = roots.at(-1) ?? '';
    const reply = await world.comment(world.karim, id, { text: 'Oui !', parentId: newest });
    const { body } = await world.ask(null, 'GET', `/api/chapters/${id}`);
    const { comments, commentCount } = getChapter.response.parse(body);
    expect(commentCount).toBe(13);
    expect(comments?.map(({ _id }) => _id)).toEqual(roots.toReversed().slice(0, 10));
    expect(comments?.[0]).toMatchObject({
      text: 'Fil 11',
      name: 'Léa Martin',
      level: 1,
      replies: [{ _id: reply.comment._id, text: 'Oui !', level: 2, parentId: newest, replies: [] }],
    });
    // The same as the comments' own call returns.
    expect(comments).toEqual((await world.list(null, id)).threads.slice(0, 10));
    const without = await world.ask(null, 'GET', `/api/chapters/${id}?comments=false`);
    expect(getChapter.response.parse(without.body)).not.toHaveProperty('comments');
    expect(await world.ask(null, 'GET', `/api/chapters/${id}?comments=2`)).toMatchObject({
      status: 400,
    });
  });

  test('sent twice are stored once, and the second response equals the first', async () => {
    const id = await world.newChapter();
    const body = { text: 'Une fois.', requestId: uuidv4() };
    const first = await world.comment(world.lea, id, body);
    expect(await world.comment(world.lea, id, body)).toEqual(first);
    expect(await world.counted(id)).toEqual({ column: 1, rows: 1 });
  });

  test('sent again are found although their parent has been removed since', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'un' });
    const body = { text: 'deux', parentId: comment._id, requestId: uuidv4() };
    const first = await world.comment(world.karim, id, body);
    await world.ask(world.lea, 'DELETE', `/api/comments/${comment._id}`);
    expect(await world.comment(world.karim, id, body)).toMatchObject({ comment: first.comment });
  });

  test('with the same request id are different ones for another user or another chapter', async () => {
    const [here, elsewhere] = [await world.newChapter(), await world.newChapter()];
    const body = { text: 'Oui.', requestId: uuidv4() };
    const added = [
      await world.comment(world.lea, here, body),
      await world.comment(world.karim, here, body),
      await world.comment(world.lea, elsewhere, body),
    ];
    expect(new Set(added.map(({ comment }) => comment._id)).size).toBe(3);
    expect(added[1]?.comment.user).toBe(world.karim.user.id);
  });

  test('sent concurrently are stored once', async () => {
    const id = await world.newChapter();
    const body = { text: 'Une fois.', requestId: uuidv4() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(world.lea, id, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await world.counted(id)).toEqual({ column: 1, rows: 1 });
  });

  test('of many users at once are all stored and counted', async () => {
    const id = await world.newChapter();
    const { comment } = await world.comment(world.lea, id, { text: 'un' });
    const bodies = Array.from({ length: 12 }, (_, index) =>
      index % 2 ? { text: `${index}` } : { text: `${index}`, parentId: comment._id },
    );
    const answers = await Promise.all(
      bodies.map((body, index) => send(index % 3 ? world.karim : world.lea, id, body)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await world.counted(id)).toEqual({ column: 13, rows: 13 });
  });
});
