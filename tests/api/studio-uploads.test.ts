import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters, chapterTexts, novels } from '#server/core/db/schema/catalogue.ts';
import { releasedChapters } from '#server/core/db/schema/outbox.ts';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { sweepUploads } from '#server/publishing/studio/uploads.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import {
  confirmUpload,
  deleteUpload,
  getUpload,
  saveUploadEdits,
  uploadBook,
} from '#shared/contracts/studio-uploads.ts';
import { epub, paragraphs } from '../lib/server/publishing/book/epub-fixtures.ts';
import { spelled } from '../lib/shared/text/typography-examples.ts';
import { ask } from '../world/marks.ts';
import { signInAs } from '../world/people.ts';
import {
  addDraftNovel,
  describeInStudio,
  novelForm,
  request,
  succeed,
  type StudioWorld,
} from '../world/studio.ts';

/** A book of four chapters; one contains a script, and the letter among them belongs to none. */
const book = Buffer.from(`---
title: Le Phare
author: Anne Kerl
lang: fr
---

# Le départ

La mer était calme. <script>alert(1)</script>

# La traversée

Le vent se leva *enfin*.  
La voile claqua.

Puis rien.

# L’île

Ils virent l’île au matin.

# Le retour

Rien n’avait changé.
`);

async function upload({ app, mathilde }: StudioWorld, name = 'phare.md') {
  return succeed(app, mathilde, uploadBook, { query: { name }, body: book });
}

/** Selects only these chapters, counted from 0. */
const only = (count: number, ...taken: number[]): ImportEdit[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: taken.includes(index) ? 'take' : 'skip',
    piece: String(index + 1),
  }));

const intoNew = { kind: 'new' as const, takesCover: true, ...novelForm('Le Phare') };
const wish = {
  target: intoNew,
  edits: only(4, 0, 1, 3),
  premiumFrom: 3,
  publication: 'published' as const,
};

describeInStudio('imports of the studio', (world) => {
  const chaptersOf = async (novelId: string) =>
    world.app.db
      .select({
        number: chapters.chapterNumber,
        title: chapters.title,
        status: chapters.status,
        isPremium: chapters.isPremium,
        html: chapterTexts.html,
      })
      .from(chapters)
      .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
      .where(eq(chapters.novelId, novelId))
      .orderBy(chapters.chapterNumber);

  test('a file is returned chapter by chapter, at once and after a reload', async () => {
    const { app, mathilde } = world;
    const told = await upload(world);
    expect(told).toMatchObject({
      fileName: 'phare.md',
      title: 'Le Phare',
      isTitleGuessed: false,
      authorName: 'Anne Kerl',
      language: 'fr',
      hasCover: false,
      novelId: null,
    });
    expect(told.chapters.map(({ index, title }) => [index, title])).toEqual([
      [0, 'Le départ'],
      [1, 'La traversée'],
      [2, 'L’île'],
      [3, 'Le retour'],
    ]);
    expect(told.chapters[1]?.beginning).toBe(
      'Le vent se leva enfin.\nLa voile claqua.\n\nPuis rien.',
    );
    expect(await succeed(app, mathilde, getUpload, { params: { id: told._id } })).toEqual(told);
    expect(await app.db.select({ n: count() }).from(novels)).toEqual([{ n: 0 }]);
  });

  test('confirmed twice, even concurrently, it makes one novel with the chosen chapters', async () => {
    const { app, mathilde } = world;
    const { _id } = await upload(world);
    const told = { params: { id: _id }, body: wish };
    const [first, second] = await Promise.all([
      succeed(app, mathilde, confirmUpload, told),
      succeed(app, mathilde, confirmUpload, told),
    ]);
    expect(second).toEqual(first);
    expect(await succeed(app, mathilde, confirmUpload, told)).toEqual(first);
    expect(first).toMatchObject({ slug: 'le-phare', isNewNovel: true, coverRefused: false });
    const saved = await chaptersOf(first.novelId);
    expect(saved).toMatchObject([
      { number: 1, title: 'Le départ', status: 'published', isPremium: false },
      { number: 2, title: 'La traversée', status: 'published', isPremium: false },
      { number: 3, title: 'Le retour', status: 'published', isPremium: true },
    ]);
    expect(saved[0]?.html).not.toContain('script');
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, first.novelId));
    expect(novel).toMatchObject({ isDraft: false, chapterCount: 3, ownerId: mathilde.user.id });
    const shown = await ask(app, null, 'GET', `/api/novels/${first.novelId}`);
    expect(shown.status).toBe(200);
    const later = await succeed(app, mathilde, getUpload, { params: { id: _id } });
    expect(later.novelId).toBe(first.novelId);
  });

  test.each([
    [undefined, 3],
    [false, 3],
    [true, 0],
  ])('published with isSilent %s, it tells of %i chapters', async (isSilent, count) => {
    const { app, mathilde } = world;
    const { _id } = await upload(world);
    const body = { ...wish, ...(isSilent !== undefined && { isSilent }) };
    const { novelId } = await succeed(app, mathilde, confirmUpload, { params: { id: _id }, body });
    const told = await app.db
      .select({ number: chapters.chapterNumber })
      .from(releasedChapters)
      .innerJoin(chapters, eq(chapters.id, releasedChapters.chapterId))
      .where(eq(chapters.novelId, novelId));
    expect(told).toHaveLength(count);
    expect(await chaptersOf(novelId)).toHaveLength(3);
  });

  test('a confirmation whose isSilent is no yes or no changes nothing', async () => {
    const { app, mathilde } = world;
    const { _id } = await upload(world);
    const path = `/api/studio/uploads/${_id}/confirm`;
    const before = await app.db.$count(novels);
    const answer = await ask(app, mathilde, 'POST', path, { ...wish, isSilent: 'oui' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'isSilent' }] } });
    expect(await app.db.$count(novels)).toBe(before);
  });

  test('edits are stored with the upload, and applied when it is confirmed', async () => {
    const { app, mathilde, karim } = world;
    const told = await succeed(app, mathilde, uploadBook, {
      query: { name: 'lettres.md' },
      body: Buffer.from(
        '# Préface\n\nMerci à tous.\n\n# Un\n\nUn mot[^1].\n\n## La lettre\n\nChère Anne.\n\n# Deux\n\nFin.\n\n[^1]: La note.\n',
      ),
    });
    expect(told.edits).toEqual([]);
    expect(told.chapters).toMatchObject([
      { title: 'Préface', isTaken: false, reason: 'Texte d’accompagnement, hors du récit.' },
      { title: 'Un', isTaken: true, headings: [{ title: 'La lettre', wordCount: 4 }] },
      { title: 'Deux', isTaken: true, confidence: 'certain', reason: null },
    ]);
    const edits: ImportEdit[] = [
      { kind: 'take', piece: '1' },
      { kind: 'split', piece: '2@1' },
      { kind: 'rename', piece: '2', title: 'Le phare' },
      { kind: 'skip', piece: '3' },
    ];
    const params = { id: told._id };
    await succeed(app, mathilde, saveUploadEdits, { params, body: { edits } });
    const foreign = await request(app, karim, saveUploadEdits, { params, body: { edits: [] } });
    expect(foreign.status).toBe(404);
    const again = await succeed(app, mathilde, getUpload, { params });
    expect(again).toEqual({ ...told, edits });

    const target = { ...intoNew, title: 'Lettres' };
    const body = { ...wish, target, premiumFrom: null };
    const none = await request(app, mathilde, confirmUpload, {
      params,
      body: { ...body, edits: only(3) },
    });
    expect([none.status, none.refusal.errors?.[0]?.field]).toEqual([400, 'chapters']);
    const { novelId } = await succeed(app, mathilde, confirmUpload, {
      params,
      body: { ...body, edits },
    });
    const saved = await chaptersOf(novelId);
    expect(saved.map(({ title }) => title)).toEqual(['Préface', 'Le phare', 'La lettre']);
    expect(saved[1]?.html).toBe(
      '<p>Un mot<sup><a href="#note-1">1</a></sup>.</p>\n<aside id="note-1"><p>La note.</p></aside>',
    );
  });

  test('a chapter that is too long for the editor is refused, a title longer than a line is cut', async () => {
    const { app, mathilde } = world;
    const long = `# Court\n\nTexte.\n\n# Sans fin\n\n${'Encore un mot. '.repeat(40_000)}\n`;
    const endless = await succeed(app, mathilde, uploadBook, {
      query: { name: 'long.md' },
      body: Buffer.from(long),
    });
    const into = { ...wish, target: { ...intoNew, title: 'Sans fin' }, premiumFrom: null };
    const params = { id: endless._id };
    const refused = await request(app, mathilde, confirmUpload, {
      params,
      body: { ...into, edits: [] },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errors: [
        { field: 'chapters', message: expect.stringContaining('«\u00A0Sans fin\u00A0»') as string },
      ],
    });
    const body = { ...into, edits: only(2, 0) };
    const { novelId } = await succeed(app, mathilde, confirmUpload, { params, body });
    expect((await chaptersOf(novelId)).map(({ title }) => title)).toEqual(['Court']);

    const title = 'Où l’on apprend bien des choses '.repeat(8).trim();
    const wordy = await succeed(app, mathilde, uploadBook, {
      query: { name: 'titres.md' },
      body: Buffer.from(`# ${title}\n\nTexte.\n\n# Deux\n\nTexte.\n`),
    });
    const made = await succeed(app, mathilde, confirmUpload, {
      params: { id: wordy._id },
      body: { ...into, edits: only(2, 0), target: { ...intoNew, title: 'Titres' } },
    });
    const [chapter] = await chaptersOf(made.novelId);
    expect(chapter?.title).toMatch(/^Où l’on .{150,190} [^ ]+…$/);
    expect(chapter?.title.length).toBeLessThanOrEqual(200);
  });

  const written = `— Oui ? dit M. Tissot. L'an 1 234...`;
  const twice = (first: string, second: string) =>
    `${first}\n\n${written}\n\n${second}\n\n${written}\n`;
  const files: [name: string, content: Uint8Array][] = [
    ['deux.md', Buffer.from(twice('# Un', '# Deux'))],
    ['deux.txt', Buffer.from(twice('CHAPITRE I', 'CHAPITRE II'))],
    [
      'deux.epub',
      epub({ documents: { 'a.xhtml': `<h1>Un</h1><p>${written}</p>${paragraphs(9)}` } }),
    ],
  ];
  test.each(files)(
    'the text of %s is stored in the typography of its novel',
    async (name, body) => {
      const { app, mathilde } = world;
      const put = async (language: string) => {
        const { _id } = await succeed(app, mathilde, uploadBook, { query: { name }, body });
        const target = { ...intoNew, title: `${name} ${language}`, language };
        const made = { ...wish, target, premiumFrom: null, edits: [] };
        const params = { id: _id };
        return (await succeed(app, mathilde, confirmUpload, { params, body: made })).novelId;
      };
      const textOf = async (novelId: string) => (await chaptersOf(novelId))[0]?.html ?? '';
      expect(spelled(await textOf(await put('fr')))).toContain(
        '<p>—^Oui_? dit M.~Tissot. L’an 1_234…</p>',
      );
      expect(await textOf(await put('en'))).toContain(`<p>${written}</p>`);
    },
  );

  test('chapters for an own novel take the typography of its language', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Ailleurs', chapters: 1 });
    const add = async () => {
      const [name, body] = files[0] ?? ['', Buffer.alloc(0)];
      const { _id } = await succeed(app, mathilde, uploadBook, { query: { name }, body });
      const target = { kind: 'existing' as const, novelId: id };
      const made = { ...wish, target, premiumFrom: null, edits: only(2, 0) };
      await succeed(app, mathilde, confirmUpload, { params: { id: _id }, body: made });
      return (await chaptersOf(id)).at(-1)?.html ?? '';
    };
    expect(spelled(await add())).toBe('<p>—^Oui_? dit M.~Tissot. L’an 1_234…</p>');
    await app.db.update(novels).set({ language: 'en' }).where(eq(novels.id, id));
    expect(await add()).toBe(`<p>${written}</p>`);
  });

  test('chapters are appended to those of an own novel, as hidden drafts', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Suite', chapters: 2 });
    const { _id } = await upload(world);
    const target = { kind: 'existing' as const, novelId: id };
    const body = { ...wish, target, edits: only(4, 3, 2), premiumFrom: null };
    const made = await succeed(app, mathilde, confirmUpload, {
      params: { id: _id },
      body: { ...body, publication: 'draft' },
    });
    expect(made).toMatchObject({ novelId: id, isNewNovel: false });
    const saved = await chaptersOf(id);
    expect(saved.slice(2).map(({ number, title, status }) => [number, title, status])).toEqual([
      [3, 'L’île', 'draft'],
      [4, 'Le retour', 'draft'],
    ]);
    const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
    expect(novel).toMatchObject({ isDraft: true, chapterCount: 0 });
  });

  test('nothing is created from a missing chapter, nor in another user’s novel', async () => {
    const { app, mathilde, karim } = world;
    const { id } = await addDraftNovel(app, karim, { title: 'À Karim', chapters: 0 });
    const { _id } = await upload(world);
    const [before] = await app.db.select({ n: count() }).from(chapters);
    const params = { id: _id };
    const lacking = await request(app, mathilde, confirmUpload, {
      params,
      body: { ...wish, edits: only(5, 0, 4) },
    });
    expect([lacking.status, lacking.refusal.errors?.[0]?.field]).toEqual([400, 'edits']);
    const foreign = await request(app, mathilde, confirmUpload, {
      params,
      body: { ...wish, target: { kind: 'existing', novelId: id } },
    });
    expect(foreign.status).toBe(404);
    expect(await app.db.select({ n: count() }).from(chapters)).toEqual([before]);
  });

  test.each([
    ['photo.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, 'UNSUPPORTED_FORMAT'],
    ['livre.epub', Buffer.from('PK\x03\x04 mais non'), 422, 'BROKEN_FILE'],
    ['vide.txt', Buffer.alloc(0), 400, undefined],
    ['long.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a '), 413, undefined],
  ])(
    '%s is no book: it gets a sentence, and nothing is kept',
    async (name, body, status, reason) => {
      const { app, mathilde } = world;
      const [before] = await app.db.select({ n: count() }).from(bookUploads);
      const answer = await request(app, mathilde, uploadBook, { query: { name }, body });
      expect([answer.status, answer.refusal.reason]).toEqual([status, reason]);
      expect(answer.refusal.message).not.toBe('');
      expect(await app.db.select({ n: count() }).from(bookUploads)).toEqual([before]);
    },
  );

  test('the last five are stored, for a day, for their owner only', async () => {
    const { app, karim, admin } = world;
    const author = await signInAs(app, { name: 'Autrice', role: 'author' });
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      const told = await upload({ ...world, mathilde: author }, `${n}.md`);
      ids.push(told._id);
      app.clock.advance(1_000);
    }
    const [first = '', second = '', ...others] = ids;
    const status = async (who: typeof author, id: string) =>
      (await request(app, who, getUpload, { params: { id } })).status;
    expect(await status(author, first)).toBe(404);
    expect(await status(author, second)).toBe(200);
    expect(await status(karim, second)).toBe(404);
    expect(await status(admin, second)).toBe(404);
    await succeed(app, karim, deleteUpload, { params: { id: second } });
    expect(await status(author, second)).toBe(200);
    await succeed(app, author, deleteUpload, { params: { id: second } });
    expect(await status(author, second)).toBe(404);
    app.clock.advance(24 * 3_600_000);
    await sweepUploads(app);
    const left = await app.db
      .select({ n: count() })
      .from(bookUploads)
      .where(eq(bookUploads.ownerId, author.user.id));
    expect([others.length, left]).toEqual([4, [{ n: 0 }]]);
  });
});
