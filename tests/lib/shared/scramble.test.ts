import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scramble } from '../../../src/lib/shared/scramble.ts';

const sentence =
  'Le train de nuit entra en gare avec douze minutes d’avance, ce que personne n’avait prévu. ';
const chapter = `<p>${sentence.repeat(8)}</p><hr><p>« Tom &amp; Léa », dit-elle, <em>${sentence}</em></p>`;
const decoy = /<i class="([a-z]{5})" aria-hidden="true">[^<]*<\/i>/g;
const bytes = (text: string) => Buffer.byteLength(text);

/** Repeatable chance. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a scrambled chapter', () => {
  test('is the chapter once the decoys are gone, and at most a tenth longer', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { html } = scramble(chapter, chance(seed));
        expect(html.replaceAll(decoy, '')).toBe(chapter);
        expect(bytes(html)).toBeLessThanOrEqual(bytes(chapter) * 1.1);
        expect(html.match(decoy)).not.toBeNull();
      }),
    );
  });

  test('reads wrong when its markup is taken off, in every paragraph’s length of text', () => {
    const long = `<p>${sentence.repeat(130)}</p>`;
    const { html } = scramble(long, chance(7));
    const words = html.replaceAll(/<[^>]*>/g, '');
    expect(words).not.toContain(sentence.repeat(60));
    expect(html.match(decoy)?.length).toBeGreaterThan(10);
  });

  test('names the classes that the page has to hide, others each time', () => {
    const one = scramble(chapter, chance(1));
    const other = scramble(chapter, chance(2));
    const used = [...one.html.matchAll(decoy)].map(([, name]) => name);
    for (const name of used) expect(one.names).toContain(name);
    expect(one.names).not.toEqual(other.names);
  });

  test('keeps entities and tags whole', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { html } = scramble(chapter, chance(seed));
      expect(html).toContain('&amp;');
      expect(html.replaceAll(decoy, '').match(/<[^>]*>/g)).toEqual(chapter.match(/<[^>]*>/g));
    }
  });

  test('too short for a decoy stays as it is', () => {
    for (const short of ['', '<p>Fin.</p>', `<p>${sentence}</p>`]) {
      expect(scramble(short, chance(3)).html).toBe(short);
    }
  });
});
