import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deleteAccount, getUser } from '#shared/contracts/auth.ts';
import { addComment } from '#shared/contracts/comments.ts';
import {
  acceptNovel,
  answerInvitation,
  declineNovel,
  invite,
  listTeam,
  offerNovel,
  readInvitation,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from '#shared/contracts/novel-team.ts';
import { saveCopy, setPublication } from '#shared/contracts/studio-chapters.ts';
import { createNovel, getStudioNovel, listStudioNovels } from '#shared/contracts/studio-novels.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { novelHandovers } from '#server/core/db/schema/earnings.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { sellerOf } from '#server/money/invoices/invoice-document.ts';
import { composeLetter } from '#server/notices/mail/letters.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import {
  addDraftNovel,
  describeInStudio,
  newKey,
  novelForm,
  publish,
  request,
  succeed,
} from '../world/studio.ts';

const erasure = { confirmation: 'SUPPRIMER', lostCredits: 0 } as const;

describeInStudio('the team of a novel', (world) => {
  const addNovel = async () => {
    const { id, chapterIds } = await addDraftNovel(world.app, world.mathilde, { chapters: 1 });
    return { id, chapterId: chapterIds[0] ?? '' };
  };
  const inviteTo = (id: string, role: 'translator' | 'editor' | 'proofreader' = 'translator') =>
    succeed(world.app, world.mathilde, invite, { params: { id }, body: { role, note: 'Léa' } });
  const answer = (who: 'reader' | 'karim', token: string, isAccepted = true) =>
    request(world.app, world[who], answerInvitation, { body: { token, isAccepted } });
  const membersOf = (id: string) =>
    world.app.db.select().from(novelMembers).where(eq(novelMembers.novelId, id));

  test('an invited reader sees who invites to what, joins, writes, and may not publish', async () => {
    const { app, reader } = world;
    const { id, chapterId } = await addNovel();
    const { token } = await inviteTo(id);
    const told = await succeed(app, reader, readInvitation, { body: { token } });
    expect(told).toMatchObject({ inviterName: 'Mathilde', role: 'translator' });
    expect(await succeed(app, reader, getUser, {})).toMatchObject({ hasNovels: false });
    expect((await answer('reader', token)).body).toEqual({ novelId: id });
    expect(await succeed(app, reader, getUser, {})).toMatchObject({ hasNovels: true });
    const list = await succeed(app, reader, listStudioNovels, {});
    expect(list.novels).toMatchObject([{ _id: id, role: 'translator' }]);
    const copy = { title: 'Traduit', html: '<p>Bonjour.</p>', version: 1 };
    const params = { id: chapterId };
    expect((await request(app, reader, saveCopy, { params, body: copy })).status).toBe(200);
    const wish = { status: 'published' as const, version: 2 };
    const refused = await request(app, reader, setPublication, { params, body: wish });
    expect(refused).toMatchObject({ status: 403, refusal: { error: 'FORBIDDEN' } });
    const created = { body: { ...novelForm(), key: newKey() } };
    expect((await request(app, reader, createNovel, created)).status).toBe(403);
  });

  test('an invitation works once, also when two people answer at the same time', async () => {
    const { id } = await addNovel();
    const { token } = await inviteTo(id);
    const both = await Promise.all([answer('reader', token), answer('karim', token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await membersOf(id)).toHaveLength(1);
  });

  test('the secret of a link is not stored', async () => {
    const { id } = await addNovel();
    const { token } = await inviteTo(id);
    const rows = await world.app.db.select().from(novelInvitations);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a declined, a withdrawn and an expired link are worth nothing', async () => {
    const { app, mathilde } = world;
    const { id } = await addNovel();
    const declined = await inviteTo(id);
    expect((await answer('reader', declined.token, false)).body).toEqual({ novelId: null });
    const withdrawn = await inviteTo(id);
    const params = { id: withdrawn.invitation._id };
    await succeed(app, mathilde, withdrawInvitation, { params });
    const expired = await inviteTo(id);
    await app.db
      .update(novelInvitations)
      .set({ expiresAt: app.clock.now() })
      .where(eq(novelInvitations.id, expired.invitation._id));
    for (const { token } of [declined, withdrawn, expired]) {
      expect((await answer('reader', token)).status).toBe(404);
    }
    expect(await membersOf(id)).toEqual([]);
  });

  test('the owner’s own link leaves them the owner, and is not used up', async () => {
    const { id } = await addNovel();
    const { token } = await inviteTo(id);
    const body = { token };
    const seen = await succeed(world.app, world.mathilde, readInvitation, { body });
    expect(seen.currentRole).toBe('owner');
    const answered = { body: { token, isAccepted: true } };
    await succeed(world.app, world.mathilde, answerInvitation, answered);
    expect(await membersOf(id)).toEqual([]);
    expect((await answer('karim', token)).status).toBe(200);
  });

  test('a member who opens another link sees the role they have, and gets the new one', async () => {
    const { id } = await addNovel();
    await answer('karim', (await inviteTo(id)).token);
    const { token } = await inviteTo(id, 'editor');
    const seen = await succeed(world.app, world.karim, readInvitation, { body: { token } });
    expect(seen).toMatchObject({ role: 'editor', currentRole: 'translator' });
    await answer('karim', token);
    expect(await membersOf(id)).toMatchObject([{ role: 'editor' }]);
  });

  test('the 21st person is refused', async () => {
    const { app, mathilde } = world;
    const { id } = await addNovel();
    for (let n = 0; n < 20; n += 1) await inviteTo(id);
    const more = { params: { id }, body: { role: 'editor' as const } };
    const refused = await request(app, mathilde, invite, more);
    expect(refused).toMatchObject({ status: 409, refusal: { error: 'LIMIT_REACHED' } });
  });

  test('only who may invite sees pending invitations', async () => {
    const { app, mathilde, reader } = world;
    const { id } = await addNovel();
    await answer('reader', (await inviteTo(id)).token);
    await inviteTo(id, 'editor');
    const params = { id };
    expect((await succeed(app, mathilde, listTeam, { params })).invitations).toHaveLength(1);
    const seen = await succeed(app, reader, listTeam, { params });
    expect(seen).toMatchObject({ role: 'translator', invitations: [] });
  });

  test('the team’s list names the owner, and counts for each role what it answers', async () => {
    const { app, mathilde, karim, reader } = world;
    const { id, chapterId } = await addNovel();
    await publish(app, mathilde, chapterId);
    await answer('karim', (await inviteTo(id, 'proofreader')).token);
    const params = { id };
    const comment = { params: { id: chapterId }, body: { text: 'Et après ?' } };
    await succeed(app, reader, addComment, comment);
    const owner = { _id: mathilde.user.id, name: 'Mathilde' };
    expect(await succeed(app, mathilde, listTeam, { params })).toMatchObject({
      owner,
      role: 'owner',
      members: [{ user: { name: 'Karim' }, role: 'proofreader' }],
      waiting: { answer: 1, approval: 0, typos: 0 },
    });
    expect(await succeed(app, karim, listTeam, { params })).toMatchObject({
      owner,
      role: 'proofreader',
      waiting: { answer: 0, approval: 0, typos: 0 },
    });
  });

  test('a role is changed by the owner, and whoever leaves has no access any more', async () => {
    const { app, mathilde, reader } = world;
    const { id, chapterId } = await addNovel();
    await answer('reader', (await inviteTo(id)).token);
    const params = { id, userId: reader.user.id };
    await succeed(app, mathilde, setMemberRole, { params, body: { role: 'proofreader' } });
    expect(await membersOf(id)).toMatchObject([{ role: 'proofreader' }]);
    await succeed(app, reader, removeMember, { params });
    const copy = { title: 'Encore', html: '<p>Non.</p>', version: 1 };
    const late = await request(app, reader, saveCopy, { params: { id: chapterId }, body: copy });
    expect(late.status).toBe(403);
  });

  describe('a novel given on', () => {
    const offered = async () => {
      const { id } = await addNovel();
      await answer('karim', (await inviteTo(id)).token);
      const body = { userId: world.karim.user.id };
      await succeed(world.app, world.mathilde, offerNovel, { params: { id }, body });
      return id;
    };

    test('has its new owner, its old one as co-author, and no open link', async () => {
      const { app, karim, mathilde } = world;
      const id = await offered();
      const open = await inviteTo(id);
      await succeed(app, karim, acceptNovel, { params: { id } });
      const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
      expect(novel?.ownerId).toBe(karim.user.id);
      const left = await membersOf(id);
      expect(left).toMatchObject([{ userId: mathilde.user.id, role: 'co_author' }]);
      expect((await answer('reader', open.token)).status).toBe(404);
      const again = await request(app, karim, acceptNovel, { params: { id } });
      expect(again.status).toBe(404);
    });

    test('is known to its receiver alone, in their list, until they decline it', async () => {
      const { app, karim, mathilde } = world;
      const id = await offered();
      const params = { id };
      const isOffered = async (who: typeof karim) =>
        (await succeed(app, who, getStudioNovel, { params })).isOffered;
      expect(await isOffered(karim)).toBe(true);
      expect(await isOffered(mathilde)).toBe(false);
      const { novels: listed } = await succeed(app, karim, listStudioNovels, {});
      expect(listed.find(({ _id }) => _id === id)).toMatchObject({ isOffered: true });
      await succeed(app, karim, declineNovel, { params });
      expect(await isOffered(karim)).toBe(false);
      expect(await membersOf(id)).toMatchObject([{ userId: karim.user.id, offeredAt: null }]);
      expect((await request(app, karim, acceptNovel, { params })).status).toBe(404);
      expect((await request(app, karim, declineNovel, { params })).status).toBe(404);
    });

    const letterTo = async (who: TestBrowser) => {
      const ofWho = and(eq(outbox.userId, who.user.id), eq(outbox.kind, 'offer_answer'));
      const [letter, ...more] = await world.app.db
        .select()
        .from(outbox)
        .where(ofWho)
        .orderBy(desc(outbox.createdAt));
      const seller = sellerOf(world.app.config.publisher);
      const site = { siteUrl: 'https://feuilleton.test', publisherEmail: 'a@exemple.test', seller };
      const composed = letter && (await composeLetter(world.app.db, letter, site));
      return { count: letter ? more.length + 1 : 0, ...composed?.content };
    };

    test('has its answer in one letter to who offered it', async () => {
      const { app, karim, mathilde } = world;
      const before = await letterTo(mathilde);
      app.clock.advance(1_000);
      const id = await offered();
      const params = { id };
      await Promise.all([
        request(app, karim, declineNovel, { params }),
        request(app, karim, declineNovel, { params }),
      ]);
      const declined = await letterTo(mathilde);
      expect(declined.count).toBe(before.count + 1);
      expect(declined.subject).toBe('«\u00A0Un brouillon\u00A0» reste le vôtre');
      expect(declined.parts?.[0]).toMatchObject({
        text: expect.stringContaining('Karim a décliné votre proposition') as string,
      });
      expect(declined.parts?.at(-1)).toMatchObject({
        url: `https://feuilleton.test/my-novels?roman=${id}&vue=equipe`,
      });
      app.clock.advance(1_000);
      const body = { userId: karim.user.id };
      await succeed(app, mathilde, offerNovel, { params, body });
      await succeed(app, karim, acceptNovel, { params });
      const accepted = await letterTo(mathilde);
      expect(accepted.count).toBe(before.count + 2);
      expect(accepted.subject).toBe('«\u00A0Un brouillon\u00A0» a changé de propriétaire');
      expect((await letterTo(karim)).count).toBe(0);
    });

    test('notes until when it earned for the owner before, and keeps its followers', async () => {
      const { app, karim, mathilde, reader } = world;
      const id = await offered();
      await app.db.insert(favorites).values({ userId: reader.user.id, novelId: id });
      await succeed(app, karim, acceptNovel, { params: { id } });
      const handovers = app.db.select().from(novelHandovers);
      expect(await handovers.where(eq(novelHandovers.novelId, id))).toMatchObject([
        { fromUserId: mathilde.user.id, at: app.clock.now() },
      ]);
      expect(await app.db.$count(favorites, eq(favorites.novelId, id))).toBe(1);
    });

    test('may still be taken over once its owner has erased their account', async () => {
      const { app, karim } = world;
      const leaver = await signInAs(app, { displayName: 'Partante', role: 'author' });
      const { id } = await addDraftNovel(app, leaver, { chapters: 1 });
      const body = { role: 'editor' as const };
      const { token } = await succeed(app, leaver, invite, { params: { id }, body });
      await answer('karim', token);
      const offer = { params: { id }, body: { userId: karim.user.id } };
      await succeed(app, leaver, offerNovel, offer);
      await succeed(app, leaver, deleteAccount, { body: erasure });
      const team = await succeed(app, karim, listTeam, { params: { id } });
      expect(team).toMatchObject({ role: 'editor', isOffered: true });
      await succeed(app, karim, acceptNovel, { params: { id } });
      expect(await membersOf(id)).toEqual([]);
      const after = await succeed(app, karim, listTeam, { params: { id } });
      expect(after).toMatchObject({ role: 'owner', owner: { _id: karim.user.id } });
    });

    test('changes hands once when the offer is taken back at the same time', async () => {
      const { app, karim, mathilde } = world;
      const id = await offered();
      const params = { id };
      const [taken] = await Promise.all([
        request(app, karim, acceptNovel, { params }),
        request(app, mathilde, offerNovel, { params, body: { userId: null } }),
      ]);
      const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
      const expected = taken.status === 200 ? karim.user.id : mathilde.user.id;
      expect(novel?.ownerId).toBe(expected);
    });

    test('is not offered to a reader, nor to somebody of no team', async () => {
      const { app, karim, mathilde, reader } = world;
      const { id } = await addNovel();
      await answer('reader', (await inviteTo(id)).token);
      const offer = (userId: string) =>
        request(app, mathilde, offerNovel, { params: { id }, body: { userId } });
      expect((await offer(reader.user.id)).status).toBe(403);
      expect((await offer(karim.user.id)).status).toBe(404);
    });
  });

  test('an erased account is of no team, and its links end', async () => {
    const { app } = world;
    const leaver = await signInAs(app, { displayName: 'Partante', role: 'author' });
    const { id } = await addNovel();
    const { token } = await inviteTo(id);
    await succeed(app, leaver, answerInvitation, { body: { token, isAccepted: true } });
    const own = await addDraftNovel(app, leaver, { chapters: 0 });
    const params = { id: own.id };
    await succeed(app, leaver, invite, { params, body: { role: 'editor' } });
    await succeed(app, leaver, deleteAccount, { body: erasure });
    expect(await membersOf(id)).toEqual([]);
    const links = eq(novelInvitations.novelId, own.id);
    expect(await app.db.select().from(novelInvitations).where(links)).toEqual([]);
  });
});
