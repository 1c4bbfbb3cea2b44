import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { linkPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { textPictures, textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { sweepTextPictures } from '#server/publishing/studio/text-pictures.ts';
import { getChapter } from '#shared/contracts/chapters.ts';
import { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { confirmUpload, uploadBook } from '#shared/contracts/studio-uploads.ts';
import { addTextPicture, listTextPictures } from '#shared/contracts/text-pictures.ts';
import { messages } from '#shared/messages.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { countWords } from '#shared/text/words.ts';
import { epub, paragraphs } from '../lib/server/publishing/book/epub-fixtures.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { decryptContent, unlock } from '../world/premium.ts';
import {
  addDraftNovel,
  describeInStudio,
  novelForm,
  publish,
  request,
  succeed,
  write,
} from '../world/studio.ts';

const drawn = (colour: string, width = 1_200) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: colour } })
    .png()
    .toBuffer();

describeInStudio('the pictures of a text', (world) => {
  const get = (path: string) => callEndpoint(world.app, path);
  const figure = ({ hash, width, height }: { hash: string; width: number; height: number }) =>
    `<figure><img data-picture="${hash}" alt="Une tour" width="${width}" height="${height}"></figure>`;

  /** A novel whose one chapter shows a picture. */
  async function addChapter(colour: string) {
    const { app, mathilde } = world;
    const novel = await addDraftNovel(app, mathilde);
    const [id = ''] = novel.chapterIds;
    const body = await drawn(colour);
    const picture = await succeed(app, mathilde, addTextPicture, { params: { id }, body });
    const version = await write(app, mathilde, id, `<p>Avant.</p>\n${figure(picture)}`);
    return { novelId: novel.id, id, picture, version };
  }
  const plainAddress = (id: string, { hash }: { hash: string }) =>
    `/chapter/${id}/images/${hash}-480.webp`;

  test('are kept in sizes that load quickly, once for the same file', async () => {
    const { app, mathilde } = world;
    const { id, novelId, picture } = await addChapter('#123');
    expect(picture).toMatchObject({ width: 1_200, height: 600 });
    const body = await drawn('#123');
    const again = await succeed(app, mathilde, addTextPicture, { params: { id }, body });
    expect(again.hash).toBe(picture.hash);
    const kept = await app.db
      .select({ width: textPictureVariants.width })
      .from(textPictureVariants)
      .where(eq(textPictureVariants.novelId, novelId));
    expect(kept.map(({ width }) => width).toSorted((a, b) => a - b)).toEqual([480, 960, 1_200]);
    const { pictures } = await succeed(app, mathilde, listTextPictures, { params: { id } });
    expect(pictures.map(({ hash }) => hash)).toEqual([picture.hash]);
  });

  test('are a thousand at most in a novel; one that it has may come again', async () => {
    const { app, mathilde } = world;
    const { novelId, id } = await addChapter('#138');
    const createdAt = app.clock.now();
    const others = Array.from({ length: pictureLimits.perNovel - 1 }, (_, index) => ({
      novelId,
      width: 9,
      height: 9,
      createdAt,
      hash: index.toString(16).padStart(32, '0'),
    }));
    await app.db.insert(textPictures).values(others);
    const send = async (colour: string) =>
      request(app, mathilde, addTextPicture, { params: { id }, body: await drawn(colour) });
    expect((await send('#138')).status).toBe(200);
    const { status, refusal } = await send('#139');
    expect(status).toBe(422);
    expect(refusal.message).toContain('au plus tôt une semaine après son envoi');
    expect(await app.db.$count(textPictures, eq(textPictures.novelId, novelId))).toBe(
      pictureLimits.perNovel,
    );
  });

  test('are refused where they are none, and to whoever may not write', async () => {
    const { app, mathilde, karim, reader } = world;
    const { id } = await addChapter('#124');
    const bad = { params: { id }, body: new TextEncoder().encode('<svg></svg>') };
    expect(await request(app, mathilde, addTextPicture, bad)).toMatchObject({
      status: 422,
      refusal: { error: 'PICTURE_REFUSED' },
    });
    // Of one colour, it is a small file.
    const large = { params: { id }, body: await drawn('#126', 7_100) };
    expect(await request(app, mathilde, addTextPicture, large)).toMatchObject({
      status: 422,
      refusal: { message: messages.studio.pictureTooLarge },
    });
    const good = { params: { id }, body: await drawn('#125') };
    expect((await request(app, karim, addTextPicture, good)).status).toBe(404);
    expect((await request(app, reader, addTextPicture, good)).status).toBe(403);
    expect((await request(app, karim, listTextPictures, { params: { id } })).status).toBe(404);
  });

  test('of a draft are served by the addresses that its author was given, and by no other', async () => {
    const { app, mathilde } = world;
    const { id, picture } = await addChapter('#126');
    expect((await get(picture.address)).status).toBe(200);
    expect((await get(plainAddress(id, picture))).status).toBe(404);
    const changed = picture.address.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await get(changed)).status).toBe(404);
    const preview = await succeed(app, mathilde, previewChapter, { params: { id } });
    const [, address = ''] = /src="([^"]+)"/.exec(preview.html) ?? [];
    expect((await get(address)).headers.get('content-type')).toBe('image/webp');
  });

  test('of a free chapter are served to everybody, until it is one no more', async () => {
    const { app, mathilde } = world;
    const { id, picture, version } = await addChapter('#127');
    await publish(app, mathilde, id, version);
    const answer = await get(plainAddress(id, picture));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    const { body } = await request(app, null, getChapter, { params: { id } });
    expect(body.content).toContain(`src="/chapter/${id}/images/${picture.hash}-1200.webp"`);
    expect(body.content).toContain('alt="Une tour" width="1200" height="600" loading="lazy"');
    await app.db
      .update(chapters)
      .set({ isPremium: true, creditCost: 2 })
      .where(eq(chapters.id, id));
    expect((await get(plainAddress(id, picture))).status).toBe(404);
  });

  test('of a premium chapter are in the text that its readers decrypt, and nowhere else', async () => {
    const { app, mathilde, reader } = world;
    const { id, picture, version } = await addChapter('#128');
    await publish(app, mathilde, id, version);
    await app.db
      .update(chapters)
      .set({ isPremium: true, creditCost: 2 })
      .where(eq(chapters.id, id));
    const locked = await request(app, reader, getChapter, { params: { id } });
    expect(JSON.stringify(locked.refusal)).not.toContain(picture.hash);
    await unlock(app, reader.user.id, id);
    const { body } = await request(app, reader, getChapter, { params: { id } });
    expect(body.content).not.toContain(picture.hash);
    const { contentKey } = await import('#server/people/protection/content-cipher.ts');
    const { sessions } = await import('#server/core/db/schema/identity.ts');
    const [session] = await app.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, reader.user.id));
    const key = contentKey(app.config.secretKeys, { sessionId: session?.id ?? '', chapterId: id });
    const html = await decryptContent(body.content, key.toString('base64'));
    const [, address = ''] = /src="([^"]+)"/.exec(html) ?? [];
    expect(address).toMatch(/\?jour=\d+&acces=[0-9a-f]{32}$/);
    expect((await get(address)).status).toBe(200);
    expect((await get(plainAddress(id, picture))).status).toBe(404);
  });

  test('are opened by a pass for one chapter and a day or two only', async () => {
    const { app } = world;
    const { id, picture } = await addChapter('#129');
    const other = await addChapter('#130');
    const pass = picturePass(app, id)(picture.hash);
    expect((await get(plainAddress(id, picture) + pass)).status).toBe(200);
    expect((await get(plainAddress(other.id, picture) + pass)).status).toBe(404);
    const early = {
      ...app,
      clock: { ...app.clock, now: () => new Date(Date.now() - 4 * 86_400_000) },
    };
    const late = picturePass(early, id)(picture.hash);
    expect((await get(plainAddress(id, picture) + late)).status).toBe(404);
  });

  test('of another novel show nothing, whoever writes their names into a text', async () => {
    const { app, mathilde } = world;
    const secret = await addChapter('#131');
    const { id, version } = await addChapter('#132');
    await publish(app, mathilde, id, version);
    const stolen = await write(app, mathilde, id, `<p>b</p>${figure(secret.picture)}`);
    await publish(app, mathilde, id, stolen);
    expect((await get(plainAddress(id, secret.picture))).status).toBe(404);
  });

  test('that no text has are deleted after a week, those of drafts and texts are kept', async () => {
    const { app, mathilde } = world;
    const used = await addChapter('#133');
    const unused = await succeed(app, mathilde, addTextPicture, {
      params: { id: used.id },
      body: await drawn('#134', 300),
    });
    const hashes = async () =>
      (
        await app.db
          .select({ hash: textPictures.hash })
          .from(textPictures)
          .where(eq(textPictures.novelId, used.novelId))
      ).map(({ hash }) => hash);
    await sweepTextPictures(app);
    expect(await hashes()).toContain(unused.hash);
    const later = { ...app.clock, now: () => new Date(Date.now() + 8 * 86_400_000) };
    await sweepTextPictures({ db: app.db, clock: later });
    expect(await hashes()).toEqual([used.picture.hash]);

    // A version that can be restored still shows it.
    app.clock.advance(11 * 60_000);
    await write(app, mathilde, used.id, '<p>Sans image.</p>');
    await sweepTextPictures({ db: app.db, clock: later });
    expect(await hashes()).toEqual([used.picture.hash]);
    await app.db.delete(chapterVersions).where(eq(chapterVersions.chapterId, used.id));
    await sweepTextPictures({ db: app.db, clock: later });
    expect(await hashes()).toEqual([]);
  });

  test('are not more than a chapter may have where chapters of a book are joined', async () => {
    const { app, mathilde } = world;
    const shown = '<p><img src="i/tour.png" alt="Une tour"/></p>'.repeat(40);
    const page = (n: number) => `<h1>Chapitre ${n}</h1>${paragraphs(8)}${shown}${paragraphs(8)}`;
    const bytes = epub({
      title: 'Les tours',
      documents: { 'a.xhtml': page(1), 'b.xhtml': page(2) },
      manifest: '<item id="tour" href="i/tour.png" media-type="image/png"/>',
      extra: [{ name: 'OPS/i/tour.png', content: await drawn('#135') }],
    });
    const upload = await succeed(app, mathilde, uploadBook, {
      query: { name: 'tours.epub' },
      body: Buffer.from(bytes),
    });
    const wish = {
      target: { kind: 'new' as const, takesCover: false, ...novelForm('Les tours') },
      premiumFrom: null,
      publication: 'draft' as const,
    };
    const params = { id: upload._id };
    const joined = { ...wish, edits: [{ kind: 'merge' as const, piece: '2' }] };
    const answer = await request(app, mathilde, confirmUpload, { params, body: joined });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'chapters',
            message: expect.stringMatching(
              /Chapitre 1.* a plus de 60\simages\s: séparez/,
            ) as unknown,
          },
        ],
      },
    });
    const body = { ...wish, edits: [] };
    const { chapterIds } = await succeed(app, mathilde, confirmUpload, { params, body });
    expect(chapterIds).toHaveLength(2);
  });

  test('of a book come with its chapters, those that cannot be read as their words', async () => {
    const { app, mathilde } = world;
    const bytes = epub({
      title: 'Les tours',
      documents: {
        'a.xhtml': `<h1>Chapitre 1</h1>${paragraphs(8)}<figure><img src="i/tour.png"/><figcaption>La tour</figcaption></figure><p><img src="i/tour.png" alt="Encore"/></p>${paragraphs(8)}`,
        'b.xhtml': `<h1>Chapitre 2</h1>${paragraphs(8)}<p><img src="i/rompu.png" alt="Une carte"/><img src="i/petit.png" alt="x"/></p>`,
      },
      manifest: ['tour', 'rompu', 'petit']
        .map((name) => `<item id="${name}" href="i/${name}.png" media-type="image/png"/>`)
        .join(''),
      extra: [
        { name: 'OPS/i/tour.png', content: await drawn('#135', 2_000) },
        { name: 'OPS/i/rompu.png', content: (await drawn('#136')).subarray(0, 200) },
        { name: 'OPS/i/petit.png', content: await drawn('#137', 20) },
      ],
    });
    const upload = await succeed(app, mathilde, uploadBook, {
      query: { name: 'tours.epub' },
      body: Buffer.from(bytes),
    });
    const outcome = await succeed(app, mathilde, confirmUpload, {
      params: { id: upload._id },
      body: {
        target: { kind: 'new', takesCover: false, ...novelForm('Les tours') },
        edits: [],
        premiumFrom: null,
        publication: 'published',
      },
    });
    const { novelId, chapterIds } = outcome;
    expect(outcome.picturesRefused).toBe(1);
    const texts = await Promise.all(
      chapterIds.map(async (id) => {
        const { body } = await request(app, null, getChapter, { params: { id } });
        return body.content;
      }),
    );
    expect(texts[0]).toMatch(/alt="La tour" width="1600" height="800"/);
    expect(texts[0]).toContain('alt="Encore"');
    expect(texts[1]).not.toContain('<img');
    expect(texts[1]).toContain('[Une carte]');
    for (const [index, id] of chapterIds.entries()) {
      const [kept] = await app.db.select().from(chapters).where(eq(chapters.id, id));
      expect(kept?.wordCount).toBe(countWords(texts[index] ?? ''));
    }
    const [, address = ''] = /src="([^"]+)"/.exec(texts[0] ?? '') ?? [];
    expect((await get(address)).status).toBe(200);
    const kept = await app.db.select().from(textPictures).where(eq(textPictures.novelId, novelId));
    expect(kept).toHaveLength(1);
  });

  test('a text without one is as it was', () => {
    expect(linkPictures('<p>a</p>', 'x', null)).toBe('<p>a</p>');
  });
});
