import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
} from '#server/core/db/schema/community.ts';
import { bodyAfter, callEndpoint } from '../world/call-endpoint.ts';
import { openCommentedWorld, type CommentedWorld } from '../world/comments.ts';
import type { TestBrowser } from '../world/people.ts';

const unknownId = '01930000-0000-7000-8000-000000000000';

describe('moderation of comments', () => {
  let world: CommentedWorld;
  beforeAll(async () => {
    world = await openCommentedWorld();
  });
  afterAll(() => world.close());

  /** A thread of Léa's with a reply by Karim, and Léa's reply to it. */
  const newThread = async () => {
    const chapterId = await world.newChapter();
    const add = async (who: TestBrowser, text: string, parentId?: string) =>
      (await world.comment(who, chapterId, { text, parentId })).comment._id;
    const root = await add(world.lea, 'Un mot malheureux.');
    const reply = await add(world.karim, 'Une réponse.', root);
    const last = await add(world.lea, 'Une autre.', reply);
    return { chapterId, root, reply, last };
  };
  const remove = (who: TestBrowser | null, id: string, body?: unknown) =>
    world.ask(who, 'DELETE', `/api/comments/${id}`, body);
  const report = (who: TestBrowser | null, id: string, body: unknown = {}) =>
    world.ask(who, 'POST', `/api/comments/${id}/report`, body);
  const hide = (who: TestBrowser | null, id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
    world.ask(who, method, `/api/people/${id}/hidden`);
  const actsOn = (id: string) =>
    world.app.db.select().from(moderationActs).where(eq(moderationActs.subjectId, id));
  const reportsOf = (id: string) =>
    world.app.db.select().from(commentReports).where(eq(commentReports.commentId, id));

  test('lets authors remove their own; the text is deleted and the thread keeps its shape', async () => {
    const { chapterId, root } = await newThread();
    expect(await remove(world.lea, root)).toEqual({ status: 200, body: { comments: 2 } });
    const [thread] = (await world.list(null, chapterId)).threads;
    expect(thread).toMatchObject({
      _id: root,
      state: 'removed',
      text: 'Commentaire supprimé',
      name: '',
      user: null,
      profileImage: null,
      replies: [{ text: 'Une réponse.', replies: [{ text: 'Une autre.' }] }],
    });
    const rows = await world.app.db.select().from(comments).where(eq(comments.id, root));
    expect(JSON.stringify(rows)).not.toContain('malheureux');
    expect(await world.counted(chapterId)).toEqual({ column: 2, rows: 2 });
    expect(await actsOn(root)).toEqual([]);
  });

  test('shows only the reporter that they have reported it', async () => {
    const { chapterId, root } = await newThread();
    await report(world.karim, root);
    const told = async (who: TestBrowser | null) => {
      const [thread] = (await world.list(who, chapterId)).threads;
      return [thread?.isReported, thread?.replies[0]?.isReported];
    };
    expect(await told(world.karim)).toEqual([true, false]);
    for (const who of [world.lea, world.admin, null])
      expect(await told(who)).toEqual([false, false]);
  });

  test('returns the end of a caller’s suspension with the list', async () => {
    const { chapterId } = await newThread();
    const path = `/api/moderation/people/${world.karim.user.id}/suspend`;
    const suspend = (until: string | null) =>
      world.ask(world.admin, 'POST', path, { until, reason: 'Publicité.' });
    const told = async (who: TestBrowser | null) =>
      (await world.list(who, chapterId)).suspendedUntil;
    expect(await told(world.karim)).toBeNull();
    await suspend('2026-12-05');
    expect(await told(world.karim)).toBe('2026-12-04T23:00:00.000Z');
    expect(await told(world.lea)).toBeNull();
    expect(await told(null)).toBeNull();
    await suspend(null);
    expect(await told(world.karim)).toBeNull();
  });

  test('counts a removal once, when repeated and when concurrent', async () => {
    const { chapterId, reply } = await newThread();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(world.karim, reply)));
    expect(answers.map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => ({ comments: 2 })),
    );
    expect(await world.counted(chapterId)).toEqual({ column: 2, rows: 2 });
  });

  test('keeps the count right when replies are written while their parent is removed', async () => {
    const { chapterId, root } = await newThread();
    const path = `/api/chapters/${chapterId}/comment`;
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) =>
        world.ask(world.karim, 'POST', path, { text: `${index}`, parentId: root }),
      ),
      remove(world.lea, root),
      ...Array.from({ length: 4 }, (_, index) =>
        world.ask(world.karim, 'POST', path, { text: `${index}`, parentId: root }),
      ),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { column, rows } = await world.counted(chapterId);
    expect(column).toBe(rows);
  });

  test('lets admins remove others’ comments, and records who, what and why, not the text', async () => {
    const { chapterId, root } = await newThread();
    const answer = await remove(world.admin, root, { reason: '  Injure. ' });
    expect(answer).toEqual({ status: 200, body: { comments: 2 } });
    expect((await world.list(null, chapterId)).threads[0]?.text).toBe('Commentaire supprimé');
    const acts = await actsOn(root);
    expect(acts).toMatchObject([
      { actorId: world.admin.user.id, act: 'comment.removed', reason: 'Injure.' },
    ]);
    expect(JSON.stringify(acts)).not.toContain('malheureux');
    await remove(world.admin, root, { reason: 'Encore.' });
    expect(await actsOn(root)).toHaveLength(1);
  });

  test('lets nobody else remove a comment', async () => {
    const { chapterId, root } = await newThread();
    expect(await remove(world.karim, root)).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN' },
    });
    expect(await remove(null, root)).toMatchObject({ status: 401 });
    expect(await remove(world.admin, unknownId, { reason: 'Injure.' })).toMatchObject({
      status: 404,
      body: { message: 'Ce commentaire n’existe plus.' },
    });
    expect(await remove(world.admin, 'un')).toMatchObject({ status: 400 });
    const tooLong = { reason: 'a'.repeat(501) };
    expect(await remove(world.admin, root, tooLong)).toMatchObject({ status: 400 });
    expect(await world.counted(chapterId)).toEqual({ column: 3, rows: 3 });
  });

  test('accepts one report per user and comment, and keeps the first reason', async () => {
    const { root } = await newThread();
    const done = { status: 200, body: { success: true } };
    expect(await report(world.karim, root, { reason: ' Divulgâche. ' })).toEqual(done);
    expect(await report(world.karim, root, { reason: 'Encore.' })).toEqual(done);
    expect(await report(world.admin, root)).toEqual(done);
    const reports = await reportsOf(root);
    expect(reports).toHaveLength(2);
    expect(reports.find(({ userId }) => userId === world.karim.user.id)).toMatchObject({
      reason: 'Divulgâche.',
      settledAt: null,
    });
  });

  test('settles the reports of a comment that is removed', async () => {
    const { root } = await newThread();
    await report(world.karim, root);
    await remove(world.admin, root, { reason: 'Injure.' });
    expect((await reportsOf(root))[0]?.settledAt).toEqual(world.app.clock.now());
  });

  test('refuses reports of one’s own comment, of a missing one, and malformed ones', async () => {
    const { root, reply } = await newThread();
    expect(await report(world.lea, root)).toMatchObject({ status: 403 });
    expect(await report(null, root)).toMatchObject({ status: 401 });
    expect(await report(world.lea, reply, { reason: 'a'.repeat(501) })).toMatchObject({
      status: 400,
    });
    await remove(world.karim, reply);
    for (const id of [reply, unknownId]) {
      expect(await report(world.lea, id)).toMatchObject({ status: 404 });
    }
    expect([...(await reportsOf(root)), ...(await reportsOf(reply))]).toEqual([]);
  });

  test('refuses a report of a comment that is removed while the body is read', async () => {
    const { root } = await newThread();
    const { headers } = world.karim;
    const init = { method: 'POST', headers, ...bodyAfter(() => remove(world.lea, root), {}) };
    const response = await callEndpoint(world.app, `/api/comments/${root}/report`, init);
    expect(response.status).toBe(404);
    expect(await reportsOf(root)).toEqual([]);
  });

  test('hides a person’s comments from the caller only, until they undo it', async () => {
    const { chapterId, reply } = await newThread();
    const karim = world.karim.user.id;
    expect(await hide(world.lea, karim)).toEqual({ status: 200, body: { isHidden: true } });
    expect(await hide(world.lea, karim)).toEqual({ status: 200, body: { isHidden: true } });
    const { body } = await world.ask(world.lea, 'GET', `/api/chapters/${chapterId}/comments`);
    expect(JSON.stringify(body)).not.toContain('Une réponse.');
    const seenBy = async (who: TestBrowser | null) =>
      (await world.list(who, chapterId)).threads[0]?.replies[0];
    expect(await seenBy(world.lea)).toMatchObject({
      _id: reply,
      state: 'hidden',
      text: 'Commentaire masqué',
      name: 'Karim Benali',
      user: karim,
      profileImage: null,
      replies: [{ state: 'shown', text: 'Une autre.' }],
    });
    for (const other of [world.karim, world.admin, null]) {
      expect(await seenBy(other)).toMatchObject({ state: 'shown', text: 'Une réponse.' });
    }
    expect(await hide(world.lea, karim, 'DELETE')).toMatchObject({ body: { isHidden: false } });
    expect(await seenBy(world.lea)).toMatchObject({ state: 'shown' });
    expect(await world.app.db.$count(hiddenPeople)).toBe(0);
  });

  test('treats an id in capitals as the same user: nobody hides oneself by another spelling', async () => {
    const [lea, karim] = [world.lea.user.id, world.karim.user.id];
    expect(await hide(world.lea, lea.toUpperCase())).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN' },
    });
    expect(await world.app.db.$count(hiddenPeople)).toBe(0);
    expect(await hide(world.lea, karim.toUpperCase())).toMatchObject({ status: 200 });
    expect(await hide(world.lea, karim, 'DELETE')).toMatchObject({ body: { isHidden: false } });
  });

  test('refuses to hide unknown users, oneself, and anyone for an anonymous caller', async () => {
    expect(await hide(world.lea, unknownId)).toMatchObject({
      status: 404,
      body: { message: 'Cette personne n’existe pas.' },
    });
    expect(await hide(world.lea, world.lea.user.id)).toMatchObject({ status: 403 });
    expect(await hide(null, world.lea.user.id)).toMatchObject({ status: 401 });
    expect(await hide(world.lea, 'un')).toMatchObject({ status: 400 });
    expect(await world.app.db.$count(hiddenPeople)).toBe(0);
  });
});
