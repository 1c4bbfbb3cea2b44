import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { $route, goTo, guardScreen } from '#islands/studio/navigation.ts';

const novelId = '019a0000-0000-7000-8000-000000000001';
const link = page.getByRole('link', { name: 'Aller au contenu' });
let before = '';
let stop: () => void = () => undefined;

/** On a form with words that are not saved, reached from the list of chapters. */
beforeEach(async () => {
  before = location.pathname + location.search;
  stop = $route.listen(() => undefined);
  await goTo({ screen: 'chapters', novelId });
  await goTo({ screen: 'novel-form', novelId });
  await render(
    <main>
      <a href="#contenu">Aller au contenu</a>
      <p id="contenu">Un formulaire.</p>
    </main>,
  );
});

afterEach(() => {
  stop();
  history.replaceState(null, '', before);
});

test('a link within a screen, pressed again and again, leaves the way back right', async () => {
  const answered: string[] = [];
  const forget = guardScreen(() => Promise.resolve(answered.push('stay') === 0));
  const form = location.search;
  for (let press = 0; press < 3; press += 1) await userEvent.click(link);
  await expect.poll(() => location.hash).toBe('#contenu');
  // Within the form: nothing is asked, and it stays.
  history.back();
  await expect.poll(() => location.hash).toBe('');
  expect(location.search).toBe(form);
  expect(answered).toEqual([]);
  // Out of it, twice: it stays at its own address, and asks each time.
  for (const times of [1, 2]) {
    history.back();
    await expect.poll(() => answered.length).toBe(times);
    await expect.poll(() => location.search).toBe(form);
  }
  forget();
  history.back();
  await expect.poll(() => $route.get()).toEqual({ screen: 'chapters', novelId });
});
