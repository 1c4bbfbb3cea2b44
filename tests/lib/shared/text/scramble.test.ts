import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDemoNovels } from '#scripts/demo/manifest.ts';
import { cutSentences } from '#browser/reader/speech/sentence-cuts.ts';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { markDialogue } from '#shared/text/chapter-markup.ts';
import { decoyElements } from '#shared/text/decoys.ts';
import { scramble } from '#shared/text/scramble.ts';

const sentence =
  'Le train de nuit entra en gare avec douze minutes d’avance, ce que personne n’avait prévu. ';
const chapter = `<p>${sentence.repeat(8)}</p><hr><p>« Tom &amp; Léa », dit-elle, <em>${sentence}</em></p>`;
const decoy = new RegExp(`<(${decoyElements.join('|')}) hidden>\\p{Ll}{1,3}</\\1>`, 'gu');
const spacedDecoy = new RegExp(`${decoy.source} `, 'gu');
const bytes = (text: string) => Buffer.byteLength(text);
/** How many bytes of it travel. */
const sent = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/** A seeded random generator. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The text of each block, as the page's markup has it. */
function blocksOf(html: string): string[] {
  return [...html.matchAll(/<(p|h2|h3)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = '']) =>
    inner.replaceAll(/<[^>]*>/g, ''),
  );
}

/** The share of a text's sentences of four words or more that are no longer in the markup. */
function brokenShare(html: string, scrambled: string): number {
  const markup = blocksOf(scrambled).join('\n');
  const sentences = blocksOf(html)
    .flatMap((block) => cutSentences(block, 'fr').map(({ start, end }) => block.slice(start, end)))
    .filter((one) => (one.match(/\p{L}+/gu) ?? []).length >= 4);
  return sentences.filter((one) => !markup.includes(one)).length / sentences.length;
}

describe('a scrambled chapter', () => {
  test('is the chapter without the decoys, each of which stands before a space', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const html = scramble(chapter, chance(seed));
        expect(html.replaceAll(decoy, '')).toBe(chapter);
        expect(html.match(decoy)?.length).toBe(html.match(spacedDecoy)?.length);
        expect(html.match(decoy)).not.toBeNull();
      }),
    );
  });

  test('has two sentences of three broken for a tenth more bytes sent, in every free chapter of the demonstration', async () => {
    for (const { slug, chapters, premiumFrom } of await readDemoNovels()) {
      for (const markdown of chapters.slice(0, (premiumFrom ?? Infinity) - 1)) {
        const html = markDialogue(markdownToChapterHtml(markdown).html);
        const scrambled = scramble(html, chance(bytes(markdown)));
        expect({ slug, html: scrambled.replaceAll(decoy, '') }).toEqual({ slug, html });
        expect(sent(scrambled)).toBeLessThanOrEqual(sent(html) * 1.1);
        expect(brokenShare(html, scrambled), slug).toBeGreaterThanOrEqual(2 / 3);
      }
    }
  });

  test('has decoys of its own each time', () => {
    expect(scramble(chapter, chance(1))).not.toBe(scramble(chapter, chance(2)));
  });

  test('keeps entities and tags whole', () => {
    for (let seed = 0; seed < 200; seed++) {
      const html = scramble(chapter, chance(seed));
      expect(html).toContain('&amp;');
      expect(html.replaceAll(decoy, '').match(/<[^>]*>/g)).toEqual(chapter.match(/<[^>]*>/g));
    }
  });

  test('too short for a decoy is unchanged', () => {
    for (const short of ['', '<p>Fin.</p>', '<p>Le train de nuit entra en gare. Enfin.</p>']) {
      expect(scramble(short, chance(3))).toBe(short);
    }
  });

  test('that is very long and has only symbols takes no longer than another', () => {
    for (const odd of ['. ', '.', ' ', ')', 'a a a a. ', '<em>a</em> ']) {
      const html = `<p>${odd.repeat(100_000)}</p>`;
      expect(scramble(html, chance(4)).replaceAll(decoy, '')).toBe(html);
    }
  });
});
