import { describe, expect, test } from 'vitest';
import { openArchive } from '#server/publishing/book/epub/archive.ts';
import { resolvePlace } from '#server/publishing/book/epub/paths.ts';
import { container, epub, mimetype, paragraphs, xhtml } from './epub-fixtures.ts';
import { readExpectedBook } from './reading.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const content = paragraphs(3);
const link = (href: string) => `<li><a href="${href}">Chapitre 1</a></li>`;

/** The path of the file that a book at `OPS/book.opf` means by `href`. */
async function meant(href: string, ...files: (string | ZipEntry)[]): Promise<string | undefined> {
  const entries = files.map((file) => (typeof file === 'string' ? { name: file, content } : file));
  const archive = await openArchive(writeZip(entries));
  const place = resolvePlace(archive, 'OPS/book.opf', href);
  return place && archive.names.has(place.path) ? place.path : undefined;
}

describe('the file that a book means', () => {
  const nfd = 'OPS/été.xhtml'.normalize('NFD');
  test.each([
    ['as written', 'un.xhtml', 'OPS/un.xhtml'],
    ['encoded', 'un%20deux.xhtml', 'OPS/un deux.xhtml'],
    ['with a literal percent sign', 'un%20deux.xhtml', 'OPS/un%20deux.xhtml'],
    ['encoded twice', 'un%2520deux.xhtml', 'OPS/un deux.xhtml'],
    ['encoded where the entry is encoded twice', 'un%20deux.xhtml', 'OPS/un%2520deux.xhtml'],
    ['with a lone percent sign', '100% été.xhtml', 'OPS/100% été.xhtml'],
    ['encoded by Windows', '%E9t%E9.xhtml', 'OPS/été.xhtml'],
    ['decomposed', '%C3%A9t%C3%A9.xhtml', nfd],
    ['in other cases', 'text/UN.XHTML', 'OPS/Text/un.xhtml'],
    ['with backslashes', 'text\\un.xhtml', 'OPS/text/un.xhtml'],
    ['in an archive with backslashes', 'text/un.xhtml', 'OPS\\text\\un.xhtml'],
    ['with a number sign', 'un#deux.xhtml', 'OPS/un#deux.xhtml'],
    ['with a question mark', 'qui?.xhtml', 'OPS/qui?.xhtml'],
  ])('is found: %s', async (_, href, name) => {
    expect(await meant(href, name)).toBe(name.normalize('NFC').replaceAll('\\', '/'));
  });

  test.each([
    ['UTF-8', Buffer.from('OPS/été.xhtml')],
    ['CP437', Buffer.from('OPS/\u0082t\u0082.xhtml', 'latin1')],
    ['Windows-1252', Buffer.from('OPS/été.xhtml', 'latin1')],
  ])('is found by a name without the flag of UTF-8, in %s', async (_, rawName) => {
    const file = { name: 'x', rawName, content };
    expect(await meant('%C3%A9t%C3%A9.xhtml', file)).toBeDefined();
  });

  test('is the exact one where several are alike', async () => {
    const names = ['OPS/un.xhtml', 'OPS/UN.xhtml', 'OPS/a b.xhtml', 'OPS/a%20b.xhtml'];
    expect(await meant('UN.xhtml', ...names)).toBe('OPS/UN.xhtml');
    expect(await meant('a%20b.xhtml', ...names)).toBe('OPS/a b.xhtml');
    expect(await meant('a%2520b.xhtml', ...names)).toBe('OPS/a%20b.xhtml');
  });
});

test('a book in a folder with such a name has all its chapters', async () => {
  const folder = 'Été 100%25';
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="ncx"><itemref idref="a"/></spine></package>`;
  const book = await readExpectedBook(
    writeZip([
      mimetype,
      container(`${encodeURIComponent(folder)}/book.opf`),
      { name: 'x', rawName: Buffer.from(`${folder}/book.opf`), content: opf },
      { name: 'x', rawName: Buffer.from(`${folder}/A.xhtml`), content: xhtml(content) },
    ]),
    'x.epub',
  );
  expect(book.chapters).toHaveLength(1);
  expect(book.report.join(' ')).not.toContain('manque');
});

test('a table of contents may write a name otherwise than the manifest', async () => {
  const book = await readExpectedBook(
    epub({ documents: { 'Un Deux.xhtml': content }, nav: link('un%2520deux.xhtml') }),
    'x.epub',
  );
  expect(book.chapters.map(({ title }) => title)).toEqual(['Chapitre 1']);
});
