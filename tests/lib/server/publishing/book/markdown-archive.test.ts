import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fittingBeside } from '#server/publishing/book/author-notes.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const about = '---\ntitre: Le phare\nauteur: A\nlangue: fr\n---\n\nUn été.\n';
const hashOf = (index: number) => index.toString(16).padStart(32, '0');
const figure = (index: number) =>
  `<figure><img data-picture="${hashOf(index)}" alt="Tour &amp; ${index}" width="9" height="9"></figure>`;
const chapter = (number: number, title: string, text: string): ZipEntry => ({
  name: `chapitres/${String(number).padStart(4, '0')}-x.md`,
  content: `---\ntitre: ${title}\n---\n\n${text}`,
});
const picture = (index: number, content: Uint8Array = new Uint8Array([1])): ZipEntry => ({
  name: `images/${hashOf(index)}.webp`,
  content,
  method: 0,
});
async function read(...entries: ZipEntry[]) {
  const result = await readBook(writeZip([{ name: 'roman.md', content: about }, ...entries]), 'x');
  if (!result.ok) throw new Error(result.refusal.message);
  return result.book;
}
const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('our own archive', () => {
  test('has as many pictures as a novel may have, and says that they are kept', async () => {
    const all = range(pictureLimits.perNovel);
    const chapters = range(pictureLimits.perNovel / 50).map((number) => {
      const figures = all.slice(number * 50, (number + 1) * 50).map(figure);
      return chapter(number + 1, `Un ${number}`, ['Mot.', ...figures].join('\n\n'));
    });
    const { pictures, report } = await read(...all.map((index) => picture(index)), ...chapters);
    expect(pictures).toHaveLength(pictureLimits.perNovel);
    expect(report.join('\n')).toMatch(/^1\s000 images gardées dans le texte\.$/m);
    expect(report.join('\n')).not.toMatch(/manque/);
  });

  test('has a line in the report for a recap or persons that do not fit', async () => {
    const wrong = 'precedemment: [1]\npersonnages: Emma, seule';
    const name = 'chapitres/0001-x.md';
    const { report, proposals } = await read({
      name,
      content: `---\ntitre: Un\n${wrong}\n---\n\nMot.`,
    });
    expect(proposals[0]?.authorNotes).toMatchObject({ recap: '', cast: '' });
    expect(report.filter((line) => line.endsWith('repris\u00A0: «\u00A0Un\u00A0».'))).toHaveLength(
      2,
    );
    // What the EPUB's typography has added.
    const recap = `${'a'.repeat(397)}\u00A0: ?`;
    expect(fittingBeside({ recap }, 'Un', [])).toEqual({
      recap: `${'a'.repeat(397)}: ?`,
      cast: '',
    });
  });

  test('may have more of pictures than texts may be long', { tags: 'slow' }, async () => {
    const bytes = randomBytes(9_500_000);
    const pictures = range(9).map((index) => picture(index, bytes));
    const text = range(9).map(figure).join('\n\n');
    const book = await read(...pictures, chapter(1, 'Un', `Mot.\n\n${text}`));
    expect(book.pictures).toHaveLength(9);
  });

  test('names the pictures that it lacks, or that are damaged', async () => {
    const { pictures, report } = await read(
      picture(0),
      picture(1, new Uint8Array()),
      { ...picture(2), announcedCrc: 7 },
      chapter(1, 'Un', ['Mot.', ...range(4).map(figure)].join('\n\n')),
    );
    expect(pictures.map(({ hash }) => hash)).toEqual([hashOf(0)]);
    expect(report).toContain('1 image gardée dans le texte.');
    expect(report).toContain(
      '3 images manquent dans le fichier\u00A0: «\u00A0Tour & 1\u00A0» («\u00A0Un\u00A0»), «\u00A0Tour & 2\u00A0» («\u00A0Un\u00A0»), «\u00A0Tour & 3\u00A0» («\u00A0Un\u00A0»).',
    );
  });

  test('gives back chapters without words: empty ones, and those of one picture', async () => {
    const { chapters, proposals, report } = await read(
      picture(0),
      chapter(1, 'Un', 'Mot.'),
      chapter(2, 'À écrire', ''),
      chapter(3, 'Une image', figure(0)),
      chapter(4, 'À écrire aussi', ''),
    );
    expect(chapters.map(({ title, html, wordCount }) => [title, html, wordCount])).toEqual([
      ['Un', '<p>Mot.</p>', 1],
      ['À écrire', '', 0],
      ['Une image', figure(0), 0],
      ['À écrire aussi', '', 0],
    ]);
    expect(proposals.map(({ reason }) => reason)).toEqual([null, null, null, null]);
    expect(report.join('\n')).not.toContain('aucun texte');
  });
});
