import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadHome } from '#server/catalogue/home.ts';
import { loadNovelPage } from '#server/catalogue/novel-page.ts';
import { sitemapFile } from '#server/catalogue/sitemap.ts';
import { images, novels } from '#server/core/db/schema/catalogue.ts';
import { listFeedEntries } from '#server/catalogue/feeds.ts';
import { setPublication } from '#shared/contracts/studio-chapters.ts';
import {
  createNovel,
  deleteNovel,
  editNovel,
  getStudioNovel,
  listStudioNovels,
  removeCover,
  setCover,
  setFeatured,
} from '#shared/contracts/studio-novels.ts';
import { isKept } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs } from '../world/people.ts';
import {
  addDraftNovel,
  describeInStudio,
  newKey,
  novelForm,
  publish,
  request,
  succeed,
  write,
  type StudioWorld,
} from '../world/studio.ts';

/** Every place where the public could find a novel, and whether it does. */
async function isPublicAnywhere({ app, reader }: StudioWorld, id: string, slug: string) {
  const home = await loadHome(app, null);
  const feed = await listFeedEntries(app.db, app.clock.now(), id);
  const answers = await Promise.all(
    (
      [
        ['GET', `/api/novels/${id}`],
        ['GET', `/api/chapters/novel/${id}`],
        ['GET', `/api/novels/${id}/price`],
        ['GET', `/api/novels/${id}/user-favorite`],
        ['GET', `/api/novels/${id}/user-rating`],
        ['POST', `/api/novels/${id}/favorite`, { isFavorited: true }],
        ['POST', `/api/novels/${id}/rate`, { rating: 5 }],
        ['POST', `/api/novels/${id}/unlock`, { credits: 0 }],
      ] as const
    ).map(([method, path, body]) => ask(app, reader, method, path, body)),
  );
  const list = await ask(app, null, 'GET', '/api/novels');
  return {
    page: (await loadNovelPage(app, slug, new URLSearchParams())).kind,
    pageById: (await loadNovelPage(app, id, new URLSearchParams())).kind,
    home: home.kind === 'novels' && home.novels.some((novel) => novel.id === id),
    list: JSON.stringify(list.body).includes(id),
    sitemap: (await sitemapFile(app.db, 1, 'https://f.test'))?.includes(`/novel/${slug}<`) === true,
    feed: feed.length > 0,
    calls: answers.map(({ status }) => status),
  };
}

const nowhere = {
  page: 'missing',
  pageById: 'missing',
  home: false,
  list: false,
  sitemap: false,
  feed: false,
  calls: [404, 404, 404, 404, 404, 404, 404, 404],
};

describeInStudio('novels of the studio', (world) => {
  test('a novel is created once by a form that is sent twice, and again by another form', async () => {
    const { app, mathilde } = world;
    const body = { ...novelForm('L’Écho'), key: newKey() };
    const made = await Promise.all([
      succeed(app, mathilde, createNovel, { body }),
      succeed(app, mathilde, createNovel, { body }),
    ]);
    expect(made[0]).toEqual(made[1]);
    expect(made[0]).toMatchObject({
      slug: 'l-echo',
      isDraft: true,
      owner: { _id: mathilde.user.id, name: 'Mathilde' },
      genres: ['Fantasy'],
      chapters: { published: 0, scheduled: 0, draft: 0 },
    });
    const other = await succeed(app, mathilde, createNovel, { body: { ...body, key: newKey() } });
    expect(other.slug).toBe('l-echo-2');
  });

  test.each([
    ['title', { title: '  ' }],
    ['title', { title: 'a'.repeat(201) }],
    ['genres.0', { genres: ['Fantaisie'] }],
    ['language', { language: 'français' }],
    ['tags.0', { tags: ['a'.repeat(41)] }],
    ['translatorName', { translatorName: 'a'.repeat(121) }],
    ['originalTitle', { originalTitle: 'a'.repeat(201) }],
    ['originalLanguage', { originalLanguage: 'anglais' }],
    ['rhythm', { rhythm: 'a'.repeat(61) }],
    ['contentWarnings.0', { contentWarnings: ['ennui'] }],
    ['ageMin', { ageMin: 14 }],
    ['allowsCopy', { allowsCopy: 'oui' }],
    ['key', { key: 'un' }],
  ])('a wrong %s is told by its name', async (field, wrong) => {
    const { status, refusal } = await request(world.app, world.mathilde, createNovel, {
      body: { ...novelForm(), key: newKey(), ...wrong } as never,
    });
    expect(status).toBe(400);
    expect(refusal.errors?.map((error) => error.field)).toEqual([field]);
  });

  test('tags that differ only by case or accents are one, in the first spelling', async () => {
    const { app, mathilde } = world;
    const tags = ['Phare', 'île', 'PHARE', 'mer', 'Ile', 'mer', 'I\u0302LE', 'phares'];
    const body = { ...novelForm('Le Phare'), tags, key: newKey() };
    const made = await succeed(app, mathilde, createNovel, { body });
    expect(made.tags).toEqual(['Phare', 'île', 'mer', 'phares']);
  });

  test('a translation says of what and by whom, and when it comes out; who is silent about it changes nothing', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'La Forge' });
    const params = { id };
    const told = {
      translatorName: '  Jeanne   Duval ',
      originalTitle: 'The Forge',
      originalLanguage: 'en',
      rhythm: 'le mercredi',
    };
    const form = novelForm('La Forge');
    const saved = await succeed(app, mathilde, editNovel, { params, body: { ...form, ...told } });
    const shown = { ...told, translatorName: 'Jeanne Duval' };
    expect(saved).toMatchObject(shown);
    expect(await succeed(app, mathilde, editNovel, { params, body: form })).toMatchObject(shown);
    const emptied = { ...form, translatorName: ' ', originalTitle: '', originalLanguage: '' };
    expect(
      await succeed(app, mathilde, editNovel, { params, body: { ...emptied, rhythm: '' } }),
    ).toMatchObject({ translatorName: '', originalTitle: '', originalLanguage: '', rhythm: '' });
  });

  test('an author says what a novel contains and for which age, once and in one order, and takes it back', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'La Cave' });
    const params = { id };
    const form = novelForm('La Cave');
    const unsaid = { contentWarnings: [], ageMin: null };
    expect(await succeed(app, mathilde, getStudioNovel, { params })).toMatchObject(unsaid);
    const contentWarnings = ['suicide', 'violence', 'suicide'] as const;
    const told = { ...form, contentWarnings: [...contentWarnings], ageMin: 16 as const };
    const shown = { contentWarnings: ['violence', 'suicide'], ageMin: 16 };
    expect(await succeed(app, mathilde, editNovel, { params, body: told })).toMatchObject(shown);
    expect(await succeed(app, mathilde, editNovel, { params, body: form })).toMatchObject(shown);
    const body = { ...form, contentWarnings: [], ageMin: null };
    expect(await succeed(app, mathilde, editNovel, { params, body })).toMatchObject(unsaid);
  });

  test('a draft is hidden, becomes public with its first chapter, and stays public when that is withdrawn', async () => {
    const { app, mathilde } = world;
    const { id, slug, chapterIds } = await addDraftNovel(app, mathilde, { title: 'Sortie' });
    const [chapterId = ''] = chapterIds;
    expect(await isPublicAnywhere(world, id, slug)).toEqual(nowhere);
    app.clock.advance(10 * 60_000);
    await publish(app, mathilde, chapterId);
    expect(await isPublicAnywhere(world, id, slug)).toMatchObject({
      page: 'novel',
      pageById: 'moved',
      home: true,
      list: true,
      sitemap: true,
      feed: true,
      calls: [200, 200, 200, 200, 200, 200, 200, 200],
    });
    const [row] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(row).toMatchObject({ isDraft: false, chapterCount: 1, createdAt: app.clock.now() });
    const params = { id: chapterId };
    await succeed(app, mathilde, setPublication, { params, body: { status: 'draft' } });
    expect(await isPublicAnywhere(world, id, slug)).toMatchObject({ page: 'novel', feed: false });
    const deleted = await request(app, mathilde, deleteNovel, { params: { id } });
    expect([deleted.status, deleted.refusal.error]).toEqual([409, 'NOVEL_PUBLISHED']);
  });

  test('a draft is deleted with its chapters', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'À jeter' });
    await succeed(app, mathilde, deleteNovel, { params: { id } });
    const gone = await request(app, mathilde, getStudioNovel, { params: { id } });
    expect(gone.status).toBe(404);
  });

  test('an edited novel keeps its address, and its pages are rendered again', async () => {
    const { app, mathilde } = world;
    const { id, slug, chapterIds } = await addDraftNovel(app, mathilde, { title: 'Avant' });
    await publish(app, mathilde, chapterIds[0] ?? '');
    await app.pages.get(`/novel/${slug}`, () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: Buffer.from('page'),
        tags: [`novel:${id}`],
      }),
    );
    expect(isKept(app, `/novel/${slug}`)).toBe(true);
    const change = {
      params: { id },
      body: { ...novelForm('Après'), status: 'completed' as const },
    };
    const edited = await succeed(app, mathilde, editNovel, change);
    expect(edited).toMatchObject({ title: 'Après', slug: 'avant', status: 'completed' });
    expect(isKept(app, `/novel/${slug}`)).toBe(false);
    app.clock.advance(60_000);
    const again = await succeed(app, mathilde, editNovel, change);
    expect(again.updatedAt, 'the same said again is no update').toBe(edited.updatedAt);
  });

  test('an admin finds everyone’s novels by title without accents, an author their own', async () => {
    const { app, mathilde, karim, admin } = world;
    await addDraftNovel(app, mathilde, { title: 'Été à Nîmes', chapters: 2 });
    await addNovel(app, { title: 'Été ailleurs' });
    const search = { search: 'ete a' };
    const find = async (who: typeof admin, query: Record<string, string>) =>
      (await succeed(app, who, listStudioNovels, { query })).novels.map(({ title }) => title);
    expect(await find(admin, { owner: 'all', ...search })).toEqual(
      expect.arrayContaining(['Été à Nîmes', 'Été ailleurs']),
    );
    expect(await find(mathilde, search)).toEqual(['Été à Nîmes']);
    expect(await find(karim, { owner: 'all', ...search })).toEqual([]);
    expect(await find(admin, search)).toEqual([]);
    expect(await find(admin, { owner: 'all', search: '%' })).toEqual([]);
  });

  test('the list is paged, each novel once', async () => {
    const { app } = world;
    const author = await signInAs(app, { name: 'Prolixe', role: 'author' });
    for (let n = 0; n < 26; n++) {
      await succeed(app, author, createNovel, { body: { ...novelForm(`N${n}`), key: newKey() } });
    }
    const first = await succeed(app, author, listStudioNovels);
    expect(first.novels).toHaveLength(24);
    const query = { cursor: first.nextCursor ?? '' };
    const second = await succeed(app, author, listStudioNovels, { query });
    expect(second.nextCursor).toBeNull();
    const ids = [...first.novels, ...second.novels].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(26);
    const wrong = await request(app, author, listStudioNovels, { query: { cursor: 'x' } });
    expect(wrong.status).toBe(400);
  });

  test('a cover is cropped, stored, replaced and deleted completely', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Couverture' });
    const params = { id };
    const picture = await twoHalves();
    const query = { x: '0.5', y: '0', width: '0.5', height: '1' };
    const { coverImage } = await succeed(app, mathilde, setCover, { params, query, body: picture });
    expect(coverImage).toMatch(/^\/images\/[0-9a-f]{32}-480\.webp$/);
    const kept = await (await callEndpoint(app, coverImage ?? '')).arrayBuffer();
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([480, 720]);
    const center = info.channels * (360 * 480 + 240);
    expect(data[center]).toBeLessThan(30);
    expect(data[center + 2]).toBeGreaterThan(220);
    const again = await succeed(app, mathilde, setCover, { params, query, body: picture });
    expect(again.coverImage).toBe(coverImage);
    const middle = await succeed(app, mathilde, setCover, { params, body: picture });
    expect(middle.coverImage).not.toBe(coverImage);
    const bare = await succeed(app, mathilde, removeCover, { params });
    expect(bare.coverImage).toBeNull();
    await succeed(app, mathilde, removeCover, { params });
    expect(await app.db.select().from(images)).toEqual([]);
  });

  test.each([
    ['no picture', () => Promise.resolve(Buffer.from('bonjour')), {}, 422, 'PICTURE_REFUSED'],
    ['a GIF', () => solid(20, 30).gif().toBuffer(), {}, 422, 'PICTURE_REFUSED'],
    [
      'an SVG',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      {},
      422,
      'PICTURE_REFUSED',
    ],
    ['too many pixels', () => solid(10_000, 6_000).png().toBuffer(), {}, 422, 'PICTURE_REFUSED'],
    [
      'a part outside',
      () => solid(40, 60).png().toBuffer(),
      { x: '0.5', y: '0.5', width: '1', height: '1' },
      422,
      'PICTURE_REFUSED',
    ],
    [
      'a part of other proportions',
      () => solid(60, 60).png().toBuffer(),
      { x: '0', y: '0', width: '1', height: '1' },
      422,
      'PICTURE_REFUSED',
    ],
    ['an empty body', () => Promise.resolve(Buffer.alloc(0)), {}, 400, 'MALFORMED'],
    [
      'more than 10 MiB',
      () => Promise.resolve(Buffer.alloc(10 * 1024 * 1024 + 1)),
      {},
      413,
      'BODY_TOO_LARGE',
    ],
  ])('%s is no cover', async (_, make, query, status, error) => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Refus' });
    const body = await make();
    const answer = await request(app, mathilde, setCover, { params: { id }, query, body });
    expect([answer.status, answer.refusal.error]).toEqual([status, error]);
  });

  test('the figures of the list count chapters of each state', async () => {
    const { app, mathilde } = world;
    const { id, chapterIds } = await addDraftNovel(app, mathilde, { chapters: 3 });
    await publish(app, mathilde, chapterIds[0] ?? '');
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await succeed(app, mathilde, setPublication, {
      params: { id: chapterIds[1] ?? '' },
      body: {
        status: 'scheduled',
        version: await write(app, mathilde, chapterIds[1] ?? '', '<p>X y.</p>'),
        at,
      },
    });
    const novel = await succeed(app, mathilde, getStudioNovel, { params: { id } });
    expect(novel.chapters).toEqual({ published: 1, scheduled: 1, draft: 1 });
  });

  test('an admin puts a novel on the front page, in place of the one before', async () => {
    const { app, admin, mathilde } = world;
    const one = await addNovel(app, { title: 'À la une' });
    const two = await addNovel(app, { title: 'À la une aussi' });
    const feature = ({ id }: { id: string }, isFeatured: boolean) =>
      request(app, admin, setFeatured, { params: { id }, body: { isFeatured } });
    const onFrontPage = async () => {
      const home = await loadHome(app, null);
      return home.kind === 'novels' ? home.front?.featured?.id : null;
    };
    expect((await feature(one, true)).body).toMatchObject({ _id: one.id, isFeatured: true });
    expect(await onFrontPage()).toBe(one.id);
    expect((await feature(two, true)).body.isFeatured).toBe(true);
    expect(await onFrontPage()).toBe(two.id);
    const { novels: listed } = await succeed(app, admin, listStudioNovels, {
      query: { owner: 'all', search: 'À la une' },
    });
    expect(listed.filter(({ isFeatured }) => isFeatured).map(({ _id }) => _id)).toEqual([two.id]);
    expect((await feature(one, false)).body.isFeatured).toBe(false);
    expect(await onFrontPage()).toBe(two.id);
    expect((await feature(two, false)).body.isFeatured).toBe(false);
    const draft = await addDraftNovel(app, mathilde, { chapters: 1 });
    expect((await feature(draft, true)).status).toBe(404);
    const wrong = await ask(app, admin, 'PUT', `/api/studio/novels/${one.id}/featured`, {});
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'isFeatured' }] } });
  });
});

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } });

/** Red on the left, blue on the right; each half is 2:3. */
async function twoHalves(): Promise<Buffer> {
  const blue = await sharp({
    create: { width: 400, height: 600, channels: 3, background: '#0000ff' },
  })
    .png()
    .toBuffer();
  return solid(800, 600)
    .composite([{ input: blue, left: 400, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}
