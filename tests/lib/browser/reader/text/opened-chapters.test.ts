import { afterEach, expect, test, vi } from 'vitest';
import { hasOpened, noteOpened } from '#browser/reader/text/open-chapter.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';

afterEach(() => vi.unstubAllGlobals());
const open = () => openBrowser(() => new Response());
const key = 'unlocked_chapters';

test('a chapter that was passed is remembered once, the last 200 of them', () => {
  const { tab } = open();
  expect(hasOpened('a')).toBe(false);
  for (const id of ['a', 'b', 'a']) noteOpened(id);
  expect(tab.getItem(key)).toBe('["b","a"]');
  for (let number = 0; number < 199; number++) noteOpened(String(number));
  expect([hasOpened('a'), hasOpened('b')]).toEqual([true, false]);
});

test.each(['{"a":1}', '"a"', 'a', '[1,null]'])('a broken list, %s, is begun anew', (stored) => {
  const { tab } = open();
  tab.setItem(key, stored);
  expect(hasOpened('a')).toBe(false);
  noteOpened('a');
  expect(tab.getItem(key)).toBe('["a"]');
});
