import { describe, expect, test } from 'vitest';
import sharp from '#server/picture-library.ts';
import { epub, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook } from './reading.ts';

const png = (background: string) =>
  sharp({ create: { width: 64, height: 96, channels: 3, background } })
    .png()
    .toBuffer();

/** A chapter of an EPUB, with two pictures: `i/1.png` and `i/2.png`. */
async function read(body: string, more: { manifest?: string; file?: [string, string] } = {}) {
  const files = await Promise.all(['red', 'blue'].map(png));
  return readExpectedBook(
    epub({
      documents: { 'a.xhtml': `<h1>Chapitre 1</h1>${paragraphs(8)}${body}${paragraphs(8)}` },
      manifest: `${['1', '2'].map((name) => `<item id="i${name}" href="i/${name}.png" media-type="image/png"/>`).join('')}${more.manifest ?? ''}`,
      extra: [
        ...files.map((content, index) => ({ name: `OPS/i/${index + 1}.png`, content })),
        ...(more.file ? [{ name: more.file[0], content: more.file[1] }] : []),
      ],
    }),
    'a.epub',
  );
}
const altsOf = (html = '') => [...html.matchAll(/ alt="([^"]*)"/g)].map(([, alt]) => alt);

describe('the pictures of an EPUB', () => {
  test('are called by their words, title or caption, else are counted in the report', async () => {
    const book = await read(`<p><img src="i/1.png" alt="Une tour"/></p>
      <p><img src="i/1.png" alt="" title="Le phare"/></p>
      <figure><img src="i/2.png" alt="img_0002.png"/><figcaption>La mer</figcaption></figure>
      <p><img src="i/2.png"/></p><p><img src="i/2.png" alt=""/></p><p><img src="i/2.png" alt="IMG_2.JPG"/></p>`);
    expect(altsOf(book.chapters[0]?.html)).toEqual([
      ...['Une tour', 'Le phare', 'La mer'],
      ...['Illustration', 'Illustration', 'Illustration'],
    ]);
    expect(book.report.join('\n')).toMatch(/^3 images n’ont pas de description .+ 3 dans/m);
  });
});
