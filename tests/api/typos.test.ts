import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters, chapterTexts, novels } from '#server/core/db/schema/catalogue.ts';
import { blockedReaders } from '#server/core/db/schema/conversation.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { getUser } from '#shared/contracts/auth.ts';
import { getStudioChapter, saveCopy, setPublication } from '#shared/contracts/studio-chapters.ts';
import { listInbox, markInboxRead, setCommentsClosed } from '#shared/contracts/studio-inbox.ts';
import { blockReporter, decideTypo, type TypoDecision } from '#shared/contracts/studio-typos.ts';
import { listOwnTypos, reportTypo, seeTypoAnswers } from '#shared/contracts/typos.ts';
import { messages } from '#shared/messages.ts';
import { memberRoles, type MemberRole } from '#shared/site/novel-powers.ts';
import { markOf } from '#shared/text/text-mark.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { unlock } from '../world/premium.ts';
import { describeInStudio, request, succeed } from '../world/studio.ts';

const sentence = 'Les chevals couraient vers la mer, et les chevals fumaient.';
const html = `<p>La nuit tombait.</p>\n<p>${sentence}</p>\n<p>Plus rien.</p>`;
const corrected = html.replace('Les chevals', 'Les chevaux');
/** The first of the two words. */
const typo = {
  paragraph: 1,
  mark: markOf(sentence),
  start: 3,
  wrong: 'chevals',
  correction: 'chevaux',
  remark: 'Pluriel irrégulier.',
};
/** The second. */
const other = { ...typo, start: sentence.replaceAll(' ', '').lastIndexOf('chevals') };

describeInStudio('typos that readers report', (world) => {
  let made = 0;
  const newChapter = async (isPremium = false) => {
    const { id, chapterIds } = await addNovel(world.app, {
      title: `Coquilles ${++made}`,
      chapters: [chapterDraft(1, { html, wordCount: 14, isPremium })],
    });
    const ownerId = world.mathilde.user.id;
    await world.app.db.update(novels).set({ ownerId }).where(eq(novels.id, id));
    return { novelId: id, id: chapterIds[0] ?? '' };
  };
  const ask = (who: TestBrowser | null, id: string, body: typeof typo = typo) =>
    request(world.app, who, reportTypo, { params: { id }, body });
  const report = async (id: string, body: typeof typo = typo, who = world.reader) => {
    const added = await succeed(world.app, who, reportTypo, { params: { id }, body });
    world.app.clock.advance(1_000);
    return added._id;
  };
  const decide = (id: string, body: TypoDecision, who = world.mathilde) =>
    request(world.app, who, decideTypo, { params: { id }, body });
  const inbox = (query: Record<string, string>, who = world.mathilde) =>
    succeed(world.app, who, listInbox, { query });
  const textOf = async (id: string) => {
    const [row] = await world.app.db
      .select()
      .from(chapterTexts)
      .where(eq(chapterTexts.chapterId, id));
    return row?.html;
  };
  const published = (id: string) =>
    world.app.db
      .select()
      .from(chapterVersions)
      .where(and(eq(chapterVersions.chapterId, id), eq(chapterVersions.kind, 'published')))
      .orderBy(chapterVersions.keptAt);
  const copyOf = async (id: string) =>
    (await succeed(world.app, world.mathilde, getStudioChapter, { params: { id } })).copy;
  const save = (id: string, text: string, version: number) =>
    request(world.app, world.mathilde, saveCopy, {
      params: { id },
      body: { title: 'Chapitre 1 du récit', html: text, version },
    });
  /** A reader's own reports of one chapter, newest first. */
  const own = async (id: string, who = world.reader) => {
    const { reports } = await succeed(world.app, who, listOwnTypos);
    return reports.filter(({ chapter }) => chapter._id === id);
  };

  test('are in the inbox of the novel’s author, unread and without answer', async () => {
    const { novelId, id } = await newChapter();
    const _id = await report(id);
    const page = await inbox({ novel: novelId });
    expect(page.counts).toEqual({ unread: 1, waiting: 1, held: 0, typos: 1 });
    expect(page.entries).toEqual([
      expect.objectContaining({
        kind: 'typo',
        _id,
        state: 'open',
        isRead: false,
        isSettled: false,
        before: 'Les ',
        wrong: 'chevals',
        correction: 'chevaux',
        after: ' couraient vers la mer, et les chevals fumaient.',
        remark: 'Pluriel irrégulier.',
        decision: null,
      }),
    ]);
    expect(page.entries[0]).toMatchObject({
      writer: { name: 'Léa', isBlocked: false },
      chapter: { _id: id, number: 1 },
    });
    expect((await inbox({ novel: novelId, filter: 'typos' })).entries).toHaveLength(1);
    expect((await inbox({ novel: novelId, filter: 'held' })).entries).toHaveLength(0);
    expect((await inbox({})).novels.map((novel) => novel._id)).toContain(novelId);
    const body = { ids: [_id], isRead: true };
    expect(await succeed(world.app, world.mathilde, markInboxRead, { body })).toEqual({
      changed: 1,
    });
    expect((await inbox({ novel: novelId, filter: 'unread' })).entries).toEqual([]);
    expect((await inbox({ novel: novelId, filter: 'waiting' })).entries).toHaveLength(1);
  });

  test('the same words of a paragraph are one report while it is open', async () => {
    const { id } = await newChapter();
    const answers = await Promise.all([ask(world.reader, id), ask(world.reader, id)]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
    const again = await ask(world.reader, id, { ...typo, correction: 'cheval' });
    expect(again.body).toMatchObject({ isNew: false });
    expect((await own(id))[0]).toMatchObject({ correction: 'chevaux' });
    expect((await ask(world.reader, id, other)).body.isNew).toBe(true);
    await decide(again.body._id, { decision: 'refuse', reason: 'C’est voulu.' });
    expect((await ask(world.reader, id)).body.isNew).toBe(true);
  });

  test('refuse words that are not in the text, too long or unchanged ones', async () => {
    const { id } = await newChapter();
    for (const wrong of [
      { ...typo, wrong: 'chevaux' },
      { ...typo, mark: 1 },
      { ...typo, start: 4 },
      { ...typo, start: 900 },
    ]) {
      const answer = await ask(world.reader, id, { ...wrong, correction: 'autre' });
      expect([answer.status, answer.refusal.error]).toEqual([409, 'TEXT_CHANGED']);
    }
    for (const malformed of [
      { ...typo, wrong: ' ' },
      { ...typo, correction: '' },
      { ...typo, correction: 'chevals' },
      { ...typo, correction: 'x'.repeat(301) },
      { ...typo, remark: 'x'.repeat(501) },
      { ...typo, mark: 2 ** 31 },
    ]) {
      const answer = await ask(world.reader, id, malformed);
      expect([answer.status, answer.refusal.error]).toEqual([400, 'MALFORMED']);
    }
    expect(await world.app.db.$count(typoReports, eq(typoReports.chapterId, id))).toBe(0);
  });

  test('are for readers who may read the chapter, and say nothing about a locked text', async () => {
    const { id } = await newChapter(true);
    expect((await ask(null, id)).status).toBe(401);
    const reader = await signInAs(world.app, { displayName: 'Sans crédit' });
    const right = await ask(reader, id);
    const wrong = await ask(reader, id, { ...typo, wrong: 'absent' });
    expect([right.status, right.refusal.error]).toEqual([403, 'PREMIUM_LOCKED']);
    expect(wrong.refusal).toEqual(right.refusal);
    await unlock(world.app, reader.user.id, id);
    const _id = await report(id, typo, reader);
    // The paragraph is for the novel's team alone.
    const listed = JSON.stringify(await own(id, reader));
    expect(listed).toContain(_id);
    expect(listed).not.toContain('couraient');
  });

  test('are refused from suspended and blocked readers, not where comments are closed', async () => {
    const { app, mathilde } = world;
    const { id } = await newChapter();
    const rude = await signInAs(app, { displayName: 'Rude' });
    const closing = { params: { id }, body: { isClosed: true } };
    await succeed(app, mathilde, setCommentsClosed, closing);
    const _id = await report(id, typo, rude);
    const reason = { reason: 'Insultes dans les remarques.' };
    const blocked = await succeed(app, mathilde, blockReporter, {
      params: { id: _id },
      body: reason,
    });
    expect(blocked.entry.writer).toMatchObject({ isBlocked: true });
    const refused = await ask(rude, id, other);
    expect([refused.status, refused.refusal.message]).toEqual([403, messages.commentsBlocked]);
    await app.db.delete(blockedReaders).where(eq(blockedReaders.userId, rude.user.id));
    const until = new Date(app.clock.now().getTime() + 86_400_000);
    await app.db
      .update(users)
      .set({ commentsSuspendedUntil: until })
      .where(eq(users.id, rude.user.id));
    const suspended = await ask(rude, id, other);
    expect(suspended.status).toBe(403);
    expect(suspended.refusal.message).toMatch(/^Vous ne pouvez pas commenter avant/);
  });

  test('an accepted one changes that paragraph, keeps a version and thanks the reader', async () => {
    const { app, mathilde } = world;
    const { novelId, id } = await newChapter();
    const _id = await report(id);
    const twin = await report(id, typo, world.karim);
    const second = await report(id, other);
    const seen: string[] = [];
    const { changed } = app;
    app.changed = (tags) => {
      seen.push(...tags);
      return changed(tags);
    };
    const { body } = await decide(_id, { decision: 'accept' });
    app.changed = changed;
    expect(body.entry).toMatchObject({
      state: 'accepted',
      isRead: true,
      isSettled: true,
      decision: { by: 'Mathilde', reason: '' },
    });
    expect(await textOf(id)).toBe(corrected);
    expect(seen).toEqual(['home', 'sitemap', `novel:${novelId}`]);
    const versions = await published(id);
    expect(versions.map((version) => version.html)).toEqual([html, corrected]);
    expect(versions.at(-1)?.writtenBy).toBe(mathilde.user.id);
    expect(await copyOf(id)).toMatchObject({ html: corrected, version: 1 });
    expect(await own(id)).toMatchObject([
      { _id, state: 'accepted', isUnseen: true },
      { _id: second, state: 'open', isUnseen: false },
    ]);
    // The same words, reported by somebody else.
    expect(await own(id, world.karim)).toMatchObject([{ _id: twin, state: 'corrected' }]);
    // The other place of the word is still found, though the paragraph has changed.
    await decide(second, { decision: 'accept' });
    expect(await textOf(id)).toBe(corrected.replace('les chevals', 'les chevaux'));
    expect(await published(id)).toHaveLength(3);
  });

  test('one that changes a quotation mark changes the text, one that changes nothing is refused', async () => {
    const { id } = await newChapter();
    const quoted = 'Elle dit “Bonjour“, puis elle sort.';
    const saved = await save(id, `<p>${quoted}</p>`, (await copyOf(id)).version);
    expect(saved.status).toBe(200);
    const { version } = await copyOf(id);
    await succeed(world.app, world.mathilde, setPublication, {
      params: { id },
      body: { status: 'published', isSilent: true, version },
    });
    const place = { paragraph: 0, mark: markOf(quoted), start: 'Elledit“'.length, remark: '' };
    const mark = await report(id, { ...place, wrong: 'Bonjour“', correction: 'Bonjour”' });
    expect((await decide(mark, { decision: 'accept' })).status).toBe(200);
    const mended = 'Elle dit “Bonjour”, puis elle sort.';
    expect(await textOf(id)).toBe(`<p>${mended}</p>`);
    const straight = { wrong: 'Bonjour”', correction: 'Bonjour"' };
    const nothing = await report(id, { ...place, mark: markOf(mended), ...straight });
    const refused = await decide(nothing, { decision: 'accept' });
    expect([refused.status, refused.refusal.message]).toEqual([409, messages.typoUnchanged]);
  });

  test('an answer is given once: a second one is the same or refused', async () => {
    const { id } = await newChapter();
    const accepted = await report(id);
    const both = await Promise.all([
      decide(accepted, { decision: 'accept' }),
      decide(accepted, { decision: 'accept' }, world.admin),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await published(id)).toHaveLength(2);
    expect((await copyOf(id)).version).toBe(1);
    const late = await decide(accepted, { decision: 'refuse', reason: 'Non.' });
    expect([late.status, late.refusal.error]).toEqual([409, 'TYPO_DECIDED']);

    const refused = await report(id, { ...other, mark: markOf(sentence.replace('als', 'aux')) });
    const races = await Promise.all([
      decide(refused, { decision: 'refuse', reason: 'C’est un nom propre.' }),
      decide(refused, { decision: 'accept' }, world.admin),
    ]);
    expect(races.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a refused one needs a reason, which the reader sees once it is decided', async () => {
    const { id } = await newChapter();
    const _id = await report(id);
    expect((await decide(_id, { decision: 'refuse', reason: ' ' })).status).toBe(400);
    const unseen = async () => (await succeed(world.app, world.reader, getUser)).typos.unseen;
    const before = await unseen();
    const refusal = { decision: 'refuse' as const, reason: 'C’est le parler du village.' };
    expect((await decide(_id, refusal)).status).toBe(200);
    expect((await decide(_id, refusal)).status).toBe(200);
    expect(await textOf(id)).toBe(html);
    expect(await unseen()).toBe(before + 1);
    expect((await own(id))[0]).toMatchObject({
      _id,
      state: 'refused',
      reason: 'C’est le parler du village.',
      isUnseen: true,
    });
    await succeed(world.app, world.reader, seeTypoAnswers, { body: { ids: [_id] } });
    expect(await unseen()).toBe(before);
    expect((await own(id))[0]).toMatchObject({ _id, isUnseen: false });
  });

  test('the answered one comes first in its reader’s list, and nobody else marks it seen', async () => {
    const { id } = await newChapter();
    const _id = await report(id);
    await report(id, other);
    await decide(_id, { decision: 'accept' });
    const { reports } = await succeed(world.app, world.reader, listOwnTypos, { query: {} });
    expect(reports[0]).toMatchObject({ _id, isUnseen: true });
    const seen = { body: { ids: [_id] } };
    expect(await succeed(world.app, world.mathilde, seeTypoAnswers, seen)).toEqual({ seen: 0 });
    expect(await succeed(world.app, world.reader, seeTypoAnswers, seen)).toEqual({ seen: 1 });
    expect(await succeed(world.app, world.reader, seeTypoAnswers, seen)).toEqual({ seen: 0 });
  });

  test('words that are gone by now are left to the editor, and said to be corrected', async () => {
    const { id } = await newChapter();
    const _id = await report(id);
    const edited = html.replaceAll('chevals', 'chevaux');
    await save(id, edited, 0);
    const params = { id };
    const body = { status: 'published' as const, version: 1 };
    await succeed(world.app, world.mathilde, setPublication, { params, body });
    const gone = await decide(_id, { decision: 'accept' });
    expect([gone.status, gone.refusal.error]).toEqual([409, 'TEXT_CHANGED']);
    expect(gone.refusal.message).toBe(messages.studio.typoGone);
    expect((await own(id))[0]).toMatchObject({ _id, state: 'open' });
    const { body: told } = await decide(_id, { decision: 'corrected' });
    expect(told.entry).toMatchObject({ state: 'corrected', isSettled: true });
    const withdrawn = await newChapter();
    const ofDraft = await report(withdrawn.id);
    await world.app.db
      .update(chapters)
      .set({ status: 'draft' })
      .where(eq(chapters.id, withdrawn.id));
    expect((await decide(ofDraft, { decision: 'accept' })).refusal.message).toBe(
      messages.studio.typoOffline,
    );
  });

  test('the working copy gets the correction too, and loses nothing of its own', async () => {
    const { id } = await newChapter();
    const _id = await report(id);
    const copy = html.replace('La nuit', 'Une longue nuit');
    expect((await save(id, copy, 0)).status).toBe(200);
    await decide(_id, { decision: 'accept' });
    expect(await textOf(id)).toBe(corrected);
    const now = await copyOf(id);
    expect(now).toMatchObject({ html: copy.replace('Les chevals', 'Les chevaux'), version: 2 });
    // Who has the older copy open is told, as at any save.
    const stale = await save(id, `${copy}<p>Encore.</p>`, 1);
    expect([stale.status, stale.refusal.error]).toEqual([409, 'COPY_STALE']);
    expect(stale.refusal.current).toMatchObject({ version: 2 });
  });

  test.each([
    ['without the words', '<p>Tout est réécrit.</p>', false],
    ['that has italics in them', html.replace('Les chevals', 'Les cheval<em>s</em>'), true],
    ['that has them among other words', '<p>Ici, les chevals boivent à la rivière.</p>', true],
  ])('a working copy %s stays as it is', async (_, copy, isLeftInCopy) => {
    const { id } = await newChapter();
    const _id = await report(id, copy.includes('Ici') ? { ...typo, wrong: 'chevals' } : typo);
    await save(id, copy, 0);
    const decided = await succeed(world.app, world.mathilde, decideTypo, {
      params: { id: _id },
      body: { decision: 'accept' },
    });
    expect(decided.isLeftInCopy).toBe(isLeftInCopy);
    expect(await textOf(id)).toBe(corrected);
    expect(await copyOf(id)).toMatchObject({ html: copy, version: 1 });
  });

  test('an acceptance and a save at once lose neither', async () => {
    const { id } = await newChapter();
    const _id = await report(id);
    const text = `${html}\n<p>Encore.</p>`;
    const [saved, decided] = await Promise.all([
      save(id, text, 0),
      decide(_id, { decision: 'accept' }),
    ]);
    expect(decided.status).toBe(200);
    expect(await textOf(id)).toBe(corrected);
    const copy = await copyOf(id);
    if (saved.status === 200) {
      expect(copy.html).toBe(text.replace('Les chevals', 'Les chevaux'));
    } else {
      expect([saved.status, saved.refusal.error]).toEqual([409, 'COPY_STALE']);
      expect(copy.html).toBe(corrected);
    }
  });

  test.each(memberRoles)(
    'a member who is %s sees them, and answers with `publish`',
    async (role) => {
      const { app } = world;
      const { novelId, id } = await newChapter(true);
      await unlock(app, world.reader.user.id, id);
      const _id = await report(id);
      const member = await signInAs(app, { displayName: `Membre ${role}` });
      const stranger = await decide(_id, { decision: 'accept' }, member);
      expect(stranger.status).toBe(403);
      expect((await decide(_id, { decision: 'accept' }, world.karim)).status).toBe(404);
      const joined = { novelId, userId: member.user.id, role, joinedAt: app.clock.now() };
      await app.db.insert(novelMembers).values(joined);
      const publishes: readonly MemberRole[] = ['co_author', 'editor'];
      const canDecide = publishes.includes(role);
      const { entries, counts } = await inbox({ novel: novelId }, member);
      expect(entries).toMatchObject([{ _id, canDecide, canBlock: false }]);
      expect(counts).toMatchObject({ typos: 1 });
      expect((await inbox({}, member)).entries).toMatchObject([{ _id }]);
      const answer = await decide(_id, { decision: 'corrected' }, member);
      expect(answer.status).toBe(canDecide ? 200 : 403);
      const block = { params: { id: _id }, body: { reason: 'Insultes.' } };
      const blocked = await request(app, member, blockReporter, block);
      expect(blocked.status).toBe(403);
      expect(await app.db.$count(blockedReaders)).toBe(0);
    },
  );

  test('go with their reader’s account; an answer stays without its author’s name', async () => {
    const { app } = world;
    const { novelId, id } = await newChapter();
    const leaving = await signInAs(app, { displayName: 'Partante' });
    await report(id, typo, leaving);
    expect(await eraseAccount(app, leaving.user.id, { lostCredits: 0 })).toBeNull();
    expect((await inbox({ novel: novelId })).entries).toEqual([]);
  });
});
