import { expect, test } from 'vitest';
import { cleanText } from '#server/publishing/studio/clean-text.ts';
import { createTextCleaner } from '#server/publishing/studio/text-cleaner.ts';

const long = `<p onclick="a()">La <b>pluie</b> tombait.</p>`.repeat(4_000);

test('a long text is cleaned as a short one is, while the server answers others', async () => {
  const texts = createTextCleaner();
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const [first, second] = await Promise.all([texts.clean(long, 'lea'), texts.clean(long, 'noe')]);
  clearInterval(timer);
  expect(first).toEqual(cleanText(long));
  expect(second).toEqual(first);
  expect(first?.html.startsWith('<p>La <strong>pluie</strong> tombait.</p>')).toBe(true);
  // On this thread the timer would not have run once.
  expect(turns).toBeGreaterThan(5);
  await texts.close();
  expect(await texts.clean(long, 'lea')).toBeUndefined();
});
