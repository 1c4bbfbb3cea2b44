import { describe, expect, test } from 'vitest';
import sharp from '#server/core/picture-library.ts';
import { limits } from '#server/publishing/book/refusals.ts';
import { readExpectedBook, readExpectedRefusal, textBytes } from './reading.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const png = await sharp({ create: { width: 64, height: 96, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const data = `data:image/png;base64,${png.toString('base64')}`;
const story = 'La pluie tombait sur la ville et les passants couraient. '.repeat(12).trim();
const read = (...entries: ZipEntry[]) => readExpectedBook(writeZip(entries), 'mon-roman.zip');
const file = (name: string, content: string | Uint8Array): ZipEntry => ({ name, content });
const altsOf = (html = '') =>
  [...html.matchAll(/ alt="([^"]*)" width="64"/g)].map(([, alt]) => alt);

describe('pictures of Markdown', () => {
  test('are read where they are written into the text, and named where they are elsewhere', async () => {
    const markdown = `# Un\n\n![Une tour](${data})\n\n${story}\n\n<img src="${data}" alt="Encore">\n\n![a](https://exemple.fr/x/carte.png) ![b](data:image/svg+xml;base64,AAAA) ![c](plan.png)`;
    const { chapters, pictures, report } = await readExpectedBook(textBytes(markdown), 'a.md');
    expect(altsOf(chapters[0]?.html)).toEqual(['Une tour', 'Encore']);
    expect(chapters[0]?.html).not.toContain('base64');
    expect(pictures).toHaveLength(1);
    expect(report).toContain(
      '3 images n’ont pas été trouvées ou lues\u00A0: «\u00A0carte.png\u00A0», «\u00A0plan.png\u00A0» et 1 autre. Celles d’un autre site ne sont pas cherchées\u00A0; celles de votre ordinateur se joignent au texte dans une archive ZIP.',
    );
  });
});

describe('a ZIP of Markdown files', () => {
  test('has a book in one file, with the pictures beside it', async () => {
    const book = await read(
      file(
        'livre/roman.md',
        `---\ntitle: Le phare\n---\n\n# Un\n\n${story}\n\n# Deux\n\n![Une tour](<../images/la tour.png>)\n\n${story}`,
      ),
      file('images/la tour.png', png),
      file('__MACOSX/livre/._roman.md', 'x'),
      file('README.md', 'Mode d’emploi'),
    );
    expect(book).toMatchObject({ title: 'Le phare', isTitleGuessed: false });
    expect(book.chapters.map(({ title }) => title)).toEqual(['Un', 'Deux']);
    expect(altsOf(book.chapters[1]?.html)).toEqual(['Une tour']);
    expect(book.pictures).toHaveLength(1);
    expect(book.report).toContain('Non repris de l’archive\u00A0: «\u00A0README.md\u00A0».');
  });

  test('has a chapter in each of several files, in the order of their numbers', async () => {
    const book = await read(
      file('roman/10-la_fin.md', `${story}^[Sa note.]`),
      file(
        'roman/2.md',
        `---\ntitle: Le port\nauthor: Jeanne Martin\n---\n\n${story}[^1]\n\n[^1]: Autre note.`,
      ),
      file(
        'roman/1.md',
        `# Le départ\n\n${story}\n\n## Plus tard\n\n${story}\n\n![Une tour](tour.png)`,
      ),
      file('roman/tour.png', png),
    );
    expect(book).toMatchObject({ title: 'Mon roman', authorName: 'Jeanne Martin' });
    expect(book.chapters.map(({ title }) => title)).toEqual(['Le départ', 'Le port', 'la fin']);
    expect(book.chapters[0]?.html).toContain('<h2>Plus tard</h2>');
    expect(altsOf(book.chapters[0]?.html)).toEqual(['Une tour']);
    expect(book.chapters[1]?.html).toContain('<aside id="note-1"><p>Autre note.</p></aside>');
    expect(book.chapters[2]?.html).toContain('<aside id="note-1"><p>Sa note.</p></aside>');
  });

  test('takes folders for parts, and files with titles of chapters for several', async () => {
    const book = await read(
      file(
        '1 Le port/a.md',
        `# Partie un\n\n## Chapitre 1\n\n${story}\n\n## Chapitre 2\n\n${story}`,
      ),
      file('2 La mer/b.md', story),
    );
    expect(book.chapters.map(({ part, title }) => `${part} / ${title}`)).toEqual([
      'Le port – Partie un / Chapitre 1',
      'Le port – Partie un / Chapitre 2',
      'La mer / b',
    ]);
  });

  test('keeps a picture of every chapter once', async () => {
    const chapters = Array.from({ length: limits.pictures + 1 }, (_, index) =>
      file(`${index + 1}.md`, `# Jour ${index + 1}\n\n![Une vignette](v.png)\n\nLa pluie tombait.`),
    );
    const book = await read(...chapters, file('v.png', png));
    expect(book.chapters.map(({ html }) => altsOf(html).length)).toEqual(chapters.map(() => 1));
    expect(book.pictures).toHaveLength(1);
  });

  test('leaves a damaged picture, and refuses what is beyond its bounds', async () => {
    const text = file('a.md', `# Un\n\n${story}\n\n![x](x.png)`);
    const { pictures, report } = await read(text, { ...file('x.png', png), announcedCrc: 7 });
    expect(pictures).toEqual([]);
    expect(report.join('\n')).toContain('«\u00A0x.png\u00A0»');
    const bomb = file('x.png', new Uint8Array(8 * 1024 * 1024));
    expect((await readExpectedRefusal(writeZip([text, bomb]), 'a.zip')).code).toBe('HOSTILE_FILE');
    const long = file('b.md', 'Un mot. '.repeat(2_000_000));
    const stored = [text, long, { ...long, name: 'c.md' }].map((one) => ({ ...one, method: 0 }));
    expect((await readExpectedRefusal(writeZip(stored), 'a.zip')).code).toBe('TOO_LARGE');
  });

  test('is none without Markdown', async () => {
    const refusal = await readExpectedRefusal(writeZip([file('a.txt', story)]), 'a.zip');
    expect(refusal.code).toBe('UNSUPPORTED_FORMAT');
  });
});
