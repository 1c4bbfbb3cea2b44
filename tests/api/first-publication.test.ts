import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideReview,
  getReview,
  listWaitingNovels,
  submitForReview,
} from '#shared/contracts/first-publication.ts';
import { deleteAccount } from '#shared/contracts/auth.ts';
import { listModerationActs } from '#shared/contracts/moderation.ts';
import { listNovels, getNovel } from '#shared/contracts/novels.ts';
import { invite, acceptNovel, answerInvitation, offerNovel } from '#shared/contracts/novel-team.ts';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import { setPublication } from '#shared/contracts/studio-chapters.ts';
import { deleteNovel, editNovel, getStudioNovel } from '#shared/contracts/studio-novels.ts';
import { confirmUpload, uploadBook } from '#shared/contracts/studio-uploads.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { outbox, releases } from '#server/db/schema/outbox.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { giveRole } from '#server/identity/roles.ts';
import { composeLetter } from '#server/mail/account-letters.ts';
import { settleGates } from '#server/publishing/review/gate.ts';
import { openGatesOfKnown } from '#server/publishing/review/open-gates.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import { openTestApp } from '../world/app.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { addDraftNovel, novelForm, request, succeed } from '../world/studio.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('the first novel of a new author', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let admin: TestBrowser;
  beforeAll(async () => {
    const settings = { FIRST_PUBLICATION: 'review', RATE_LIMIT_PER_MINUTE: '1000000' };
    app = await openTestApp({ ...settings });
    admin = await signInAs(app, { displayName: 'Camille', role: 'admin' });
  });
  afterAll(() => app.close());

  const newAuthor = () => signInAs(app, { displayName: 'Nora', role: 'author' });
  /** Her first novel, complete, of so many chapters. */
  const begin = async (count = 3) => {
    const nora = await newAuthor();
    const novel = await addDraftNovel(app, nora, { chapters: count });
    const params = { id: novel.id };
    const genres: ['Fantasy'] = ['Fantasy'];
    const body = { ...novelForm(), description: 'Un résumé.', genres };
    await succeed(app, nora, editNovel, { params, body });
    return { nora, ...novel, params };
  };
  const confirmed = { ownsRights: true, warnsReaders: true } as const;
  const submit = (nora: TestBrowser, id: string, firstChapters = 0) =>
    succeed(app, nora, submitForReview, { params: { id }, body: { ...confirmed, firstChapters } });
  const waitingOf = async (novelId: string) => {
    const { novels: all } = await succeed(app, admin, listWaitingNovels, {});
    return all.find(({ novel }) => novel._id === novelId);
  };
  const decide = async (novelId: string, isAccepted: boolean, reason = 'Merci.') => {
    const params = { id: (await waitingOf(novelId))?._id ?? '' };
    return succeed(app, admin, decideReview, { params, body: { isAccepted, reason } });
  };
  const rowOf = async (id: string) =>
    (await app.db.select().from(novels).where(eq(novels.id, id)))[0];
  const statesOf = async (novelId: string) => {
    const rows = await app.db
      .select()
      .from(chapters)
      .where(eq(chapters.novelId, novelId))
      .orderBy(chapters.chapterNumber);
    return rows.map(({ status }) => status);
  };
  /** Nothing of it is public, and nobody was told of it. */
  const expectHidden = async (id: string) => {
    expect((await request(app, null, getNovel, { params: { id } })).status).toBe(404);
    const { novels: listed } = await succeed(app, null, listNovels, {});
    expect(listed.map(({ _id }) => _id)).not.toContain(id);
    expect(await statesOf(id)).not.toContain('published');
    expect(await app.db.$count(releases, eq(releases.novelId, id))).toBe(0);
    expect(await rowOf(id)).toMatchObject({ isDraft: true, isGated: true });
  };

  test('is published by no call before it is accepted', async () => {
    const { nora, id, chapterIds, params } = await begin();
    const [first = ''] = chapterIds;
    const wish = { status: 'published' as const, version: 1 };
    const one = await request(app, nora, setPublication, { params: { id: first }, body: wish });
    expect(one).toMatchObject({ status: 409, refusal: { error: 'REVIEW_NEEDED' } });
    const many = { action: 'publish' as const, chapterIds };
    const batch = await request(app, nora, changeChapters, { params, body: many });
    expect(batch.refusal.error).toBe('REVIEW_NEEDED');
    const byAdmin = await request(app, admin, setPublication, {
      params: { id: first },
      body: wish,
    });
    expect(byAdmin.refusal.error).toBe('REVIEW_NEEDED');
    await expectHidden(id);
  });

  test('is not published by an import, into it or as a new novel', async () => {
    const { nora, id } = await begin();
    const form = { ...novelForm(), title: 'Importé' };
    const targets = [
      { kind: 'existing' as const, novelId: id },
      { kind: 'new' as const, takesCover: false, ...form },
    ];
    for (const target of targets) {
      const file = Buffer.from('# Un\n\nTexte.\n');
      const upload = await succeed(app, nora, uploadBook, { query: { name: 'a.md' }, body: file });
      const options = { target, edits: [], premiumFrom: null, creditCost: 1 };
      const params = { id: upload._id };
      const body = { ...options, publication: 'published' as const };
      const refused = await request(app, nora, confirmUpload, { params, body });
      expect(refused.refusal.error).toBe('REVIEW_NEEDED');
      const drafts = { ...options, publication: 'draft' as const };
      expect((await request(app, nora, confirmUpload, { params, body: drafts })).status).toBe(200);
    }
    expect(await app.db.$count(novels, eq(novels.title, 'Importé'))).toBe(1);
    await expectHidden(id);
  });

  test('does not come out by its schedule while it waits, and does at its acceptance', async () => {
    const { nora, id, chapterIds, params } = await begin();
    const at = new Date(app.clock.now().getTime() + 10 * minuteMs).toISOString();
    const later = new Date(app.clock.now().getTime() + 100 * hourMs).toISOString();
    const [first = '', second = ''] = chapterIds;
    const slots = [
      { chapterId: first, at },
      { chapterId: second, at: later },
    ];
    await succeed(app, nora, changeChapters, { params, body: { action: 'schedule', slots } });
    await submit(nora, id);
    // CSRF tokens are valid for an hour.
    app.clock.advance(20 * minuteMs);
    await publishDueChapters(app);
    await expectHidden(id);
    expect(await decide(id, true)).toEqual({ published: 1 });
    expect(await statesOf(id)).toEqual(['published', 'scheduled', 'draft']);
    const [out] = await app.db.select().from(chapters).where(eq(chapters.id, first));
    expect(out?.publishedAt).toEqual(app.clock.now());
    expect(await app.db.$count(releases, eq(releases.novelId, id))).toBe(1);
    expect((await request(app, null, getNovel, { params: { id } })).status).toBe(200);
  });

  test('is submitted with a synopsis, a genre and a chapter, and confirmed rights', async () => {
    const nora = await newAuthor();
    const { id } = await addDraftNovel(app, nora, { chapters: 0 });
    const params = { id };
    const body = { ...confirmed, firstChapters: 1 };
    const refused = await request(app, nora, submitForReview, { params, body });
    expect(refused).toMatchObject({ status: 409, refusal: { error: 'REVIEW_INCOMPLETE' } });
    const fields = (refused.refusal.errors ?? []).map(({ field }) => field);
    expect(fields).toContain('chapters');
    const unsure = { ...body, ownsRights: false as unknown as true };
    expect((await request(app, nora, submitForReview, { params, body: unsure })).status).toBe(400);
    expect(await app.db.$count(novelReviews, eq(novelReviews.novelId, id))).toBe(0);
  });

  test('waits once, however often and however many at a time it is submitted', async () => {
    const { nora, id, params } = await begin();
    const body = { ...confirmed, firstChapters: 1 };
    const both = await Promise.all([
      request(app, nora, submitForReview, { params, body }),
      request(app, nora, submitForReview, { params, body }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await submit(nora, id)).last?.state).toBe('waiting');
    expect(await app.db.$count(novelReviews, eq(novelReviews.novelId, id))).toBe(1);
    expect(await waitingOf(id)).toMatchObject({ firstChapters: 1, chapterCount: 3 });
  });

  test('comes out with the chapters its author chose, and frees the next novels', async () => {
    const { nora, id } = await begin();
    const next = await addDraftNovel(app, nora, { chapters: 1 });
    expect(await rowOf(next.id)).toMatchObject({ isGated: true });
    await submit(nora, id, 2);
    expect(await decide(id, true)).toEqual({ published: 2 });
    expect(await statesOf(id)).toEqual(['published', 'published', 'draft']);
    expect(await rowOf(id)).toMatchObject({ isGated: false, isDraft: false, chapterCount: 2 });
    const params = { id: next.chapterIds[0] ?? '' };
    const body = { status: 'published' as const, version: 1 };
    expect((await request(app, nora, setPublication, { params, body })).status).toBe(200);
    const third = await addDraftNovel(app, nora, { chapters: 0 });
    expect(await rowOf(third.id)).toMatchObject({ isGated: false });
  });

  test('counts the days until its chapters are free from their publication', async () => {
    const { nora, id, chapterIds, params } = await begin(2);
    const price = { action: 'price' as const, chapterIds, isPremium: true, creditCost: 5 };
    await succeed(app, nora, changeChapters, { params, body: price });
    const rule = { kind: 'after' as const, days: 1 };
    await succeed(app, nora, setFreeRule, { params, body: { parts: [null], rule } });
    const at = new Date(app.clock.now().getTime() + 10 * minuteMs).toISOString();
    const slots = [{ chapterId: chapterIds[1] ?? '', at }];
    await succeed(app, nora, changeChapters, { params, body: { action: 'schedule', slots } });
    await submit(nora, id, 1);
    // It has waited for three days after its hour.
    const ago = (days: number) => new Date(app.clock.now().getTime() - days * 24 * hourMs);
    const late = { publishedAt: ago(3), freeFrom: ago(2) };
    await app.db
      .update(chapters)
      .set(late)
      .where(eq(chapters.id, chapterIds[1] ?? ''));
    expect(await decide(id, true)).toEqual({ published: 2 });
    const out = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    const now = app.clock.now().getTime();
    for (const { freeFrom } of out) {
      expect(freeFrom?.getTime()).toBeGreaterThan(now + 22 * hourMs);
    }
  });

  test('is submitted anew by an author who took it over while it waited', async () => {
    const { nora, id, params } = await begin();
    const bea = await signInAs(app, { displayName: 'Béa', role: 'author' });
    await submit(nora, id, 2);
    const asked = { params, body: { role: 'co_author' as const } };
    const { token } = await succeed(app, nora, invite, asked);
    await succeed(app, bea, answerInvitation, { body: { token, isAccepted: true } });
    await succeed(app, nora, offerNovel, { params, body: { userId: bea.user.id } });
    await succeed(app, bea, acceptNovel, { params });
    expect(await waitingOf(id)).toBeUndefined();
    await submit(bea, id, 1);
    expect((await waitingOf(id))?.author.name).toBe('Béa');
    expect(await decide(id, true)).toEqual({ published: 1 });
    const next = await addDraftNovel(app, nora, { chapters: 0 });
    expect(await rowOf(next.id)).toMatchObject({ isGated: true });
  });

  test('is refused with a reason that its author reads, and may be submitted again', async () => {
    const { nora, id, params } = await begin();
    await submit(nora, id, 1);
    const waiting = (await waitingOf(id))?._id ?? '';
    const bare = { params: { id: waiting }, body: { isAccepted: false as const, reason: ' ' } };
    expect((await request(app, admin, decideReview, bare)).status).toBe(400);
    expect(await decide(id, false, 'Le résumé raconte la fin.')).toEqual({ published: 0 });
    await expectHidden(id);
    const seen = await succeed(app, nora, getReview, { params });
    expect(seen.last).toMatchObject({ state: 'refused', reason: 'Le résumé raconte la fin.' });
    await submit(nora, id, 1);
    expect(await waitingOf(id)).toMatchObject({ refusedBefore: 1 });
    await decide(id, true, '');
    expect(await rowOf(id)).toMatchObject({ isDraft: false });
  });

  test('is decided once, also by two admins at the same time', async () => {
    const { nora, id } = await begin();
    await submit(nora, id, 1);
    const params = { id: (await waitingOf(id))?._id ?? '' };
    const both = await Promise.all([
      request(app, admin, decideReview, { params, body: { isAccepted: true } }),
      request(app, admin, decideReview, { params, body: { isAccepted: false, reason: 'Non.' } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const letters = await app.db.select().from(outbox).where(eq(outbox.userId, nora.user.id));
    expect(letters.filter(({ kind }) => kind === 'review')).toHaveLength(1);
  });

  test('has its decision in the log and in a letter to its author', async () => {
    const { nora, id } = await begin();
    await submit(nora, id, 0);
    await decide(id, false, 'Écrivez un résumé plus clair.');
    const { acts } = await succeed(app, admin, listModerationActs, {});
    const title = (await rowOf(id))?.title;
    expect(acts[0]).toMatchObject({ act: 'novel.refused', actor: 'Camille', novel: title });
    const letters = await app.db.select().from(outbox).where(eq(outbox.userId, nora.user.id));
    const letter = letters.find(({ kind }) => kind === 'review');
    const site = { siteUrl: 'https://feuilleton.test', publisherEmail: 'a@exemple.test' };
    const composed = letter && (await composeLetter(app.db, letter, site));
    expect(JSON.stringify(composed)).toContain('Écrivez un résumé plus clair.');
    expect(composed?.content.subject).toContain('ne peut pas encore paraître');
  });

  test('is read and submitted by its team as the powers say', async () => {
    const { nora, id, params } = await begin();
    const helper = await signInAs(app, { displayName: 'Aide' });
    const asked = { body: { role: 'translator' as const }, params };
    const { token } = await succeed(app, nora, invite, asked);
    await succeed(app, helper, answerInvitation, { body: { token, isAccepted: true } });
    const body = { ...confirmed, firstChapters: 0 };
    expect((await request(app, helper, submitForReview, { params, body })).status).toBe(403);
    await submit(nora, id);
    expect((await succeed(app, helper, getReview, { params })).last?.state).toBe('waiting');
  });

  test('waits also for a new author who was given a novel that is public', async () => {
    const { nora, id: own } = await begin();
    const karim = await signInAs(app, { displayName: 'Karim', role: 'author' });
    const given = await addNovel(app, { title: 'Donné', chapters: [chapterDraft(1)] });
    await app.db.update(novels).set({ ownerId: karim.user.id }).where(eq(novels.id, given.id));
    const asked = { params: { id: given.id }, body: { role: 'editor' as const } };
    const { token } = await succeed(app, karim, invite, asked);
    await succeed(app, nora, answerInvitation, { body: { token, isAccepted: true } });
    const offer = { params: { id: given.id }, body: { userId: nora.user.id } };
    await succeed(app, karim, offerNovel, offer);
    await succeed(app, nora, acceptNovel, { params: { id: given.id } });
    const next = await addDraftNovel(app, nora, { chapters: 0 });
    expect(await rowOf(next.id)).toMatchObject({ isGated: true });
    await expectHidden(own);
  });

  test('waits no more in the queue once its author has erased the account', async () => {
    const { nora, id } = await begin();
    await submit(nora, id, 1);
    const body = { confirmation: 'SUPPRIMER', lostCredits: 0 } as const;
    await succeed(app, nora, deleteAccount, { body });
    expect(await waitingOf(id)).toBeUndefined();
    expect(await app.db.$count(novelReviews, eq(novelReviews.authorId, nora.user.id))).toBe(0);
  });

  test('is not waited for by authors who published before, admins, and with the gate open', async () => {
    const known = await newAuthor();
    const old = await addNovel(app, { title: 'Ancien', chapters: [chapterDraft(1)] });
    await app.db.update(novels).set({ ownerId: known.user.id }).where(eq(novels.id, old.id));
    for (const author of [known, admin]) {
      const { id } = await addDraftNovel(app, author, { chapters: 0 });
      expect(await rowOf(id)).toMatchObject({ isGated: false });
    }
    const { nora, id, params } = await begin();
    await settleGates(app.db, { firstPublication: 'open' });
    expect((await succeed(app, nora, getStudioNovel, { params })).isGated).toBe(false);
    const body = { ...confirmed, firstChapters: 0 };
    expect((await request(app, nora, submitForReview, { params, body })).status).toBe(404);
    await settleGates(app.db, { firstPublication: 'review' });
    await expectHidden(id);
  });

  test('that was accepted and deleted before anything was public makes its author new again', async () => {
    const { nora, id, params } = await begin();
    await submit(nora, id);
    await decide(id, true);
    expect(await rowOf(id)).toMatchObject({ isDraft: true, isGated: false });
    await succeed(app, nora, deleteNovel, { params });
    const next = await addDraftNovel(app, nora, { chapters: 0 });
    expect(await rowOf(next.id)).toMatchObject({ isGated: true });
  });

  test('waits no more once its author is known otherwise, and what was due is new then', async () => {
    const { nora, id, chapterIds, params } = await begin();
    const at = new Date(app.clock.now().getTime() + hourMs).toISOString();
    const slots = [{ chapterId: chapterIds[0] ?? '', at }];
    await succeed(app, nora, changeChapters, { params, body: { action: 'schedule', slots } });
    await submit(nora, id, 1);
    app.clock.advance(2 * hourMs);
    await openGatesOfKnown(app);
    await expectHidden(id);
    await giveRole(app, nora.user.id, 'admin');
    await openGatesOfKnown(app);
    expect(await rowOf(id)).toMatchObject({ isDraft: false, isGated: false });
    const [first] = await app.db
      .select()
      .from(chapters)
      .where(eq(chapters.id, chapterIds[0] ?? ''));
    expect(first).toMatchObject({ status: 'published', publishedAt: app.clock.now() });
    expect(await app.db.$count(releases, eq(releases.novelId, id))).toBe(1);
    expect(await app.db.$count(novelReviews, eq(novelReviews.novelId, id))).toBe(0);
  });

  test('the database refuses a public novel that was not accepted', async () => {
    const { id } = await begin();
    const wrong = app.db.update(novels).set({ isDraft: false }).where(eq(novels.id, id));
    const error = await wrong.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(String(error instanceof Error ? error.cause : error)).toContain('novels_gated_is_draft');
  });
});
