import { describe, expect, test } from 'vitest';
import sharp from '#server/core/picture-library.ts';
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
      'Une tour',
      'Le phare',
      'La mer',
      'Illustration',
      'Illustration',
      'Illustration',
    ]);
    expect(book.report.join('\n')).toMatch(/^3 images n’ont pas de description .+ 3 dans/m);
  });

  const plate = (inner: string, words = '') =>
    `<div><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 96"${words}>${inner}</svg></div>`;

  test('stand in a drawing of their own, as full pages do', async () => {
    const book = await read(
      plate('<image width="64" height="96" xlink:href="i/1.png"/>', ' aria-label="Une tour"') +
        plate('<title>La mer</title><image width="64" height="96" href="i/2.png"/>') +
        plate('<image xlink:href="i/1.png"/><image xlink:href="i/2.png"/>') +
        plate('<path d="M0 0h9"/>') +
        '<picture><source srcset="i/2.webp"/><img src="i/2.png" alt="Encore"/></picture>',
    );
    expect(altsOf(book.chapters[0]?.html)).toEqual(['Une tour', 'La mer', 'Encore']);
    expect(book.report).toContain('2 images retirées.');
  });

  test('in a table stand after it, which the report says', async () => {
    const cell = '<td><img src="i/1.png" alt="Une tour"/> Force</td>';
    const book = await read(
      `<table><tr>${cell}<td>12</td></tr><tr><td>Ruse</td><td><img src="i/2.png" alt="La mer"/></td></tr></table>`,
    );
    const html = book.chapters[0]?.html ?? '';
    expect(html).toMatch(
      /<table><tr><td>Force<\/td><td>12<\/td><\/tr><tr><td>Ruse<\/td><td><\/td><\/tr><\/table>\n<figure>.*\n<figure>/,
    );
    expect(altsOf(html)).toEqual(['Une tour', 'La mer']);
    expect(book.report).toContain('2 images sont placées après leur tableau.');
    expect(book.report.join('\n')).not.toContain('retirée');
  });

  test('that are drawings in SVG are named', async () => {
    const book = await read(
      '<p><img src="i/carte.svg" alt="Une carte"/><img src="i/carte.svg" alt="Encore"/></p>',
      {
        manifest: '<item id="s" href="i/carte.svg" media-type="image/svg+xml"/>',
        file: ['OPS/i/carte.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      },
    );
    expect(book.report).toContain(
      'Les dessins SVG ne sont pas repris\u00A0: «\u00A0carte.svg\u00A0». Convertis en PNG, ils s’ajoutent avec l’outil Image.',
    );
  });
});
