import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chapters, chapterTexts, novels } from '#server/core/db/schema/catalogue.ts';
import { cleanChapterHtml } from '#server/publishing/book/chapter-html.ts';
import { sanitizeChapterHtml } from '#server/publishing/sanitize.ts';
import { countWords } from '#shared/text/words.ts';
import {
  asStored,
  examples,
  spelled,
  unspelled,
} from '#tests/lib/shared/text/typography-examples.ts';
import { openTestApp } from '#tests/world/app.ts';
import { addNovel, chapterDraft, removeAllNovels } from '#tests/world/novels.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => removeAllNovels(app));
afterAll(() => app.close());

const storedTexts = async () =>
  (
    await app.db
      .select({ html: chapterTexts.html })
      .from(chapters)
      .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
      .orderBy(chapters.chapterNumber)
  ).map(({ html }) => html);

const drafts = (...texts: string[]) =>
  texts.map((html, index) => chapterDraft(index + 1, { html }));

/** As an import before there was any typography left it. */
async function storeAsWritten(chapterId: string, html: string): Promise<void> {
  await app.db.update(chapterTexts).set({ html }).where(eq(chapterTexts.chapterId, chapterId));
}

describe('typography of an import', () => {
  test('follows the table of examples, and the editor’s save keeps it', async () => {
    await addNovel(app, { chapters: drafts(...examples.map(([, given]) => unspelled(given))) });
    const stored = await storedTexts();
    expect(stored.map(spelled)).toEqual(examples.map(([, , set]) => asStored(set)));
    expect(stored.map((html) => sanitizeChapterHtml(cleanChapterHtml(html).html))).toEqual(stored);
    expect(stored.map(countWords)).toEqual(
      examples.map(([, given]) => countWords(unspelled(given))),
    );
  });

  test('leaves a novel of another language as it is', async () => {
    const html = '<p>"Well ?" he said...</p>';
    await addNovel(app, { language: 'en', chapters: drafts(html) });
    expect(await storedTexts()).toEqual([html]);
  });

  test('goes by the language of the novel, not of the book', async () => {
    const html = '<p>"Well ?" he said...</p>';
    const told = { language: 'en' };
    await addNovel(app, { language: 'fr', names: told, chapters: drafts(html) });
    expect(await storedTexts()).toEqual([html]);
  });
});

describe('the same book again', () => {
  const written = ['<p>— Oui ? dit "Paul"...</p>', "<p>L'an 1 234 ; fin</p>"];
  const unchanged = { added: 0, updated: 0, unchanged: 2, withdrawn: 0 };

  test('changes nothing that was imported with typography', async () => {
    await addNovel(app, { chapters: drafts(...written) });
    const before = [await storedTexts(), await app.db.select().from(chapters)];
    app.clock.advance(60_000);
    expect(await addNovel(app, { chapters: drafts(...written) })).toMatchObject(unchanged);
    expect([await storedTexts(), await app.db.select().from(chapters)]).toEqual(before);
  });

  test('changes nothing that was imported before there was typography', async () => {
    const { chapterIds } = await addNovel(app, { chapters: drafts(...written) });
    for (const [index, id] of chapterIds.entries()) await storeAsWritten(id, written[index] ?? '');
    const before = [await app.db.select().from(chapters), await app.db.select().from(novels)];
    app.clock.advance(60_000);
    const again = await addNovel(app, { chapters: drafts(...written) });
    expect(again).toMatchObject({ ...unchanged, chapterIds });
    expect(await storedTexts()).toEqual(written);
    expect([await app.db.select().from(chapters), await app.db.select().from(novels)]).toEqual(
      before,
    );
  });

  test('finds a chapter by a text that only typography distinguishes, under another name', async () => {
    const { chapterIds } = await addNovel(app, { chapters: drafts(...written) });
    for (const [index, id] of chapterIds.entries()) await storeAsWritten(id, written[index] ?? '');
    const renamed = drafts(...written).map((draft) => ({
      ...draft,
      sourceKey: `autre-${draft.sourceKey}`,
      title: `Autre ${draft.title}`,
    }));
    const again = await addNovel(app, { chapters: renamed.toReversed() });
    expect(again).toMatchObject({ added: 0, chapterIds: chapterIds.toReversed() });
  });

  test('with one corrected word changes that chapter once', async () => {
    const { chapterIds } = await addNovel(app, { chapters: drafts(...written) });
    for (const [index, id] of chapterIds.entries()) await storeAsWritten(id, written[index] ?? '');
    const [first = ''] = written;
    const corrected = drafts(first, "<p>L'an 1 235 ; fin</p>");
    const changed = await addNovel(app, { chapters: corrected });
    expect(changed).toMatchObject({ updated: 1, unchanged: 1, chapterIds });
    expect((await storedTexts()).map(spelled)).toEqual([first, '<p>L’an 1_235_; fin</p>']);
    expect(await addNovel(app, { chapters: corrected })).toMatchObject(unchanged);
  });

  test('is stored as the book has it once the novel is of another language', async () => {
    await addNovel(app, { chapters: drafts(...written) });
    const again = await addNovel(app, { names: { language: 'en' }, chapters: drafts(...written) });
    expect(again).toMatchObject({ updated: 2, unchanged: 0 });
    expect(await storedTexts()).toEqual(written);
  });
});
