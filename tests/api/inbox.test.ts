import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments, moderationActs } from '#server/core/db/schema/community.ts';
import { giveRole } from '#server/people/identity/roles.ts';
import { blockedReaders } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import {
  addComment,
  listComments,
  removeComment,
  reportComment,
} from '#shared/contracts/comments.ts';
import {
  listReportedComments,
  moderateRemove,
  moderateRestore,
  moderateClose,
} from '#shared/contracts/moderation.ts';
import { invite } from '#shared/contracts/novel-team.ts';
import * as inbox from '#shared/contracts/studio-inbox.ts';
import { may, memberRoles } from '#shared/site/novel-powers.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { describeInStudio, newKey, request, succeed } from '../world/studio.ts';

describeInStudio('an author’s inbox', (world) => {
  let made = 0;
  /** A novel of Mathilde's with a free chapter. */
  const newNovel = async (owner: TestBrowser = world.mathilde) => {
    const { id, chapterIds } = await addNovel(world.app, {
      title: `Conversation ${++made}`,
      chapters: [chapterDraft(1)],
    });
    await world.app.db.update(novels).set({ ownerId: owner.user.id }).where(eq(novels.id, id));
    return { novelId: id, chapterId: chapterIds[0] ?? '' };
  };
  const write = async (who: TestBrowser, chapterId: string, text: string, parentId?: string) => {
    const body = { text, ...(parentId !== undefined && { parentId }) };
    const told = await succeed(world.app, who, addComment, { params: { id: chapterId }, body });
    world.app.clock.advance(1_000);
    return told.comment;
  };
  const refusedComment = (who: TestBrowser, chapterId: string, text = 'Bonjour.') =>
    request(world.app, who, addComment, { params: { id: chapterId }, body: { text } });
  const read = async (query: Record<string, string>, who = world.mathilde) => {
    const page = await succeed(world.app, who, inbox.listInbox, { query });
    return { ...page, entries: page.entries.filter((entry) => entry.kind === 'comment') };
  };
  const texts = async (query: Record<string, string>) =>
    (await read(query)).entries.map(({ text }) => text);
  const thread = async (who: TestBrowser | null, chapterId: string) =>
    (await succeed(world.app, who, listComments, { params: { id: chapterId } })).threads;
  const countOf = async (chapterId: string) => {
    const [row] = await world.app.db.select().from(chapters).where(eq(chapters.id, chapterId));
    return row?.comments;
  };
  const acts = {
    answer: inbox.answerComment,
    remove: inbox.removeOwnComment,
    restore: inbox.restoreOwnComment,
    approve: inbox.approveComment,
    block: inbox.blockWriter,
  };
  const on = (
    who: TestBrowser,
    act: keyof typeof acts,
    id: string,
    body?: Record<string, string>,
  ) => request(world.app, who, acts[act] as typeof inbox.approveComment, { params: { id }, body });

  test('lists readers’ comments of all own novels, newest first, without the author’s', async () => {
    const [first, second] = [await newNovel(), await newNovel()];
    const elsewhere = await newNovel(world.karim);
    await write(world.reader, first.chapterId, 'Un.');
    await write(world.reader, elsewhere.chapterId, 'Ailleurs.');
    await write(world.mathilde, first.chapterId, 'De moi.');
    await write(world.karim, second.chapterId, 'Deux.');
    expect((await texts({})).slice(0, 2)).toEqual(['Deux.', 'Un.']);
    expect(await texts({ novel: first.novelId })).toEqual(['Un.']);
    const { entries, novels: listed } = await read({});
    expect(JSON.stringify(entries)).not.toContain('Ailleurs.');
    expect(listed.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([first.novelId, second.novelId]),
    );
    expect(listed.map(({ _id }) => _id)).not.toContain(elsewhere.novelId);
  });

  test('pages by cursor without doubles and counts what waits', async () => {
    const { novelId, chapterId } = await newNovel();
    for (let n = 0; n < 23; n++) await write(world.reader, chapterId, `Numéro ${n}.`);
    const first = await read({ novel: novelId });
    const second = await read({ novel: novelId, cursor: first.nextCursor ?? '' });
    expect(first.entries).toHaveLength(20);
    expect(second.nextCursor).toBeNull();
    const all = [...first.entries, ...second.entries].map(({ text }) => text);
    expect(all).toEqual(Array.from({ length: 23 }, (_, n) => `Numéro ${22 - n}.`));
    expect(first.counts).toEqual({ unread: 23, waiting: 23, held: 0, typos: 0 });
  });

  test('is that of members too whose role answers comments, readers included', async () => {
    const { novelId, chapterId } = await newNovel();
    const { _id } = await write(world.karim, chapterId, 'Pour l’équipe.');
    const helper = await signInAs(world.app, { displayName: 'Aide' });
    const ofHelper = { novelId, userId: helper.user.id };
    const refused = await request(world.app, helper, inbox.listInbox, {});
    expect(refused.status).toBe(403);
    const mark = { body: { ids: [_id], isRead: true } };
    await world.app.db.insert(novelMembers).values({ ...ofHelper, role: 'proofreader' });
    // A proofreader sees reports of typos, and no comments.
    expect(await read({ novel: novelId }, helper)).toMatchObject({
      entries: [],
      novels: [],
      counts: { unread: 0, waiting: 0, held: 0, typos: 0 },
      answersComments: false,
      novel: { _id: novelId, role: 'proofreader' },
    });
    const ofAll = { novel: null, answersComments: false };
    expect(await read({}, helper)).toMatchObject(ofAll);
    expect(await read({}, world.mathilde)).toMatchObject({ ...ofAll, answersComments: true });
    const unmarked = await succeed(world.app, helper, inbox.markInboxRead, mark);
    expect(unmarked.changed).toBe(0);
    await world.app.db
      .update(novelMembers)
      .set({ role: 'translator' })
      .where(eq(novelMembers.userId, helper.user.id));
    const all = await read({}, helper);
    expect(all.entries).toMatchObject([{ text: 'Pour l’équipe.' }]);
    expect(all.novels).toMatchObject([{ _id: novelId }]);
    const marked = await succeed(world.app, helper, inbox.markInboxRead, mark);
    expect(marked.changed).toBe(1);
    const answer = { text: 'Merci.', requestId: newKey() };
    expect((await on(helper, 'answer', _id, answer)).status).toBe(200);
  });

  test('marks entries of own novels as read, and no others', async () => {
    const { novelId, chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'À lire.');
    const mark = (who: TestBrowser, isRead: boolean) =>
      succeed(world.app, who, inbox.markInboxRead, { body: { ids: [_id], isRead } });
    expect(await mark(world.karim, true)).toEqual({ changed: 0 });
    expect(await texts({ novel: novelId, filter: 'unread' })).toEqual(['À lire.']);
    expect(await mark(world.mathilde, true)).toEqual({ changed: 1 });
    expect(await mark(world.mathilde, true)).toEqual({ changed: 0 });
    expect(await texts({ novel: novelId, filter: 'unread' })).toEqual([]);
    expect(await mark(world.mathilde, false)).toEqual({ changed: 1 });
  });

  test('an answer in place is a reply in the thread, once, and settles the entry', async () => {
    const { novelId, chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Une question ?');
    const body = { text: 'La réponse.', requestId: newKey() };
    const { body: told } = await on(world.mathilde, 'answer', _id, body);
    expect(told.entry).toMatchObject({
      isSettled: true,
      isRead: true,
      answer: { text: 'La réponse.', name: 'Mathilde' },
    });
    await on(world.mathilde, 'answer', _id, body);
    const [shown] = await thread(world.reader, chapterId);
    expect(shown?.replies.map(({ text, name }) => [text, name])).toEqual([
      ['La réponse.', 'Mathilde'],
    ]);
    expect(await countOf(chapterId)).toBe(2);
    expect(await texts({ novel: novelId, filter: 'waiting' })).toEqual([]);
  });

  test('an answer under the chapter settles the entry as well', async () => {
    const { novelId, chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Une question ?');
    await write(world.mathilde, chapterId, 'La réponse.', _id);
    expect(await texts({ novel: novelId, filter: 'waiting' })).toEqual([]);
  });

  test('a comment is said to wait for no answer, and to wait again', async () => {
    const { novelId, chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Bravo.');
    const settle = (isSettled: boolean) =>
      succeed(world.app, world.mathilde, inbox.closeComment, {
        params: { id: _id },
        body: { isSettled },
      });
    expect((await settle(true)).entry.isSettled).toBe(true);
    expect(await texts({ novel: novelId, filter: 'waiting' })).toEqual([]);
    expect((await settle(false)).entry.isSettled).toBe(false);
    expect(await texts({ novel: novelId, filter: 'waiting' })).toEqual(['Bravo.']);
  });

  test('a suspended author cannot answer', async () => {
    const author = await signInAs(world.app, { displayName: 'Suspendue', role: 'author' });
    const { chapterId } = await newNovel(author);
    const { _id } = await write(world.reader, chapterId, 'Bonjour.');
    const until = new Date(world.app.clock.now().getTime() + 86_400_000);
    await world.app.db
      .update(users)
      .set({ commentsSuspendedUntil: until })
      .where(eq(users.id, author.user.id));
    const body = { text: 'Non.', requestId: newKey() };
    expect(await on(author, 'answer', _id, body)).toMatchObject({ status: 403 });
    expect(await thread(null, chapterId)).toMatchObject([{ replies: [] }]);
  });

  test('a removal is logged; its writer alone sees the reason', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Un mot malheureux.');
    const told = await on(world.mathilde, 'remove', _id, { reason: 'Hors sujet.' });
    expect(told.body.entry).toMatchObject({
      state: 'removed',
      text: 'Un mot malheureux.',
      removal: { actor: 'Mathilde', reason: 'Hors sujet.', canRestore: true },
    });
    expect(await thread(world.reader, chapterId)).toMatchObject([
      { state: 'removed', text: 'Commentaire supprimé', reason: 'Hors sujet.' },
    ]);
    for (const who of [world.karim, null]) {
      expect(await thread(who, chapterId)).toMatchObject([{ state: 'removed', reason: null }]);
    }
    expect(await countOf(chapterId)).toBe(0);
    const acts = await world.app.db
      .select()
      .from(moderationActs)
      .where(eq(moderationActs.subjectId, _id));
    expect(acts).toMatchObject([
      { act: 'comment.removed', actorId: world.mathilde.user.id, reason: 'Hors sujet.' },
    ]);
  });

  test('a removal without a reason is refused and changes nothing', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Reste.');
    expect(await on(world.mathilde, 'remove', _id, { reason: ' ' })).toMatchObject({
      status: 400,
      refusal: { errors: [{ field: 'reason', message: 'Indiquez un motif.' }] },
    });
    expect(await thread(null, chapterId)).toMatchObject([{ text: 'Reste.' }]);
  });

  test('an admin puts back what an author removed, and the author cannot remove it again', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Une critique.');
    await on(world.mathilde, 'remove', _id, { reason: 'Je n’aime pas.' });
    await succeed(world.app, world.admin, moderateRestore, {
      params: { id: _id },
      body: { reason: 'Rien de contraire aux règles.' },
    });
    expect(await thread(null, chapterId)).toMatchObject([
      { state: 'shown', text: 'Une critique.' },
    ]);
    expect(await on(world.mathilde, 'remove', _id, { reason: 'Encore.' })).toMatchObject({
      status: 403,
    });
    expect(await countOf(chapterId)).toBe(1);
  });

  test('an author puts back their own removal, not an admin’s', async () => {
    const { chapterId } = await newNovel();
    const own = await write(world.reader, chapterId, 'Le mien.');
    const other = await write(world.reader, chapterId, 'Le leur.');
    await on(world.mathilde, 'remove', own._id, { reason: 'Erreur.' });
    await on(world.admin, 'remove', other._id, { reason: 'Insulte.' });
    const back = { reason: 'Je me suis trompée.' };
    const told = await on(world.mathilde, 'restore', own._id, back);
    expect(told.body.entry).toMatchObject({ state: 'shown', text: 'Le mien.' });
    expect(await on(world.mathilde, 'restore', other._id, back)).toMatchObject({
      status: 403,
    });
    expect(await countOf(chapterId)).toBe(1);
  });

  test('an author who removes and puts back leaves the reports to admins', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.karim, chapterId, 'Propos haineux.');
    const reporting = { params: { id: _id }, body: { reason: 'Haine.' } };
    await succeed(world.app, world.reader, reportComment, reporting);
    const open = async () => {
      const told = await succeed(world.app, world.admin, listReportedComments, {});
      return told.comments.filter((comment) => comment._id === _id).length;
    };
    const settledAt = async () => {
      const of = eq(commentReports.commentId, _id);
      return (await world.app.db.select().from(commentReports).where(of))[0]?.settledAt;
    };
    for (let times = 0; times < 2; times++) {
      expect(await on(world.mathilde, 'remove', _id, { reason: 'r' })).toMatchObject({
        status: 200,
      });
      expect(await open()).toBe(0);
      world.app.clock.advance(1_000);
      expect(await on(world.mathilde, 'restore', _id, { reason: 'r' })).toMatchObject({
        status: 200,
      });
      expect(await open()).toBe(1);
    }
    // What an admin has decided stays decided, here and when the author acts afterwards.
    const why = { params: { id: _id }, body: { reason: 'Rien de grave.' } };
    await succeed(world.app, world.admin, moderateClose, why);
    const then = await settledAt();
    expect(then).toBeInstanceOf(Date);
    world.app.clock.advance(1_000);
    await succeed(world.app, world.admin, moderateRemove, why);
    world.app.clock.advance(1_000);
    await succeed(world.app, world.admin, moderateRestore, why);
    expect(await settledAt()).toEqual(then);
  });

  test('an author cannot remove what an admin kept, also after putting it back', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Une critique.');
    const remove = () => on(world.mathilde, 'remove', _id, { reason: 'Je n’aime pas.' });
    const why = { params: { id: _id }, body: { reason: 'Rien de contraire aux règles.' } };
    await remove();
    world.app.clock.advance(1_000);
    await succeed(world.app, world.admin, moderateRestore, why);
    world.app.clock.advance(1_000);
    const reporting = { params: { id: _id }, body: {} };
    await succeed(world.app, world.karim, reportComment, reporting);
    await succeed(world.app, world.admin, moderateClose, why);
    world.app.clock.advance(1_000);
    expect(await remove()).toMatchObject({
      status: 403,
      refusal: { message: 'Un administrateur a décidé que ce commentaire reste.' },
    });
    expect(await thread(null, chapterId)).toMatchObject([{ state: 'shown' }]);
  });

  test('comments of the owner and of members are marked while they are that', async () => {
    const { novelId, chapterId } = await newNovel();
    const helper = await signInAs(world.app, { displayName: 'Aide' });
    for (const who of [world.reader, helper, world.mathilde]) await write(who, chapterId, 'Oui.');
    const marks = async () => (await thread(null, chapterId)).map(({ isTeam }) => isTeam);
    const link = { params: { id: novelId }, body: { role: 'editor' as const } };
    await succeed(world.app, world.mathilde, invite, link);
    expect(await marks()).toEqual([true, false, false]);
    const ofHelper = { novelId, userId: helper.user.id, role: 'proofreader' as const };
    await world.app.db.insert(novelMembers).values(ofHelper);
    expect(await marks()).toEqual([true, true, false]);
    await world.app.db.delete(novelMembers).where(eq(novelMembers.userId, helper.user.id));
    expect(await marks()).toEqual([true, false, false]);
  });

  test.each(memberRoles)('a %s who answers comments speaks for the novel', async (role) => {
    const { novelId, chapterId } = await newNovel();
    const helper = await signInAs(world.app, { displayName: 'Aide' });
    await world.app.db.insert(novelMembers).values({ novelId, userId: helper.user.id, role });
    const speaks = may(role, 'comments');
    const asked = await write(world.reader, chapterId, 'Une question ?');
    // A block from before they joined.
    const block = { authorId: world.mathilde.user.id, userId: helper.user.id };
    await world.app.db.insert(blockedReaders).values(block);
    await hold(novelId, ['réponse']);
    const close = { params: { id: chapterId }, body: { isClosed: true } };
    await succeed(world.app, world.mathilde, inbox.setCommentsClosed, close);
    const listed = await succeed(world.app, helper, listComments, { params: { id: chapterId } });
    expect(listed.closedSentence === null).toBe(speaks);
    const body = { text: 'Ma réponse.', parentId: asked._id };
    const told = await request(world.app, helper, addComment, { params: { id: chapterId }, body });
    expect(told.status).toBe(speaks ? 200 : 403);
    const entries = (await read({ novel: novelId })).entries;
    expect(entries).toMatchObject([{ _id: asked._id, isSettled: speaks }]);
    const [shown] = await thread(null, chapterId);
    expect(shown?.replies).toHaveLength(speaks ? 1 : 0);
    expect(await countOf(chapterId)).toBe(speaks ? 2 : 1);
    await world.app.db.delete(blockedReaders);
  });

  test('an admin’s removal counts where the author removed the comment before, once', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.karim, chapterId, 'Propos haineux.');
    const reporting = { params: { id: _id }, body: {} };
    await succeed(world.app, world.reader, reportComment, reporting);
    await on(world.mathilde, 'remove', _id, { reason: 'r' });
    const reported = async () => {
      const query = { state: 'settled' };
      const told = await succeed(world.app, world.admin, listReportedComments, { query });
      return told.comments.find((comment) => comment._id === _id);
    };
    expect(await reported()).toMatchObject({ isRemoved: true, canRemove: true });
    world.app.clock.advance(1_000);
    for (let times = 0; times < 2; times++) {
      const told = await succeed(world.app, world.admin, moderateRemove, {
        params: { id: _id },
        body: { reason: 'Haine.' },
      });
      expect(told).toEqual({ comments: 0 });
    }
    expect(await reported()).toMatchObject({ canRestore: true, canRemove: false });
    expect(await on(world.mathilde, 'restore', _id, { reason: 'r' })).toMatchObject({
      status: 403,
    });
    const removals = await world.app.db
      .select()
      .from(moderationActs)
      .where(and(eq(moderationActs.subjectId, _id), eq(moderationActs.act, 'comment.removed')));
    expect(removals.map(({ actorId }) => actorId).toSorted()).toEqual(
      [world.mathilde.user.id, world.admin.user.id].toSorted(),
    );
    const back = { params: { id: _id }, body: { reason: 'Erreur.' } };
    expect(await succeed(world.app, world.admin, moderateRestore, back)).toEqual({ comments: 1 });
  });

  test('who wrote a comment neither removes nor restores it as one of the team', async () => {
    const { novelId, chapterId } = await newNovel();
    const helper = await signInAs(world.app, { displayName: 'Aide' });
    const { _id } = await write(helper, chapterId, 'Un propos.');
    const reporting = { params: { id: _id }, body: {} };
    await succeed(world.app, world.reader, reportComment, reporting);
    const joined = { novelId, userId: helper.user.id, role: 'editor' as const };
    await world.app.db.insert(novelMembers).values(joined);
    const { entries } = await read({ novel: novelId }, helper);
    expect(entries).toMatchObject([{ _id, canRemove: false }]);
    for (const act of ['remove', 'restore'] as const) {
      const told = await on(helper, act, _id, { reason: 'r' });
      expect(told).toMatchObject({
        status: 403,
        refusal: { message: expect.stringContaining('est le vôtre') as string },
      });
    }
    const [report] = await world.app.db
      .select()
      .from(commentReports)
      .where(eq(commentReports.commentId, _id));
    expect(report?.settledAt).toBeNull();
    expect((await read({ novel: novelId })).entries).toMatchObject([{ _id, canRemove: true }]);
  });

  test('closed comments take no new one from readers, and keep those that are there', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.reader, chapterId, 'Avant.');
    const close = (isClosed: boolean) =>
      succeed(world.app, world.mathilde, inbox.setCommentsClosed, {
        params: { id: chapterId },
        body: { isClosed },
      });
    expect(await close(true)).toEqual({ isClosed: true });
    expect(await refusedComment(world.reader, chapterId)).toMatchObject({
      status: 403,
      refusal: { message: 'Les commentaires de ce chapitre sont fermés.' },
    });
    for (const who of [world.reader, null]) {
      const told = await succeed(world.app, who, listComments, { params: { id: chapterId } });
      expect(told).toMatchObject({
        closedSentence: 'Les commentaires de ce chapitre sont fermés.',
        threads: [{ text: 'Avant.' }],
      });
    }
    const answer = { text: 'Après.', requestId: newKey() };
    expect(await on(world.mathilde, 'answer', _id, answer)).toMatchObject({
      status: 200,
    });
    // An owner who is no author any more is a reader.
    await giveRole(world.app, world.mathilde.user.id, 'reader');
    expect((await refusedComment(world.mathilde, chapterId)).status).toBe(403);
    await giveRole(world.app, world.mathilde.user.id, 'author');
    expect(await close(false)).toEqual({ isClosed: false });
    await write(world.reader, chapterId, 'De nouveau.');
  });

  test('a blocked reader cannot comment on any novel of the author, and is told', async () => {
    const [first, second] = [await newNovel(), await newNovel()];
    const elsewhere = await newNovel(world.karim);
    const troll = await signInAs(world.app, { displayName: 'Troll' });
    const { _id } = await write(troll, first.chapterId, 'Nul.');
    const block = () => on(world.mathilde, 'block', _id, { reason: 'Harcèlement.' });
    expect((await block()).body.entry.writer).toMatchObject({ isBlocked: true });
    await block();
    expect(await refusedComment(troll, second.chapterId)).toMatchObject({
      status: 403,
      refusal: {
        message: 'L’auteur de ce roman vous a bloqué\u00A0: vous ne pouvez plus y commenter.',
      },
    });
    await write(troll, elsewhere.chapterId, 'Ailleurs, oui.');
    const path = { params: { id: second.chapterId } };
    expect(await succeed(world.app, troll, listComments, path)).toMatchObject({
      closedSentence: expect.stringContaining('bloqué') as string,
    });
    const list = await succeed(world.app, world.mathilde, inbox.listBlockedReaders, {});
    expect(list.readers).toMatchObject([{ _id: troll.user.id, name: 'Troll' }]);
    const unblock = { params: { id: troll.user.id } };
    await succeed(world.app, world.mathilde, inbox.unblockReader, unblock);
    await write(troll, second.chapterId, 'Pardon.');
    const acts = await world.app.db
      .select({ act: moderationActs.act })
      .from(moderationActs)
      .where(eq(moderationActs.subjectId, troll.user.id));
    expect(acts.map(({ act }) => act)).toEqual(['person.blocked', 'person.unblocked']);
  });

  test.each(memberRoles)('nobody is blocked by a %s, and none of the team at all', async (role) => {
    const [first, second] = [await newNovel(), await newNovel()];
    const helper = await signInAs(world.app, { displayName: 'Aide' });
    const partner = await signInAs(world.app, { displayName: 'Associée' });
    await world.app.db.insert(novelMembers).values([
      { novelId: first.novelId, userId: helper.user.id, role },
      { novelId: second.novelId, userId: partner.user.id, role: 'proofreader' },
    ]);
    const written = await write(world.karim, first.chapterId, 'Bonjour.');
    const partners = await write(partner, first.chapterId, 'Ici aussi.');
    const why = { reason: 'Non.' };
    expect(await on(helper, 'block', written._id, why)).toMatchObject({ status: 403 });
    for (const who of [world.mathilde, world.admin]) {
      expect(await on(who, 'block', partners._id, why)).toMatchObject({
        status: 403,
        refusal: { message: 'Cette personne ne peut pas être bloquée.' },
      });
    }
    const mayBlock = async (who: TestBrowser) => {
      const { entries } = await read({ novel: first.novelId }, who);
      return entries.map(({ canBlock }) => canBlock);
    };
    expect(await mayBlock(world.mathilde)).toEqual([false, true]);
    expect(await mayBlock(world.admin)).toEqual([false, true]);
    const answers = may(role, 'comments');
    expect(await mayBlock(helper)).toEqual(answers ? [false, false] : []);
    expect(await world.app.db.$count(blockedReaders)).toBe(0);
  });

  test('an admin cannot be blocked', async () => {
    const { chapterId } = await newNovel();
    const { _id } = await write(world.admin, chapterId, 'Bonjour.');
    expect(await on(world.mathilde, 'block', _id, { reason: 'Non.' })).toMatchObject({
      status: 403,
    });
  });

  const hold = (novelId: string, words: string[]) =>
    succeed(world.app, world.mathilde, inbox.setHeldWords, {
      params: { id: novelId },
      body: { words },
    });

  test('words of the list are stored once each, whatever their case and accents', async () => {
    const { novelId } = await newNovel();
    expect(await hold(novelId, ['Été', 'ete', '…', 'mot à mot'])).toEqual({
      words: ['Été', 'mot à mot'],
    });
    expect(await hold(novelId, [])).toEqual({ words: [] });
  });

  test('a word holds a comment: its writer and the author alone see it until it is approved', async () => {
    const { novelId, chapterId } = await newNovel();
    await hold(novelId, ['Spoiler']);
    const free = await write(world.reader, chapterId, 'Des spoilers, non.');
    expect(free.state).toBe('shown');
    const held = await write(world.reader, chapterId, 'SPOÏLER : il meurt.');
    expect(held).toMatchObject({ state: 'held', text: 'SPOÏLER : il meurt.' });
    expect(await thread(world.reader, chapterId)).toMatchObject([
      { state: 'held' },
      { state: 'shown' },
    ]);
    for (const who of [world.karim, world.admin, null]) {
      expect(JSON.stringify(await thread(who, chapterId))).not.toContain('il meurt');
    }
    expect(await countOf(chapterId)).toBe(1);
    expect((await read({ novel: novelId, filter: 'held' })).entries).toMatchObject([
      { state: 'held', heldWord: 'Spoiler', text: 'SPOÏLER : il meurt.' },
    ]);
    expect((await read({ novel: novelId })).counts).toMatchObject({
      unread: 2,
      waiting: 1,
      held: 1,
    });
    for (let times = 0; times < 2; times++) {
      await on(world.mathilde, 'approve', held._id);
      expect(await countOf(chapterId)).toBe(2);
    }
    expect(JSON.stringify(await thread(null, chapterId))).toContain('il meurt');
    expect((await read({ novel: novelId })).counts).toMatchObject({
      unread: 1,
      waiting: 2,
      held: 0,
    });
  });

  test('a star at the end of a word holds all words that begin so, and is refused elsewhere', async () => {
    const { novelId, chapterId } = await newNovel();
    expect(await hold(novelId, ['spoil', 'Spoïl*', 'spoil', 'la fin*', 'e\u0301pilogue*'])).toEqual(
      {
        words: ['e\u0301pilogue*', 'la fin*', 'Spoïl*'],
      },
    );
    const states = ['Un SPOILER.', 'Le spoil', 'La finale', 'la fin', 'Enfin', 'Divulgâcher'];
    const held: string[] = [];
    for (const text of states) {
      if ((await write(world.reader, chapterId, text)).state === 'held') held.push(text);
    }
    expect(held).toEqual(['Un SPOILER.', 'Le spoil', 'La finale', 'la fin']);
    for (const word of ['*', '*spoil', 'sp*il', 'spoil *', 'spoil**', '…*']) {
      const call = { params: { id: novelId }, body: { words: ['oui', word] } };
      const refused = await request(world.app, world.mathilde, inbox.setHeldWords, call);
      const named = `«\u00A0${word}\u00A0»\u00A0: l’étoile `;
      const errors = [{ field: 'words.1', message: expect.stringContaining(named) as string }];
      expect(refused).toMatchObject({ status: 400, refusal: { errors } });
    }
  });

  test('a held comment is neither answered, reported nor shown among replies', async () => {
    const { novelId, chapterId } = await newNovel();
    const root = await write(world.karim, chapterId, 'Un fil.');
    await hold(novelId, ['fin']);
    const held = await write(world.reader, chapterId, 'La fin est belle.', root._id);
    const reply = { text: 'Oui.', parentId: held._id };
    const path = { params: { id: chapterId }, body: reply };
    expect(await request(world.app, world.karim, addComment, path)).toMatchObject({
      status: 404,
    });
    const report = { params: { id: held._id }, body: {} };
    expect(await request(world.app, world.karim, reportComment, report)).toMatchObject({
      status: 404,
    });
    const answer = { text: 'Merci.', requestId: newKey() };
    expect(await on(world.mathilde, 'answer', held._id, answer)).toMatchObject({
      status: 403,
    });
    expect((await thread(null, chapterId))[0]?.replies).toEqual([]);
    expect((await thread(world.reader, chapterId))[0]?.replies).toHaveLength(1);
  });

  test('a refused comment was never counted; its writer sees the reason', async () => {
    const { novelId, chapterId } = await newNovel();
    await hold(novelId, ['pub']);
    const held = await write(world.reader, chapterId, 'Achetez ma pub !');
    await on(world.mathilde, 'remove', held._id, { reason: 'Publicité.' });
    expect(await countOf(chapterId)).toBe(0);
    expect(await thread(world.reader, chapterId)).toMatchObject([
      { state: 'removed', reason: 'Publicité.' },
    ]);
    expect((await read({ novel: novelId })).counts).toMatchObject({ held: 0, waiting: 0 });
    await succeed(world.app, world.admin, moderateRestore, {
      params: { id: held._id },
      body: { reason: 'Permis.' },
    });
    expect(await thread(null, chapterId)).toMatchObject([{ state: 'shown' }]);
    expect(await countOf(chapterId)).toBe(1);
  });

  test('a writer withdraws a held comment without changing the count', async () => {
    const { novelId, chapterId } = await newNovel();
    await hold(novelId, ['pub']);
    const held = await write(world.reader, chapterId, 'Une pub.');
    const told = await succeed(world.app, world.reader, removeComment, {
      params: { id: held._id },
      body: {},
    });
    expect(told).toEqual({ comments: 0 });
    expect((await read({ novel: novelId })).entries).toMatchObject([
      { state: 'withdrawn', text: null, removal: null },
    ]);
  });

  test('approving while refusing leaves one result, and a right count', async () => {
    const { novelId, chapterId } = await newNovel();
    await hold(novelId, ['pub']);
    for (let round = 0; round < 5; round++) {
      const held = await write(world.reader, chapterId, `Une pub ${round}.`);
      await Promise.all([
        on(world.mathilde, 'approve', held._id),
        on(world.mathilde, 'remove', held._id, { reason: 'Non.' }),
        on(world.mathilde, 'approve', held._id),
      ]);
    }
    const rows = await world.app.db
      .select()
      .from(comments)
      .where(eq(comments.chapterId, chapterId));
    const heldIds = (await read({ novel: novelId, filter: 'held' })).entries.map(({ _id }) => _id);
    const shown = rows.filter(({ id, removedAt }) => removedAt === null && !heldIds.includes(id));
    expect(await countOf(chapterId)).toBe(shown.length);
    expect(heldIds).toEqual([]);
  });

  test('another author’s comments are out of reach, held ones hidden', async () => {
    const { novelId, chapterId } = await newNovel();
    await hold(novelId, ['pub']);
    const shown = await write(world.reader, chapterId, 'Bonjour.');
    const held = await write(world.reader, chapterId, 'Une pub.');
    const reason = { reason: 'Non.' };
    expect(await on(world.karim, 'remove', shown._id, reason)).toMatchObject({
      status: 403,
    });
    expect(await on(world.karim, 'remove', held._id, reason)).toMatchObject({
      status: 404,
    });
    expect(
      await request(world.app, world.karim, inbox.listInbox, { query: { novel: novelId } }),
    ).toMatchObject({ status: 403 });
    const left = await world.app.db
      .select()
      .from(comments)
      .where(and(inArray(comments.id, [shown._id, held._id]), eq(comments.chapterId, chapterId)));
    expect(left.every(({ removedAt }) => removedAt === null)).toBe(true);
  });
});
