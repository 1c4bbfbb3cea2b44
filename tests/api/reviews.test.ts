import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reviewsStructuredData } from '#server/catalogue/structured-data.ts';
import { eraseReviewVotes } from '#server/account/erasures.ts';
import { setHeldWords } from '#server/community/held-words.ts';
import { loadReviews } from '#server/community/reviews/list-reviews.ts';
import { v7 as uuidv7 } from 'uuid';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { blockedReaders } from '#server/core/db/schema/conversation.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { reviewsTag } from '#server/core/pagecache/tags.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { readPlace } from '#server/publishing/content-notices/places.ts';
import { getOwnReview, saveReview } from '#shared/contracts/reviews.ts';
import { messages } from '#shared/messages.ts';
import { openCommentedWorld, type CommentedWorld } from '../world/comments.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const text = 'Une histoire qui prend son temps, et qui le rend bien\u00A0: on y revient. '
  .repeat(3)
  .trim();
const words = { title: 'Un beau livre', text, hasSpoiler: false };

describe('reviews', () => {
  let world: CommentedWorld;
  let owner: TestBrowser;
  let count = 0;
  beforeAll(async () => {
    world = await openCommentedWorld();
    owner = await signInAs(world.app, { name: 'Autrice', displayName: 'Autrice', role: 'author' });
  });
  afterAll(() => world.close());

  const newNovel = async (chapterCount = 6) => {
    const title = `Roman à lire ${++count}`;
    const novel = await addNovel(world.app, { title, chapters: chapterCount });
    const { db } = world.app;
    await db.update(novels).set({ ownerId: owner.user.id }).where(eq(novels.id, novel.id));
    const [row] = await db.select().from(novels).where(eq(novels.id, novel.id));
    return { ...novel, title, slug: row?.slug ?? '' };
  };
  type Novel = Awaited<ReturnType<typeof newNovel>>;
  const open = (who: TestBrowser, chapterIds: readonly string[]) =>
    world.app.db
      .insert(readingPlaces)
      .values(chapterIds.map((chapterId) => ({ userId: who.user.id, chapterId })));
  const write = (who: TestBrowser | null, { id }: Novel, body: object = words) =>
    world.ask(who, 'PUT', `/api/novels/${id}/review`, body);
  /** Opens five chapters, and writes. */
  const review = async (who: TestBrowser, novel: Novel, body: object = words) => {
    await open(who, novel.chapterIds.slice(0, 5));
    const answer = await write(who, novel, body);
    expect(answer).toMatchObject({ status: 200 });
    world.app.clock.advance(1_000);
    return saveReview.response.parse(answer.body)._id;
  };
  const own = async (who: TestBrowser, { id }: Novel) =>
    getOwnReview.response.parse((await world.ask(who, 'GET', `/api/novels/${id}/review`)).body);
  const shown = async ({ slug }: Novel, query = '') => {
    const found = await loadReviews(world.app, slug, new URLSearchParams(query));
    if (found === null || found === 'failed') throw new Error('no page');
    return found.reviews;
  };
  const remove = (who: TestBrowser, id: string) => world.ask(who, 'DELETE', `/api/comments/${id}`);
  const moderate = (act: 'remove' | 'restore', id: string) =>
    world.ask(world.admin, 'POST', `/api/moderation/comments/${id}/${act}`, { reason: 'Insultes' });
  const vote = (who: TestBrowser, id: string, isUseful = true) =>
    world.ask(who, 'PUT', `/api/reviews/${id}/useful`, { isUseful });
  const answer = (who: TestBrowser, id: string, said = 'Merci de votre lecture.') =>
    world.ask(who, 'PUT', `/api/reviews/${id}/answer`, { text: said });

  test('are written after five opened chapters: an unlock opens none', async () => {
    const novel = await newNovel();
    const [fifth = ''] = novel.chapterIds.slice(4);
    await open(world.lea, novel.chapterIds.slice(0, 4));
    const refused = await write(world.lea, novel);
    expect(refused).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect(refused.body.message).toContain('vous en avez ouvert 4');
    const unlock = { userId: world.lea.user.id, chapterId: fifth, costCredits: 1 };
    await world.app.db.insert(unlocks).values(unlock);
    expect((await own(world.lea, novel)).closedSentence).toContain('vous en avez ouvert 4');
    await open(world.lea, [fifth]);
    expect((await own(world.lea, novel)).closedSentence).toBeNull();
    expect((await write(world.lea, novel)).status).toBe(200);
    expect((await write(null, novel)).status).toBe(401);
  });

  test('are written after all chapters where there are fewer than five', async () => {
    const novel = await newNovel(2);
    await open(world.lea, novel.chapterIds.slice(0, 1));
    expect((await write(world.lea, novel)).status).toBe(403);
    await open(world.lea, novel.chapterIds.slice(1));
    expect((await write(world.lea, novel)).status).toBe(200);
  });

  test('are not written of an own novel, nor by who is blocked or suspended', async () => {
    const novel = await newNovel();
    const [member, blocked, suspended] = [
      await signInAs(world.app),
      await signInAs(world.app),
      await signInAs(world.app, { commentsSuspendedUntil: new Date('2100-01-01') }),
    ];
    const { db } = world.app;
    await db.insert(novelMembers).values({
      novelId: novel.id,
      userId: member.user.id,
      role: 'proofreader',
    });
    await db.insert(blockedReaders).values({ authorId: owner.user.id, userId: blocked.user.id });
    for (const [who, message] of [
      [owner, messages.reviewOfTeam],
      [member, messages.reviewOfTeam],
      [blocked, messages.commentsBlocked],
      [suspended, expect.stringContaining('commenter avant le') as string],
    ] as const) {
      await open(who, novel.chapterIds);
      expect(await write(who, novel)).toMatchObject({ status: 403, body: { message } });
    }
    expect(await shown(novel)).toEqual([]);
  });

  test.each([
    [{ ...words, text: 'Trop court.' }, 'text', 'Au moins 100 caractères.'],
    [{ ...words, text: 'a'.repeat(5_001) }, 'text', 'Au plus 5\u202F000 caractères.'],
    [{ ...words, title: ' \n ' }, 'title', 'Le titre est vide.'],
  ])('have a title, and from 100 to 5,000 characters', async (body, field, message) => {
    const novel = await newNovel();
    await open(world.lea, novel.chapterIds);
    const { body: refusal } = await write(world.lea, novel, body);
    expect(refusal).toMatchObject({ error: 'MALFORMED', errors: [{ field, message }] });
  });

  test('are one for each reader: the second replaces the first', async () => {
    const novel = await newNovel();
    const id = await review(world.lea, novel);
    const changed = { title: 'Un livre', text: `${text}\n\nDeux fois.`, hasSpoiler: true };
    const [again, atOnce] = await Promise.all([1, 2].map(() => write(world.lea, novel, changed)));
    expect([again?.body._id, atOnce?.body._id]).toEqual([id, id]);
    const rows = await shown(novel);
    expect(rows).toEqual([expect.objectContaining({ id, ...changed, name: 'Léa Martin' })]);
    expect(rows[0]?.editedAt).not.toBeNull();
  });

  test('stand by usefulness or date; a vote counts once, and not for one’s own', async () => {
    const novel = await newNovel();
    const older = await review(world.lea, novel);
    const newer = await review(world.karim, novel);
    expect((await vote(world.karim, older)).body).toEqual({ useful: 1 });
    expect((await vote(world.karim, older)).body).toEqual({ useful: 1 });
    expect((await vote(world.lea, older)).status).toBe(403);
    const idsOf = async (query: string) => (await shown(novel, query)).map(({ id }) => id);
    expect(await idsOf('')).toEqual([older, newer]);
    expect(await idsOf('tri=date')).toEqual([newer, older]);
    expect((await own(world.karim, novel)).useful).toEqual([older]);
    expect((await vote(world.karim, older, false)).body).toEqual({ useful: 0 });
    await vote(world.karim, older);
    const { db } = world.app;
    expect(await eraseReviewVotes.run(db, world.karim.user.id)).toEqual([reviewsTag(novel.id)]);
    expect((await shown(novel)).map(({ useful }) => useful)).toEqual([0, 0]);
  });

  test('have one answer, of the novel’s team alone, which it changes and removes', async () => {
    const novel = await newNovel();
    const id = await review(world.lea, novel);
    expect((await answer(world.karim, id)).status).toBe(403);
    const first = await answer(owner, id);
    const second = await answer(owner, id, 'Merci encore.');
    expect(second.body).toEqual(first.body);
    expect((await shown(novel))[0]?.answer).toMatchObject({
      text: 'Merci encore.',
      name: 'Autrice',
    });
    const member = await signInAs(world.app, { name: 'Éditrice', role: 'author' });
    const ids = { novelId: novel.id, userId: member.user.id };
    await world.app.db.insert(novelMembers).values({ ...ids, role: 'co_author' });
    const answerId = String(first.body._id);
    expect((await remove(world.karim, answerId)).status).toBe(403);
    expect((await remove(member, answerId)).status).toBe(200);
    expect((await shown(novel))[0]?.answer).toBeNull();
    expect((await answer(owner, id)).status).toBe(200);
  });

  test('begin afresh once their writer has removed them', async () => {
    const novel = await newNovel();
    const id = await review(world.lea, novel);
    await vote(world.karim, id);
    expect((await remove(world.lea, id)).status).toBe(200);
    expect(await shown(novel)).toEqual([]);
    expect((await own(world.lea, novel)).review).toBeNull();
    expect((await write(world.lea, novel)).body._id).not.toBe(id);
    expect(await shown(novel)).toEqual([expect.objectContaining({ useful: 0 })]);
  });

  test('that moderators remove tell their writer why, are not written again, and come back', async () => {
    const novel = await newNovel();
    const id = await review(world.lea, novel);
    expect((await moderate('remove', id)).status).toBe(200);
    expect(await shown(novel)).toEqual([]);
    expect((await own(world.lea, novel)).review).toMatchObject({ reason: 'Insultes' });
    const message = messages.reviewRemoved;
    expect(await write(world.lea, novel)).toMatchObject({ status: 403, body: { message } });
    await moderate('restore', id);
    expect(await shown(novel)).toEqual([expect.objectContaining({ id, ...words })]);
  });

  test('with a word that the author holds are shown, and reported to moderators', async () => {
    const novel = await newNovel();
    await setHeldWords(world.app, novel.id, ['temps']);
    const id = await review(world.lea, novel);
    expect(await shown(novel)).toHaveLength(1);
    const { body } = await world.ask(world.admin, 'GET', '/api/moderation/comments');
    expect(body.comments).toContainEqual(
      expect.objectContaining({ _id: id, chapter: null, reasons: ['Mot retenu\u00A0: temps'] }),
    );
    // It is no report of the owner's.
    const exported = await world.ask(owner, 'GET', '/api/auth/export');
    expect(exported.body).toMatchObject({ reportsMade: [] });
  });

  test('are a place of a notice, and tell search engines what the page shows', async () => {
    const novel = await newNovel();
    const id = await review(world.lea, novel, { ...words, hasSpoiler: true });
    const place = await readPlace(world.app.db, { placeKind: 'comment', placeId: id });
    expect(place).toMatchObject({
      isOnline: true,
      personId: world.lea.user.id,
      path: `/novel/${novel.slug}/avis?tri=date&avis=${id}#avis-${id}`,
    });
    const answerId = String((await answer(owner, id)).body._id);
    expect(
      await readPlace(world.app.db, { placeKind: 'comment', placeId: answerId }),
    ).toMatchObject({
      words: `la réponse à un avis sur le roman «\u00A0${novel.title}\u00A0»`,
      path: `/novel/${novel.slug}/avis?tri=date&avis=${answerId}#avis-${answerId}`,
    });
    const found = await loadReviews(world.app, novel.slug, new URLSearchParams());
    if (found === null || found === 'failed') throw new Error('no page');
    const data = JSON.stringify(
      reviewsStructuredData(found.novel, found.reviews, 'https://x.test'),
    );
    expect(data).toContain(words.title);
    // It is folded on the page.
    expect(data).not.toContain(text);
    const newer = { novelId: novel.id, createdAt: world.app.clock.now(), text: `Titre\n\n${text}` };
    const others = Array.from({ length: 20 }, () => uuidv7());
    await world.app.db
      .insert(comments)
      .values(others.map((each) => ({ ...newer, id: each, threadId: each })));
    expect((await shown(novel, `tri=date&avis=${answerId}`)).map((one) => one.id)).toEqual([id]);
  });

  test('do not count as comments of a chapter', async () => {
    const novel = await newNovel();
    await review(world.lea, novel);
    const rows = await world.app.db.select().from(chapters).where(eq(chapters.novelId, novel.id));
    expect(rows.map(({ comments }) => comments)).toEqual(rows.map(() => 0));
  });
});
