import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { releases } from '#server/core/db/schema/outbox.ts';
import { findAnnouncement } from '#server/catalogue/announcements.ts';
import { atomFeed, listNovelFeed } from '#server/catalogue/feeds.ts';
import { findNovel } from '#server/catalogue/novels.ts';
import { loadNovelPage } from '#server/catalogue/novel-page.ts';
import * as calls from '#shared/contracts/announcements.ts';
import { listChapters } from '#shared/contracts/chapters.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { addDraftNovel, describeInStudio, newKey, request, succeed } from '../world/studio.ts';

const dayMs = 24 * 3_600_000;

describeInStudio('announcements of a novel', (world) => {
  let made = 0;
  const newNovel = async (owner: TestBrowser = world.mathilde) => {
    const novel = await addNovel(world.app, { title: `Annoncé ${++made}`, chapters: 1 });
    await world.app.db
      .update(novels)
      .set({ ownerId: owner.user.id })
      .where(eq(novels.id, novel.id));
    // Of its chapter.
    await world.app.db.delete(releases).where(eq(releases.novelId, novel.id));
    return novel.id;
  };
  const body = (more: Partial<{ title: string; text: string; isSent: boolean; key: string }>) => ({
    title: 'Une pause',
    text: 'Je reviens en mars.\n\nMerci.',
    isSent: false,
    key: newKey(),
    ...more,
  });
  const add = (id: string, more = {}, who = world.mathilde) =>
    request(world.app, who, calls.addAnnouncement, { params: { id }, body: body(more) });
  const releasesOf = (id: string) =>
    world.app.db.select().from(releases).where(eq(releases.novelId, id));
  const pageOf = async (id: string) => {
    const novel = await findNovel(world.app.db, id);
    const page = await loadNovelPage(world.app, novel?.slug ?? '', new URLSearchParams());
    if (page.kind !== 'novel') throw new Error(page.kind);
    return page;
  };

  test('stand on the novel’s page and in its feed, last first, and are no chapter', async () => {
    const id = await newNovel();
    for (const title of ['Un', 'Deux', 'Trois', 'Quatre']) {
      await add(id, { title });
      world.app.clock.advance(1_000);
    }
    const page = await pageOf(id);
    expect(page.announcements.map(({ title }) => title)).toEqual(['Quatre', 'Trois', 'Deux']);
    expect(page.novel.chapterCount).toBe(1);
    const params = { novelId: id };
    expect(await succeed(world.app, null, listChapters, { params })).toHaveLength(1);
    const feed = { title: '', siteUrl: '', selfPath: '', pagePath: '', now: new Date() };
    const atom = atomFeed(
      feed,
      await listNovelFeed(world.app.db, world.app.clock.now(), page.novel),
    );
    expect(atom).toContain(`${page.novel.title}, annonce : Quatre`);
    expect(atom).toContain('Je reviens en mars.');
  });

  test('sent twice, the form makes one', async () => {
    const id = await newNovel();
    const key = newKey();
    const [first, second] = [
      await add(id, { key, isSent: true }),
      await add(id, { key, isSent: true }),
    ];
    expect(second.body).toEqual(first.body);
    expect(await releasesOf(id)).toHaveLength(1);
  });

  test('two that are sent at once make one message', async () => {
    const id = await newNovel();
    const answers = await Promise.all([add(id, { isSent: true }), add(id, { isSent: true })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await releasesOf(id)).toHaveLength(1);
  });

  test('are changed without being sent again, and deleted', async () => {
    const id = await newNovel();
    const { body: added } = await add(id, { isSent: true });
    const params = { id: added._id };
    const changed = { title: 'Une longue pause', text: 'Je reviens en mai.' };
    const told = await succeed(world.app, world.mathilde, calls.editAnnouncement, {
      params,
      body: changed,
    });
    expect(told).toMatchObject({ ...changed, isSent: true, date: added.date });
    expect(await releasesOf(id)).toHaveLength(1);
    const { novel } = await pageOf(id);
    expect(await findAnnouncement(world.app.db, novel.slug, added._id)).toMatchObject({
      announcement: changed,
    });
    expect(await findAnnouncement(world.app.db, 'un-autre', added._id)).toBeNull();
    await succeed(world.app, world.mathilde, calls.deleteAnnouncement, { params });
    expect((await pageOf(id)).announcements).toEqual([]);
  });

  test('are refused without a title, for a draft, and to another author', async () => {
    const id = await newNovel();
    expect(await add(id, { title: '  ' })).toMatchObject({
      status: 400,
      refusal: { errors: [{ field: 'title', message: 'Donnez un titre.' }] },
    });
    const draft = await addDraftNovel(world.app, world.mathilde);
    expect(await add(draft.id)).toMatchObject({ status: 403 });
    expect(await add(id, {}, world.karim)).toMatchObject({ status: 403 });
    expect(
      await world.app.db.select().from(announcements).where(eq(announcements.novelId, id)),
    ).toEqual([]);
  });

  test('are refused to a suspended author, and so are notes', async () => {
    const author = await signInAs(world.app, { displayName: 'Suspendue', role: 'author' });
    const id = await newNovel(author);
    const until = new Date(world.app.clock.now().getTime() + dayMs);
    await world.app.db
      .update(users)
      .set({ commentsSuspendedUntil: until })
      .where(eq(users.id, author.user.id));
    expect(await add(id, {}, author)).toMatchObject({ status: 403 });
    const notes = { params: { id }, body: { before: 'Non.', after: '' } };
    expect(await request(world.app, author, calls.setNovelNotes, notes)).toMatchObject({
      status: 403,
    });
  });

  test('are sent to followers once a day in Paris, also where one was deleted', async () => {
    const id = await newNovel();
    const first = await add(id, { isSent: true });
    expect(first.body).toMatchObject({ isSent: true });
    const params = { id: first.body._id };
    await succeed(world.app, world.mathilde, calls.deleteAnnouncement, { params });
    expect(await releasesOf(id)).toEqual([]);
    expect(await add(id, { isSent: true })).toMatchObject({
      status: 409,
      refusal: { error: 'LIMIT_REACHED' },
    });
    expect(await add(id, { isSent: false })).toMatchObject({ status: 200 });
    const list = (who: TestBrowser) =>
      succeed(world.app, who, calls.listAnnouncements, { params: { id } });
    expect(await list(world.mathilde)).toMatchObject({
      canSend: false,
      announcements: [{ isSent: false }],
    });
    // The last test: tokens of the others have expired since.
    world.app.clock.advance(dayMs);
    const tomorrow = await signInAs(world.app, { user: world.mathilde.user });
    expect(await list(tomorrow)).toMatchObject({ canSend: true });
    expect(await add(id, { isSent: true }, tomorrow)).toMatchObject({ status: 200 });
  });
});
