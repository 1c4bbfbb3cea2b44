import { asSpoken } from '#browser/reader/speech/as-spoken.ts';
import { decoySelector } from '#shared/text/decoys.ts';
import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';
import {
  endSentence,
  highlighted,
  isSpeaking,
  spoken,
  standInForSpeech,
  waitForSentence,
} from './speech.ts';

const listen = (page: Page) => page.getByRole('button', { name: 'Écouter' });
const player = (page: Page) => page.getByRole('region', { name: 'Lecture à voix haute' });
const button = (page: Page, name: string) => player(page).getByRole('button', { name });
/** The sentence of chapter `number` of the long novel, said fourteen times. */
const sentence = (number: number) =>
  `La marche numéro ${number} craque sous le pied, et la maison se tait.`;
const sentencesPerChapter = 14;
const address = (catalogue: Catalogue, number: number) =>
  `/chapter/${required(catalogue.novel(longNovel.slug).chapters[number - 1], 'chapter')._id}`;

async function openOn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await listen(page).focus();
  await page.keyboard.press('Enter');
  await expect(player(page)).toBeVisible();
}

/** Ends so many sentences, one after the other. */
async function hear(page: Page, count: number): Promise<void> {
  for (let begun = 1; begun <= count; begun++) {
    await waitForSentence(page, begun);
    await endSentence(page);
  }
}

/** Hears a chapter of the long novel to its end. */
const hearOut = (page: Page): Promise<void> => hear(page, sentencesPerChapter);

/** As it is said: without the signs that are only seen. */
const plain = (text: string | null | undefined) => asSpoken(text ?? '', 'fr');

test.beforeEach(async ({ page }) => standInForSpeech(page));

test('a chapter is read sentence by sentence, and shows which', async ({
  page,
  catalogue,
  axe,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const [first, second] = await page.locator('.chapter-text > p').allInnerTexts();
  await listen(page).click();
  await expect.poll(() => highlighted(page)).not.toBe('');
  const [said] = await spoken(page);
  expect(plain(first)).toContain(said?.text);
  expect(said).toMatchObject({ rate: 1, voice: 'Thomas', lang: 'fr-FR' });
  expect(plain(await highlighted(page))).toBe(said?.text);
  await axe();
  await hear(page, 5);
  await expect.poll(async () => (await spoken(page)).length).toBe(6);
  const all = await spoken(page);
  expect(all).toHaveLength(6);
  expect(plain(`${first} ${second}`)).toContain(all[1]?.text);
  expect(plain(await highlighted(page))).toBe(all[5]?.text);
});

test('pause, sentences, speed and voice are worked with the keyboard alone, and remembered @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await openOn(page, address(catalogue, 2));
  await expect(button(page, 'Pause')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Lire')).toBeFocused();
  expect(await isSpeaking(page)).toBe(false);
  await page.keyboard.press('Space');
  await expect.poll(() => isSpeaking(page)).toBe(true);
  expect((await spoken(page)).map(({ text }) => text)).toEqual([sentence(2), sentence(2)]);

  await page.keyboard.press('Tab');
  await expect(button(page, 'Phrase suivante')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await spoken(page)).length).toBe(3);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Options de lecture')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(player(page).getByLabel('Vitesse')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await spoken(page)).at(-1)?.rate).toBe(1.25);
  const voices = player(page).getByRole('combobox', { name: /^Voix/ });
  await expect(voices.locator('optgroup').first()).toHaveAttribute('label', 'Français');
  await voices.selectOption({ label: 'Amélie (fr-CA)' });
  await expect.poll(async () => (await spoken(page)).at(-1)?.voice).toBe('Amélie');

  await voices.focus();
  await page.keyboard.press('Escape');
  await expect(player(page)).toHaveCount(0);
  await expect(listen(page)).toBeFocused();
  expect(await isSpeaking(page)).toBe(false);
  expect(await highlighted(page)).toBe('');

  await openOn(page, address(catalogue, 3));
  await expect.poll(async () => (await spoken(page)).length).toBe(1);
  expect((await spoken(page))[0]).toMatchObject({ rate: 1.25, voice: 'Amélie' });
});

test('reading begins at the place in view, follows, and does not jump under a hand @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const places = page.locator('.chapter-text > p');
  const middle = Math.floor((await places.count()) / 2);
  await places.nth(middle).evaluate((p) => {
    p.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await listen(page).evaluate((element) => (element as HTMLElement).click());
  await expect.poll(() => isSpeaking(page)).toBe(true);
  const [said] = await spoken(page);
  const written = await places.nth(middle).evaluate((element, decoys) => {
    const copy = element.cloneNode(true) as Element;
    for (const decoy of copy.querySelectorAll(decoys)) decoy.remove();
    return copy.textContent;
  }, decoySelector);
  expect(plain(written)).toContain(said?.text);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await hear(page, 25);
  await expect.poll(async () => (await spoken(page)).length).toBe(26);
  const isShown = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('read-aloud') ?? [];
      const top = document.querySelector('.read-aloud')?.getBoundingClientRect().top ?? 0;
      if (!(range instanceof Range)) return false;
      const place = range.getBoundingClientRect();
      return place.top >= 0 && place.bottom <= top;
    });
  await expect.poll(isShown).toBe(true);
  await expect(button(page, 'Revenir à la lecture')).toBeHidden();

  await page.evaluate(() => {
    // A hand: no scroll of ours is under way.
    dispatchEvent(new WheelEvent('wheel'));
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await expect(button(page, 'Revenir à la lecture')).toBeVisible();
  await endSentence(page);
  await expect.poll(async () => (await spoken(page)).length).toBe(27);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await button(page, 'Revenir à la lecture').press('Enter');
  await expect(button(page, 'Revenir à la lecture')).toBeHidden();
  await expect(button(page, 'Pause')).toBeFocused();
  await expect.poll(isShown).toBe(true);
});

test('decoys that nobody sees are not said', async ({ page, catalogue }) => {
  await page.goto(address(catalogue, 4));
  await page
    .locator('.chapter-text > p')
    .first()
    .evaluate((paragraph) => {
      const decoy = document.createElement('i');
      decoy.hidden = true;
      decoy.textContent = 'Rien de vrai. ';
      const [text] = paragraph.childNodes;
      // The text begins with a word that the server may have broken off anywhere.
      if (text instanceof Text) text.splitText(Math.min(10, text.length)).before(decoy);
    });
  await listen(page).click();
  await expect.poll(() => isSpeaking(page)).toBe(true);
  expect((await spoken(page))[0]?.text).toBe(sentence(4));
});

test('the end of a chapter leads on into the next one @variant', async ({ page, catalogue }) => {
  await openOn(page, address(catalogue, 1));
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await hearOut(page);
  await expect(page).toHaveURL(address(catalogue, 2));
  await expect(player(page)).toBeVisible();
  await expect.poll(async () => (await spoken(page))[0]?.text).toBe(sentence(2));
  // Only what was read into goes on by itself.
  await page.reload();
  await expect(listen(page)).toBeVisible();
  await page.waitForLoadState('load');
  await expect(player(page)).toHaveCount(0);
});

test('before a challenge it stops and says so @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await openOn(page, address(catalogue, longNovel.premiumFrom - 1));
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await hearOut(page);
  await expect(player(page).getByRole('status')).toContainText(
    'Le chapitre suivant s’ouvre après une question.',
  );
});

test('a voice that fails is told, and asked again @variant', async ({ page, catalogue }) => {
  await openOn(page, address(catalogue, 5));
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await endSentence(page, 'error');
  await expect(player(page).getByRole('status')).toContainText('n’a pas pu commencer');
  await button(page, 'Lire').click();
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await expect(player(page).getByRole('status')).toHaveText('');
});

test('who leaves the page leaves the voice @variant', async ({ page, catalogue }) => {
  await openOn(page, address(catalogue, 6));
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      sessionStorage.setItem('was_speaking', String(speechSynthesis.speaking));
    });
  });
  await page.goto('/mentions-legales');
  expect(await page.evaluate(() => sessionStorage.getItem('was_speaking'))).toBe('false');
});

test('a locked chapter offers nothing to listen to', async ({ page, catalogue }) => {
  await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await expect(page.getByRole('heading', { name: 'Contenu premium' })).toBeVisible();
  await expect(listen(page)).toHaveCount(0);
});

test('without the chapter’s header it is begun from the settings @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await page.addInitScript(() => localStorage.setItem('reader_showHeader', 'false'));
  await page.goto(address(catalogue, 2));
  await expect(listen(page)).toBeHidden();
  const opener = page.getByRole('button', { name: 'Réglages', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await settings.getByRole('button', { name: 'Écouter le chapitre' }).press('Enter');
  await expect(settings).toBeHidden();
  await expect(button(page, 'Pause')).toBeFocused();
  await expect.poll(async () => (await spoken(page))[0]?.text).toBe(sentence(2));
  await page.keyboard.press('Escape');
  await expect(player(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('every word of the player is whole at 320 pixels @variant', async ({ page, catalogue }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await openOn(page, address(catalogue, 2));
  await button(page, 'Options de lecture').click();
  const cut = await player(page).evaluate((element) => {
    const inside = element.getBoundingClientRect();
    return [...element.querySelectorAll('label')].flatMap((label) => {
      const words = document.createRange();
      words.selectNode(label.firstChild ?? label);
      const { left, right } = words.getBoundingClientRect();
      const field = label.querySelector('select')?.getBoundingClientRect();
      const isWhole = left >= inside.left && right <= (field?.right ?? 0) && right > left;
      const isWide = field && field.width >= 60 && field.right <= inside.right;
      return isWhole && isWide ? [] : [label.textContent];
    });
  });
  expect(cut).toEqual([]);
});
