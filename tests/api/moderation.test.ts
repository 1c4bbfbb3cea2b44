import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepWithheld } from '#server/community/moderate-comment.ts';
import {
  commentReports,
  comments,
  moderationActs,
  withheldComments,
} from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { listDeskLog } from '#shared/contracts/desk.ts';
import { listReportedComments } from '#shared/contracts/moderation.ts';
import { openCommentedWorld, type CommentedWorld } from '../world/comments.ts';
import { signInAs } from '../world/people.ts';

const dayMs = 86_400_000;

describe('moderation by admins', () => {
  let world: CommentedWorld;
  beforeAll(async () => {
    world = await openCommentedWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.app.db.delete(commentReports));

  /** A comment of Léa's with a reply by Karim that mentions her, and reported. */
  const newReported = async (reason = 'Divulgâche.') => {
    const chapterId = await world.newChapter();
    const root = (await world.comment(world.lea, chapterId, { text: 'Un mot malheureux.' }))
      .comment;
    const answer = { text: 'Une réponse.', parentId: root._id, mentionId: world.lea.user.id };
    const reply = (await world.comment(world.karim, chapterId, answer)).comment;
    await world.ask(world.karim, 'POST', `/api/comments/${root._id}/report`, { reason });
    return { chapterId, id: root._id, replyId: reply._id };
  };
  const act = (what: string, id: string, body: object = { reason: 'Injure.' }, who = world.admin) =>
    world.ask(who, 'POST', `/api/moderation/comments/${id}/${what}`, body);
  const suspend = (id: string, body: object, who = world.admin) =>
    world.ask(who, 'POST', `/api/moderation/people/${id}/suspend`, body);
  const list = async (query = '') =>
    listReportedComments.response.parse(
      (await world.ask(world.admin, 'GET', `/api/moderation/comments${query}`)).body,
    );
  const log = async (query = '') =>
    listDeskLog.response.parse(
      (await world.ask(world.admin, 'GET', `/api/desk/log?kind=moderation${query}`)).body,
    );
  const actsOn = (id: string) =>
    world.app.db.select().from(moderationActs).where(eq(moderationActs.subjectId, id));

  test('reported comments have counts, reasons, writer and place, oldest first', async () => {
    const { id, chapterId, replyId } = await newReported();
    await world.ask(world.admin, 'POST', `/api/comments/${id}/report`);
    await world.ask(world.lea, 'POST', `/api/comments/${replyId}/report`, { reason: 'Faux.' });
    expect((await list()).comments).toMatchObject([
      {
        _id: id,
        text: 'Un mot malheureux.',
        isRemoved: false,
        writer: { _id: world.lea.user.id, name: 'Léa Martin', suspendedUntil: null },
        chapter: { _id: chapterId, number: 1 },
        answers: null,
        reportCount: 2,
        reasons: ['Divulgâche.'],
      },
      { _id: replyId, answers: { text: 'Un mot malheureux.', name: 'Léa Martin' }, reportCount: 1 },
    ]);
    expect((await list('?state=settled')).comments).toEqual([]);
  });

  test('a removal hides the text from readers, keeps counter and thread, and is recorded once', async () => {
    const { id, chapterId } = await newReported();
    const answers = await Promise.all(Array.from({ length: 4 }, () => act('remove', id)));
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { comments: 1 } });
    const [thread] = (await world.list(null, chapterId)).threads;
    expect(thread).toMatchObject({
      state: 'removed',
      name: '',
      replies: [{ text: 'Une réponse.' }],
    });
    expect(await world.counted(chapterId)).toEqual({ column: 1, rows: 1 });
    expect(await actsOn(id)).toMatchObject([
      { actorId: world.admin.user.id, act: 'comment.removed', reason: 'Injure.' },
    ]);
    expect((await list()).comments).toEqual([]);
    expect((await list('?state=settled')).comments).toMatchObject([
      { _id: id, text: 'Un mot malheureux.', isRemoved: true, canRestore: true },
    ]);
  });

  test('a restored comment is unchanged, its mention too, and counts again, once', async () => {
    const { replyId, chapterId } = await newReported();
    const before = await world.list(null, chapterId);
    await act('remove', replyId);
    for (let times = 0; times < 2; times++) {
      const answer = await act('restore', replyId, { reason: 'Erreur.' });
      expect(answer).toEqual({ status: 200, body: { comments: 2 } });
    }
    expect(await world.list(null, chapterId)).toEqual(before);
    expect(before.threads[0]?.replies[0]?.mentionId).toBe(world.lea.user.id);
    expect(await world.counted(chapterId)).toEqual({ column: 2, rows: 2 });
    expect((await actsOn(replyId)).map((row) => row.act)).toEqual([
      'comment.removed',
      'comment.restored',
    ]);
  });

  test('concurrent removals and restorations leave counter and rows consistent', async () => {
    const { id, chapterId } = await newReported();
    const whats = ['remove', 'restore', 'remove', 'restore', 'remove', 'restore'];
    const answers = await Promise.all(whats.map((what) => act(what, id)));
    expect(answers.map(({ status }) => status)).toEqual(whats.map(() => 200));
    const { column, rows } = await world.counted(chapterId);
    expect(column).toBe(rows);
  });

  test('a comment removed by its author, or a month ago, cannot be restored', async () => {
    const { id, replyId } = await newReported();
    await world.ask(world.lea, 'DELETE', `/api/comments/${id}`);
    const gone = {
      status: 404,
      body: { message: 'Les mots de ce commentaire ne sont plus gardés.' },
    };
    expect(await act('restore', id)).toMatchObject(gone);
    await act('remove', replyId);
    await sweepWithheld(world.app);
    expect(
      await world.app.db.$count(withheldComments, eq(withheldComments.commentId, replyId)),
    ).toBe(1);
    const later = { now: () => new Date(world.app.clock.now().getTime() + 31 * dayMs) };
    await sweepWithheld({ ...world.app, clock: later });
    expect(await act('restore', replyId)).toMatchObject(gone);
  });

  test('a dismissed report is settled, once, and the comment unchanged', async () => {
    const { id, chapterId } = await newReported();
    for (let times = 0; times < 2; times++) {
      expect(await act('settle', id)).toEqual({ status: 200, body: { comments: 2 } });
    }
    expect((await list()).comments).toEqual([]);
    expect(await actsOn(id)).toMatchObject([{ act: 'comment.kept' }]);
    expect((await world.list(null, chapterId)).threads[0]?.text).toBe('Un mot malheureux.');
  });

  test('a suspended user cannot comment until that day in Paris, or until it is lifted', async () => {
    const { chapterId } = await newReported();
    const nina = await signInAs(world.app, { name: 'Nina', displayName: 'Nina' });
    const write = () =>
      world.ask(nina, 'POST', `/api/chapters/${chapterId}/comment`, { text: 'Bonjour.' });
    const wish = { until: '2026-12-05', reason: 'Insultes répétées.' };
    for (let times = 0; times < 2; times++) {
      expect(await suspend(nina.user.id, wish)).toEqual({
        status: 200,
        body: { _id: nina.user.id, name: 'Nina', suspendedUntil: '2026-12-04T23:00:00.000Z' },
      });
    }
    expect(await write()).toMatchObject({
      status: 403,
      body: { message: 'Vous ne pouvez pas commenter avant le 5\u00A0décembre\u00A02026.' },
    });
    await suspend(nina.user.id, { until: null, reason: 'Excuses.' });
    expect(await write()).toMatchObject({ status: 200 });
    expect(await actsOn(nina.user.id)).toMatchObject([
      { act: 'person.suspended', reason: 'Insultes répétées.' },
      { act: 'person.allowed', reason: 'Excuses.' },
    ]);
  });

  test('refuses a day that is past or too far, an admin, and an unknown user', async () => {
    const { user } = world.karim;
    const why = { reason: 'Injure.' };
    for (const until of ['2026-11-20', '2028-01-01', 'demain']) {
      expect(await suspend(user.id, { ...why, until })).toMatchObject({ status: 400 });
    }
    const until = '2026-12-05';
    expect(await suspend(world.admin.user.id, { ...why, until })).toMatchObject({ status: 403 });
    const gone = await signInAs(world.app, { erasedAt: new Date() });
    expect(await suspend(gone.user.id, { ...why, until })).toMatchObject({ status: 404 });
    const [row] = await world.app.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.commentsSuspendedUntil).toBeNull();
  });

  test('support decides nothing about itself', async () => {
    const chapterId = await world.newChapter();
    const support = await signInAs(world.app, { displayName: 'Sacha', role: 'support' });
    const { _id: id } = (await world.comment(support, chapterId, { text: 'Un mot.' })).comment;
    await world.ask(world.karim, 'POST', `/api/comments/${id}/report`, { reason: 'Injure.' });
    expect((await act('settle', id, undefined, support)).status).toBe(403);
    await act('remove', id);
    expect((await act('restore', id, undefined, support)).status).toBe(403);
    await suspend(support.user.id, { until: '2026-12-05', reason: 'Injure.' });
    const lift = { until: null, reason: 'Excuses.' };
    expect((await suspend(support.user.id, lift, support)).status).toBe(403);
    const asked = { reason: 'Un verrou.', key: crypto.randomUUID() };
    for (const call of ['lift-locks', 'sign-out']) {
      const path = `/api/desk/people/${support.user.id}/${call}`;
      expect((await world.ask(support, 'POST', path, asked)).status).toBe(403);
    }
    const holder = { userId: support.user.id, isHolder: true };
    const path = '/api/moderation/names/sacha';
    expect((await world.ask(support, 'PUT', path, holder)).status).toBe(403);
    expect((await actsOn(support.user.id)).map((row) => row.act)).toEqual(['person.suspended']);
    expect((await act('restore', id)).status).toBe(200);
  });

  test('every act requires its reason, in the comment’s own call too', async () => {
    const { id } = await newReported();
    for (const what of ['remove', 'restore', 'settle']) {
      for (const body of [{}, { reason: ' ' }, { reason: 'a'.repeat(501) }]) {
        expect(await act(what, id, body)).toMatchObject({ status: 400 });
      }
    }
    expect(await world.ask(world.admin, 'DELETE', `/api/comments/${id}`)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Indiquez un motif.' }] },
    });
    expect(await actsOn(id)).toEqual([]);
  });

  test('the log has who did what, where and why, newest first, page by page', async () => {
    const { id, chapterId } = await newReported();
    await act('remove', id, { reason: 'Publicité.' });
    const [first] = (await log()).entries;
    expect(first).toMatchObject({
      what: 'comment.removed',
      actor: 'La rédaction',
      reason: 'Publicité.',
      place: { chapterId },
      restorableId: id,
    });
    const at = world.app.clock.now();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      actorId: world.admin.user.id,
      act: 'comment.kept',
      subjectId: id,
      reason: `${index}`,
      createdAt: new Date(at.getTime() + 1_000 + (index % 3)),
    }));
    await world.app.db.insert(moderationActs).values(rows);
    const one = await log();
    const two = await log(`&cursor=${one.nextCursor ?? ''}`);
    const seen = [...one.entries, ...two.entries].map(({ _id }) => _id);
    expect(one.entries).toHaveLength(50);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(Math.min(100, await world.app.db.$count(moderationActs)));
  });

  test('the log has a comment’s writer and beginning, as long as the text is stored', async () => {
    const long = `Un mot\nmalheureux, ${'très '.repeat(60)}long.`;
    const chapterId = await world.newChapter();
    const writer = await signInAs(world.app, { name: 'Zoé', displayName: 'Zoé' });
    const { _id: id } = (await world.comment(writer, chapterId, { text: long })).comment;
    const gone = 'Les mots de ce commentaire ne sont plus gardés.';
    const told = async () => {
      const { entries } = await log();
      const found = entries.find(({ place }) => place?.chapterId === chapterId);
      return [found?.person?.name, found?.before];
    };
    await act('remove', id);
    const beginning = `${long.replace('\n', ' ').slice(0, 200).trimEnd()}…`;
    expect(await told()).toEqual(['Zoé', beginning]);
    const later = { now: () => new Date(world.app.clock.now().getTime() + 31 * dayMs) };
    await sweepWithheld({ ...world.app, clock: later });
    expect(await told()).toEqual(['Zoé', 'Les mots de ce commentaire ne sont plus gardés.']);
    await world.app.db
      .update(users)
      .set({ erasedAt: new Date() })
      .where(eq(users.id, writer.user.id));
    expect(await told()).toEqual(['Compte supprimé', gone]);
  });

  test('a settled comment has its last act, by whom, when and why', async () => {
    const settled = async () => (await list('?state=settled')).comments[0]?.outcome;
    const { id } = await newReported();
    expect((await list()).comments[0]?.outcome).toBeNull();
    await act('settle', id, { reason: 'Rien de grave.' });
    const at = world.app.clock.now().toISOString();
    expect(await settled()).toEqual({
      act: 'comment.kept',
      actor: 'La rédaction',
      reason: 'Rien de grave.',
      date: at,
    });
    for (const [what, kind] of [
      ['remove', 'comment.removed'],
      ['restore', 'comment.restored'],
    ] as const) {
      world.app.clock.advance(1_000);
      await act(what, id);
      expect(await settled()).toMatchObject({ act: kind, actor: 'La rédaction' });
    }
    await world.ask(world.lea, 'DELETE', `/api/comments/${id}`);
    expect(await settled()).toMatchObject({
      act: 'comment.withdrawn',
      actor: 'Léa Martin',
      reason: '',
    });
  });

  test('both lists of reports continue on the next page', async () => {
    const { chapterId } = await newReported();
    await world.app.db.delete(commentReports);
    const at = world.app.clock.now();
    for (let index = 0; index < 45; index++) {
      const { comment } = await world.comment(world.lea, chapterId, { text: `${index}` });
      const createdAt = new Date(at.getTime() + (index % 4));
      const report = { commentId: comment._id, userId: world.karim.user.id, createdAt };
      await world.app.db.insert(commentReports).values(report);
    }
    for (const state of ['open', 'settled']) {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const page = await list(`?state=${state}${cursor}`);
        seen.push(...page.comments.map(({ _id }) => _id));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      expect(new Set(seen).size).toBe(45);
      expect(seen).toHaveLength(45);
      await world.app.db.update(commentReports).set({ settledAt: at });
    }
    expect(await world.app.db.$count(comments, eq(comments.chapterId, chapterId))).toBe(47);
  });
});
