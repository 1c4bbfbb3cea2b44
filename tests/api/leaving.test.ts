import { asc, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { chapters, chapterTexts, novels } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { openArchive } from '#server/publishing/book/epub/archive.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import { writeEpub } from '#server/publishing/leaving/epub.ts';
import { zipStream, type ZipPart } from '#server/publishing/leaving/zip-stream.ts';
import { createTaskQueue } from '#server/core/task-queue.ts';
import {
  getChapterNotes,
  setChapterNotes,
  setNovelNotes,
} from '#shared/contracts/announcements.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { createChapter, getStudioChapter } from '#shared/contracts/studio-chapters.ts';
import { setCover } from '#shared/contracts/studio-novels.ts';
import { confirmUpload, uploadBook } from '#shared/contracts/studio-uploads.ts';
import { addTextPicture } from '#shared/contracts/text-pictures.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { checkEpub, hasEpubcheck } from '../world/epubcheck.ts';
import type { TestBrowser } from '../world/people.ts';
import {
  addDraftNovel,
  describeInStudio,
  novelForm,
  publish,
  succeed,
  write,
} from '../world/studio.ts';

const noted =
  '<p>Un <em>mot</em><sup><a href="#note-1">1</a></sup>, «\u00A0&amp; deux\u00A0».<br>Et puis.</p>\n<hr>\n<blockquote><p lang="en">Hello.</p></blockquote>\n<aside id="note-1"><p>Une <strong>note</strong>.</p></aside>';
const blocks =
  '<div class="box"><p class="centered"><strong>STATUT</strong></p><p>Force : 12</p></div>\n<table><tr><th>Objet</th><th>Prix</th></tr><tr><td>Lampe</td><td>12</td></tr></table>\n<p class="centered">Plus tard</p>';
const verses = `<h2>Sous-titre</h2>\n<p class="verse">Un vers<br>un autre</p>\n<p>* [^1] #</p>\n${blocks}`;

const first = { recap: 'Elle part & ne dit rien.', cast: 'Ysé (la gardienne) : elle part.' };
const second = { recap: 'La porte se ferme.', cast: '' };
const nothing = { recap: '', cast: '' };

describeInStudio('leaving with a novel', (world) => {
  const take = async (browser: TestBrowser, id: string, query: string) => {
    const path = `/api/studio/novels/${id}/leaving?${query}`;
    const response = await callEndpoint(world.app, path, {
      method: 'GET',
      headers: browser.headers,
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  /**
   * Three chapters in two parts: a public one with unpublished changes, a premium one, a draft. The
   * novel has a note before its chapters, the second one of its own after its text.
   */
  async function addBook() {
    const { app, mathilde } = world;
    const novel = await addDraftNovel(app, mathilde, { title: 'L’Été & <elle>', chapters: 3 });
    const [one = '', two = '', three = ''] = novel.chapterIds;
    const bytes = await sharp({
      create: { width: 400, height: 600, channels: 3, background: '#357' },
    })
      .png()
      .toBuffer();
    await succeed(app, mathilde, setCover, { params: { id: novel.id }, body: bytes });
    await publish(
      app,
      mathilde,
      one,
      await write(app, mathilde, one, noted, 'Chapitre 1 : Le départ'),
    );
    const { hash, width, height } = await succeed(app, mathilde, addTextPicture, {
      params: { id: two },
      body: bytes,
    });
    const figure = `<figure><img data-picture="${hash}" alt="Une « tour » &amp; la mer" width="${width}" height="${height}"></figure>`;
    const locked = await write(app, mathilde, two, `${verses}\n${figure}`, 'Sous clé');
    await publish(app, mathilde, two, locked);
    await write(app, mathilde, three, `<p>Brouillon secret.</p>\n${figure}`, 'Pas encore');
    await write(app, mathilde, one, noted.replace('Et puis.', 'Et ensuite.'), 'Le départ, revu');
    await app.db
      .update(chapters)
      .set({ isPremium: true, creditCost: 2 })
      .where(eq(chapters.id, two));
    await app.db.update(chapters).set({ part: 'Première partie' }).where(eq(chapters.id, one));
    await app.db.update(chapters).set({ part: 'Première partie' }).where(eq(chapters.id, two));
    await succeed(app, mathilde, setNovelNotes, {
      params: { id: novel.id },
      body: { before: 'Merci & <bonjour> !\n\n---\nÀ bientôt.', after: '' },
    });
    await succeed(app, mathilde, setChapterNotes, {
      params: { id: two },
      body: { before: '', after: 'La suite dimanche.', ...second },
    });
    await succeed(app, mathilde, setChapterNotes, {
      params: { id: one },
      body: { before: null, after: null, ...first },
    });
    return { ...novel, one, two, three, hash };
  }

  test.skipIf(!hasEpubcheck)(
    'the EPUB of a novel with parts, notes and a cover is valid by epubcheck',
    { tags: 'slow' },
    async () => {
      const { id } = await addBook();
      const { response, bytes } = await take(world.mathilde, id, 'format=epub');
      expect(response.headers.get('content-type')).toBe('application/epub+zip');
      expect(await checkEpub(bytes)).toMatch(/No errors or warnings detected/);
    },
  );

  test('the EPUB says how it can be read, and that mining is reserved', async () => {
    const { app, mathilde } = world;
    const { id, two } = await addBook();
    const genres = ['Slice of Life', 'Mystery'];
    const said = { contentWarnings: ['violence', 'suicide'], ageMin: 16, genres };
    await app.db.update(novels).set(said).where(eq(novels.id, id));
    const metadataOf = async () => {
      const { bytes } = await take(mathilde, id, 'format=epub');
      const archive = await openArchive(bytes);
      const opf = new TextDecoder().decode((await archive.read('EPUB/livre.opf')) ?? undefined);
      const title = new TextDecoder().decode((await archive.read('EPUB/titre.xhtml')) ?? undefined);
      expect(title).toContain('Contient\u00A0: violence, suicide et automutilation.');
      const all = [...opf.matchAll(/<meta property="((?:schema|tdm):\w+)"[^>]*>([^<]*)</g)];
      return { opf, values: all.map(([, name = '', value = '']) => `${name} ${value}`) };
    };
    const { opf, values } = await metadataOf();
    const features = ['tableOfContents', 'readingOrder', 'structuralNavigation'];
    expect(values).toEqual([
      'schema:accessMode textual',
      'schema:accessMode visual',
      'schema:accessModeSufficient textual',
      ...features.map((name) => `schema:accessibilityFeature ${name}`),
      'schema:accessibilityFeature displayTransformability',
      'schema:accessibilityFeature alternativeText',
      'schema:accessibilityHazard none',
      expect.stringMatching(/^schema:accessibilitySummary Le texte .*images ont une description/),
      'tdm:reservation 1',
      'tdm:policy https://feuilleton.test/mentions-legales#propriete-intellectuelle',
    ]);
    expect(opf).not.toContain('conformsTo');
    for (const genre of ['Tranche de vie', 'Mystère']) {
      expect(opf).toContain(`<dc:subject>${genre}</dc:subject>`);
    }
    await app.db
      .update(chapterTexts)
      .set({ html: sql`regexp_replace(${chapterTexts.html}, 'alt="[^"]+"', 'alt="Illustration"')` })
      .where(eq(chapterTexts.chapterId, two));
    const undescribed = (await metadataOf()).values;
    expect(undescribed).toContain('schema:accessModeSufficient textual,visual');
    expect(undescribed).not.toContain('schema:accessibilityFeature alternativeText');
    expect(undescribed.join()).toContain('Des images n’ont pas de description.');
  });

  test('the EPUB has every chapter, premium and drafts too, and their notes', async () => {
    const { id } = await addBook();
    const { bytes } = await take(world.mathilde, id, 'format=epub');
    const read = await readBook(bytes, 'livre.epub');
    if (!read.ok) throw new Error(read.refusal.message);
    const { title, authorName, language, cover, proposals } = read.book;
    expect({ title, authorName, language }).toEqual({
      title: 'L’Été & <elle>',
      authorName: 'Mathilde Roy',
      language: 'fr',
    });
    expect(cover?.mediaType).toBe('image/jpeg');
    const taken = proposals.filter(({ isTaken }) => isTaken);
    expect(taken.map((chapter) => [chapter.title, chapter.part])).toEqual([
      ['Le départ, revu', 'Première partie'],
      ['Sous clé', 'Première partie'],
      ['Pas encore', null],
    ]);
    expect(taken[0]?.html).toContain('Une <strong>note</strong>.');
    expect(taken[0]?.html).toContain('Et ensuite.');
    expect(taken[2]?.html).toContain('Brouillon secret.');
    expect(taken[1]?.html).toContain(blocks);
    expect(taken[1]?.html).toContain('alt="Une « tour » &amp; la mer" width="400" height="600"');
    expect(read.book.pictures).toHaveLength(1);
  });

  test('the EPUB has the author’s notes around the texts, where their pages have them', async () => {
    const { id } = await addBook();
    const { bytes } = await take(world.mathilde, id, 'format=epub');
    const archive = await openArchive(bytes);
    const pageOf = async (place: number) =>
      new TextDecoder().decode((await archive.read(`EPUB/chapitre-${place}.xhtml`)) ?? undefined);
    const note = (side: string, ...paragraphs: string[]) =>
      [
        `<aside class="author-note feuilleton-note-${side}" aria-label="Note de l’auteur">`,
        '<p lang="fr" xml:lang="fr"><strong>Note de l’auteur</strong></p>',
        ...paragraphs.map((text) => `<p>${text}</p>`),
        '</aside>',
      ].join('\n');
    const ofNovel = note('avant', 'Merci &amp; &lt;bonjour&gt;\u202F!', '---<br/>À bientôt.');
    const [first, second, third] = await Promise.all([pageOf(1), pageOf(2), pageOf(3)]);
    expect(first).toContain(`<h1>Le départ, revu</h1>\n${ofNovel}\n<p>Un <em>mot</em>`);
    expect(second).not.toContain('Merci');
    expect(second).toContain(`${note('apres', 'La suite dimanche.')}\n</section>`);
    expect(third).toContain(ofNovel);
  });

  test('the Markdown archive has the author’s notes beside the texts, not in them', async () => {
    const { id } = await addBook();
    const { bytes } = await take(world.mathilde, id, 'format=markdown');
    const archive = await openArchive(bytes);
    const read = async (path: string) =>
      new TextDecoder().decode((await archive.read(path)) ?? undefined);
    const ofNovel = 'note_avant: |-\n  Merci & <bonjour> !\n\n  ---\n  À bientôt.\n';
    expect(await read('roman.md')).toContain(ofNovel);
    expect(await read('chapitres/0001-le-depart-revu.md')).toContain(ofNovel);
    const second = await read('chapitres/0002-sous-cle.md');
    expect(second).toContain('\nnote_apres: La suite dimanche.\n');
    expect(second).not.toContain('note_avant');
  });

  test.each([true, false])(
    'the EPUB waits for pictures whose turn does not come at once (cover: %s)',
    async (hasCover) => {
      const { id } = await addBook();
      const [novel] = await world.app.db.select().from(novels).where(eq(novels.id, id));
      if (!novel) throw new Error('no novel');
      const [full, free] = [0, 1].map((waitingMax) =>
        createTaskQueue({ waitingMax, waitMs: 60_000 }),
      );
      if (!full || !free) throw new Error('no queues');
      let asked = 0;
      const run: typeof free.run = (task, who) =>
        ((asked += 1) % 2 === 1 ? full : free).run(task, who);
      const pictures = { ...free, run };
      const book = hasCover ? novel : { ...novel, coverHash: null };
      const stream = await writeEpub({ ...world.app, pictures }, book, { isWithDrafts: true });
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      const read = await readBook(bytes, 'livre.epub');
      if (!read.ok) throw new Error(read.refusal.message);
      expect(read.book.pictures).toHaveLength(1);
      expect(read.book.cover !== null).toBe(hasCover);
    },
  );

  test('without drafts, only what is published is taken, as readers have it', async () => {
    const { id } = await addBook();
    for (const format of ['epub', 'markdown']) {
      const { bytes } = await take(world.mathilde, id, `format=${format}&drafts=false`);
      const read = await readBook(bytes, 'livre.zip');
      if (!read.ok) throw new Error(read.refusal.message);
      const text = read.book.proposals.map(({ html }) => html).join('\n');
      expect(text).toContain('Et puis.');
      expect(text).not.toMatch(/Et ensuite|Brouillon secret/);
    }
  });

  test('the Markdown archive is read back by the importer without a loss', async () => {
    const { id, hash } = await addBook();
    const { response, bytes } = await take(world.mathilde, id, 'format=markdown&drafts=false');
    expect(response.headers.get('content-disposition')).toMatch(/filename="[\w.-]+\.zip"/);
    const read = await readBook(bytes, 'roman.zip');
    if (!read.ok) throw new Error(read.refusal.message);
    const stored = await world.app.db
      .select({ title: chapters.title, part: chapters.part, html: chapterTexts.html })
      .from(chapters)
      .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
      .where(eq(chapters.novelId, id))
      .orderBy(asc(chapters.chapterNumber))
      .limit(2);
    expect(read.book.chapters.map(({ title, part, html }) => ({ title, part, html }))).toEqual(
      stored,
    );
    expect(stored[0]?.title).toBe('Chapitre 1 : Le départ');
    expect(read.book.pictures.map((picture) => picture.hash)).toEqual([hash]);
    expect(read.book).toMatchObject({
      title: 'L’Été & <elle>',
      authorName: 'Mathilde Roy',
      description: 'Une tour.\nUn été.',
      language: 'fr',
      cover: { mediaType: 'image/jpeg' },
    });
  });

  test('what is not written yet comes back as a draft, even if the rest is published', async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'En cours' });
    const body = { key: crypto.randomUUID(), title: 'À écrire' };
    await succeed(app, mathilde, createChapter, { params: { id }, body });
    const { bytes } = await take(mathilde, id, 'format=markdown&drafts=true');
    const upload = await succeed(app, mathilde, uploadBook, {
      query: { name: 'roman.zip' },
      body: bytes,
    });
    const { novelId } = await succeed(app, mathilde, confirmUpload, {
      params: { id: upload._id },
      body: {
        target: { kind: 'new', takesCover: false, ...novelForm('En cours') },
        edits: [],
        premiumFrom: null,
        publication: 'published',
      },
    });
    const back = await app.db
      .select({ title: chapters.title, status: chapters.status })
      .from(chapters)
      .where(eq(chapters.novelId, novelId))
      .orderBy(asc(chapters.chapterNumber));
    expect(back).toEqual([
      { title: 'Chapitre 1', status: 'published' },
      { title: 'À écrire', status: 'draft' },
    ]);
  });

  test('the author’s notes come back from the Markdown archive, beside the texts', async () => {
    const { app, mathilde } = world;
    const { id } = await addBook();
    const { bytes } = await take(mathilde, id, 'format=markdown');
    const comeBack = async (
      target: z.input<typeof confirmUpload.body>['target'],
      edits: ImportEdit[] = [],
    ) => {
      const query = { name: 'roman.zip' };
      const upload = await succeed(app, mathilde, uploadBook, { query, body: bytes });
      expect(upload.report).toContain(
        '3 chapitres ont une note de l’auteur, à part de leur texte.',
      );
      const wish = { target, edits, premiumFrom: null, publication: 'draft' as const };
      const params = { id: upload._id };
      const back = await succeed(app, mathilde, confirmUpload, { params, body: wish });
      const notes = await Promise.all(
        back.chapterIds.map((chapterId) =>
          succeed(app, mathilde, getChapterNotes, { params: { id: chapterId } }),
        ),
      );
      return { novelId: back.novelId, notes };
    };
    const before = 'Merci & <bonjour> !\n\n---\nÀ bientôt.';
    const ofSecond = { before: '', after: 'La suite dimanche.' };
    const defaults = { before, after: '' };
    const made = { kind: 'new', takesCover: false, ...novelForm('De retour') } as const;
    const fresh = await comeBack(made);
    expect(fresh.notes).toEqual([
      { own: { before: null, after: null, ...first }, defaults },
      { own: { ...ofSecond, ...second }, defaults },
      { own: { before: null, after: null, ...nothing }, defaults },
    ]);
    // Joined, a chapter has the note before its first text, what stands after its last, and all persons.
    const other = await addDraftNovel(app, mathilde, { title: 'Déjà là' });
    const joined = await comeBack({ kind: 'existing', novelId: other.id }, [
      { kind: 'merge', piece: '2' },
    ]);
    const none = { before: '', after: '' };
    expect(joined.notes).toEqual([
      {
        own: { before, after: 'La suite dimanche.', ...second, cast: first.cast },
        defaults: none,
      },
      { own: { before, after: null, ...nothing }, defaults: none },
    ]);
    // Who is suspended from commenting writes no note.
    const suspend = (commentsSuspendedUntil: Date | null) =>
      app.db.update(users).set({ commentsSuspendedUntil }).where(eq(users.id, mathilde.user.id));
    await suspend(new Date(app.clock.now().getTime() + 86_400_000));
    const silenced = await comeBack(made);
    await suspend(null);
    expect(silenced.notes[0]).toEqual({
      own: { before: null, after: null, ...nothing },
      defaults: none,
    });
  });

  test('the author’s notes and recaps come back from the EPUB, out of the texts', async () => {
    const { app, mathilde } = world;
    const { id } = await addBook();
    const { bytes } = await take(mathilde, id, 'format=epub');
    const query = { name: 'livre.epub' };
    const upload = await succeed(app, mathilde, uploadBook, { query, body: bytes });
    expect(upload.report).toContain('3 chapitres ont une note de l’auteur, à part de leur texte.');
    const target = { kind: 'new', takesCover: false, ...novelForm('Relu') } as const;
    const wish = { target, edits: [], premiumFrom: null, publication: 'draft' as const };
    const params = { id: upload._id };
    const { chapterIds } = await succeed(app, mathilde, confirmUpload, { params, body: wish });
    const back = await Promise.all(
      chapterIds.map(async (chapterId) => {
        const told = { params: { id: chapterId } };
        const { own } = await succeed(app, mathilde, getChapterNotes, told);
        return { own, html: (await succeed(app, mathilde, getStudioChapter, told)).copy.html };
      }),
    );
    // With the typography of the page, and the dashes that any book is read with.
    const before = 'Merci & <bonjour>\u202F!\n\n—\nÀ bientôt.';
    expect(back.map(({ own }) => own)).toEqual([
      { before, after: null, recap: first.recap, cast: '' },
      { before: null, after: 'La suite dimanche.', recap: second.recap, cast: '' },
      { before, after: null, ...nothing },
    ]);
    const beside = /Note de l’auteur|Merci|dimanche|Précédemment|Elle part|porte/;
    for (const { html } of back) expect(html).not.toMatch(beside);
  });

  test('notes beyond their length stay in the file, and are named', async () => {
    const { id } = await addBook();
    const { bytes } = await take(world.mathilde, id, 'format=markdown');
    const parts: ZipPart[] = [];
    const archive = await openArchive(bytes);
    for (const path of [...archive.names].filter((name) => name.endsWith('.md'))) {
      const text = new TextDecoder().decode((await archive.read(path)) ?? undefined);
      const content = text.replace('La suite dimanche.', 'a'.repeat(1_001));
      parts.push({ path, content: () => Promise.resolve(content) });
    }
    const stream = zipStream(parts, { modifiedAt: new Date(), onFailure: () => undefined });
    const read = await readBook(
      new Uint8Array(await new Response(stream).arrayBuffer()),
      'roman.zip',
    );
    if (!read.ok) throw new Error(read.refusal.message);
    expect(read.book.chapters[1]?.authorNotes).toMatchObject({ before: '', after: '' });
    expect(read.book.report).toContain(
      'Une note de l’auteur a plus de 1\u202F000 caractères et n’a pas été reprise\u00A0: «\u00A0Sous clé\u00A0».',
    );
  });

  test('comments are CSV for a French spreadsheet, without a formula and without removed words', async () => {
    const { id, one } = await addBook();
    const { app, reader, mathilde } = world;
    // Half past midnight in Paris.
    const createdAt = new Date('2026-09-22T22:30:43.137Z');
    const add = async (text: string, removedAt: Date | null = null, where: object = {}) => {
      const id = crypto.randomUUID();
      const written = { userId: reader.user.id, text, removedAt, createdAt };
      await app.db
        .insert(comments)
        .values({ id, threadId: id, ...written, chapterId: one, ...where });
    };
    await add('=HYPERLINK("http://x";"y")');
    await add('Deux\nlignes; et "guillemets"');
    await add('mots retirés', new Date());
    await add('Un avis\n\nLong.', null, { chapterId: null, novelId: id });
    const { response, bytes } = await take(mathilde, id, 'format=comments');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.split('\r\n')[0]).toBe('Chapitre;Titre;Date;Nom;Niveau;Fil;Commentaire;Texte;État');
    expect(text).toContain('"\'=HYPERLINK(""http://x"";""y"")"');
    expect(text).toContain('"Deux\nlignes; et ""guillemets"""');
    expect(text).not.toContain('mots retirés');
    expect(text.split('\r\n')[1]).toMatch(/^;Avis;2026-09-23 00:30;Léa;.*"Un avis\n\nLong."/);
    expect(text.match(/;2026-09-23 00:30;Léa;/g)).toHaveLength(4);
  });

  test('a thousand chapters leave in a stream, each of them', { tags: 'slow' }, async () => {
    const { app, mathilde } = world;
    const { id } = await addDraftNovel(app, mathilde, { title: 'Très long', chapters: 1 });
    const rows = Array.from({ length: 999 }, (_, index) => ({
      id: crypto.randomUUID(),
      novelId: id,
      chapterNumber: index + 2,
      title: `Épisode ${index + 2}`,
    }));
    await app.db.insert(chapters).values(rows);
    const html = '<p>Une phrase <em>assez</em> longue.</p>\n'.repeat(40).trimEnd();
    await app.db.insert(chapterTexts).values(rows.map((row) => ({ chapterId: row.id, html })));
    const { bytes } = await take(mathilde, id, 'format=markdown');
    const read = await readBook(bytes, 'roman.zip');
    if (!read.ok) throw new Error(read.refusal.message);
    expect(read.book.chapters).toHaveLength(1000);
    expect(read.book.chapters.at(-1)).toMatchObject({ title: 'Épisode 1000', html });
    await app.db.delete(novels).where(eq(novels.id, id));
  });
});
