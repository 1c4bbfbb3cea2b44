import { expect, test } from 'vitest';
import { firstSentences } from '#islands/studio/chapters/TeaserField.tsx';

const take = (html: string, max = 300) => firstSentences(html, 'fr', max);
const long = (letters: number) => `Mot ${'mot '.repeat(letters / 4 - 1).trim()}.`;

test.each([
  ['three sentences', '<p>Un. Deux.</p><p>Trois ! Quatre.</p>', 'Un. Deux. Trois !'],
  ['as many as fit', `<p>Un. ${long(200)} ${long(200)}</p>`, `Un. ${long(200)}`],
  [
    'speech with who says it',
    '<p>—\u00A0Oui ! dit-il.</p><p>—\u00A0Non, M. Tissot.</p><p>Puis rien.</p><p>Fin.</p>',
    '— Oui ! dit-il. — Non, M. Tissot. Puis rien.',
  ],
  [
    'no title, note, marker or reading',
    '<h2>Titre</h2><p>Un<sup><a href="#note-1">1</a></sup> <ruby>字<rt>ji</rt></ruby>.</p>' +
      '<hr><aside id="note-1"><p>Note.</p></aside>',
    'Un 字.',
  ],
  [
    'words of boxes, quotations and lines apart, and none of tables',
    '<table><tr><th>Force</th><td>12</td></tr></table>' +
      '<div class="box"><p>Statut</p><table><tr><td>9</td></tr></table><p>Nouveau.</p></div>' +
      '<blockquote><p>Un.</p><p class="verse">Deux<br>trois.</p></blockquote>',
    'Statut Nouveau. Un.',
  ],
  ['lines of verse apart', '<p class="verse">Deux<br>trois.</p>', 'Deux trois.'],
  ['text, not markup', '<p>Il dit <em>oui</em> &amp; &lt;b&gt;.</p>', 'Il dit oui & <b>.'],
  ['a text without a full stop as it is', '<p>Sans fin</p>', 'Sans fin'],
  ['nothing from nothing', '<hr>', ''],
])('takes %s', (_, html, taken) => {
  expect(take(html)).toBe(taken);
});

test('cuts a first sentence that is too long after a word, never over the limit', () => {
  const taken = take(`<p>${'a'.repeat(250)} ${'b'.repeat(100)}. Deux.</p>`);
  expect(taken).toBe(`${'a'.repeat(250)}…`);
  for (const max of [10, 50, 300]) {
    expect(take(`<p>${long(400)} ${long(400)}</p>`, max).length).toBeLessThanOrEqual(max);
  }
});
