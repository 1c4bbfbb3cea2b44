import { expect, test } from 'vitest';
import { markDialogue } from '#shared/text/chapter-markup.ts';

test('a line of dialogue after another one is marked, the first one is not', () => {
  expect(markDialogue('<p>Il entra.</p><p>— Oui ?</p>\n<p>—\u00A0Non.</p><p>— Si !</p>')).toBe(
    '<p>Il entra.</p><p>— Oui ?</p>\n<p class="d">—\u00A0Non.</p><p class="d">— Si !</p>',
  );
});

test.each([
  ['narration in between', '<p>— Oui.</p><p>Il sort.</p><p>— Non.</p>'],
  ['a scene break in between', '<p>— Oui.</p><hr /><p>— Non.</p>'],
  ['verse in between', '<p>— Oui.</p><p class="verse">Ô temps</p><p>— Non.</p>'],
  ['the end of a quotation', '<blockquote><p>— Oui.</p></blockquote><p>— Non.</p>'],
  ['a dash within a paragraph', '<p>Il dit — oui.</p><p>Elle — non.</p>'],
  ['a dash without a space', '<p>—</p><p>—Non.</p>'],
  ['no text', ''],
])('%s marks nothing', (_, html) => {
  expect(markDialogue(html)).toBe(html);
});
