import { expect, test } from 'vitest';
import { readableText } from '#server/publishing/versions/compare-texts.ts';

test('says pictures, boxes and tables in words, without tags', () => {
  const picture = '0'.repeat(32);
  const html = [
    '<h2>Un</h2>',
    `<figure><img data-picture="${picture}" alt="Une tour" width="900" height="500"></figure>`,
    '<div class="box"><p class="centered"><strong>STATUT</strong></p><p>Nom : Aria</p></div>',
    '<table><tr><th>Objet</th><th>Prix</th></tr><tr><td>Lampe<br>à huile</td><td>12</td></tr></table>',
    '<p lang="en" class="verse">Une <em>mer</em><br>calme<sup><a href="#note-1">1</a></sup></p>',
    '<p>Le <ruby>kanji<rp>(</rp><rt>漢</rt><rp>)</rp></ruby></p>',
    '<aside id="note-1"><p>Rare.</p></aside>',
  ].join('\n');
  expect(readableText(html).replaceAll('\u00A0', ' ').split('\n\n')).toEqual([
    '## Un',
    '(Image : Une tour)',
    '(Encadré)',
    '**STATUT**',
    'Nom : Aria',
    'Objet | Prix',
    'Lampe à huile | 12',
    'Une *mer\\\n*calme[^1]',
    'Le kanji (漢)',
    '[^1]: Rare.\n',
  ]);
});
