import { expect, test } from 'vitest';
import { openingSentence } from '#server/catalogue/front-page.ts';
import { spelled } from '#tests/lib/shared/text/typography-examples.ts';

test.each([
  ['<p>Il pleuvait sur Brest. Puis plus.</p>', 'Il pleuvait sur Brest.'],
  ['<p>— Qui va là ? cria M. Tissot.</p>', '—^Qui va là_? cria M.~Tissot.'],
  ['<p>M. Tissot entra. Il sourit.</p>', 'M.~Tissot entra.'],
  ['<p>« Jamais de la vie ! » dit-elle.</p>', '«_Jamais de la vie_!_» dit-elle.'],
  ['<p>« Jamais de la vie ! » Elle sortit.</p>', '«_Jamais de la vie_!_»'],
  [
    '<p>Elle <em>savait</em> tout<sup><a id="appel-1" href="#note-1" role="doc-noteref">1</a></sup>… Sauf cela.</p>',
    'Elle savait tout…',
  ],
  ['<h2>Un</h2><p>Le vent &amp; la pluie tombaient. Oui.</p>', 'Le vent & la pluie tombaient.'],
  ['<p></p><p><sup><a>1</a></sup></p><p>Il pleuvait enfin. Oui.</p>', 'Il pleuvait enfin.'],
  ['<p>Sans point final</p>', 'Sans point final'],
  ['', ''],
])('the first sentence of %s', (html, sentence) => {
  expect(spelled(openingSentence(html, 'fr'))).toBe(sentence);
});

test('a very long sentence is cut between words', () => {
  const cut = openingSentence(`<p>${'très '.repeat(90)}long.</p>`, 'fr');
  expect(cut.length).toBeLessThanOrEqual(240);
  expect(cut).toMatch(/ très…$/);
});
