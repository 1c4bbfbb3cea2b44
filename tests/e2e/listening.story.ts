/** A chapter that is heard without the page in view: keys, timer, pauses, other chapters. */
import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { answer } from './challenges.ts';
import { giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';
import { offlineFailures } from './offline-world.ts';
import {
  endSentence,
  isSpeaking,
  mediaKeys,
  pressMediaKey,
  spoken,
  standInForMediaKeys,
  standInForSpeech,
  waitForSentence,
} from './speech.ts';

const listen = (page: Page) => page.getByRole('button', { name: 'Écouter' });
const player = (page: Page) => page.getByRole('region', { name: 'Lecture à voix haute' });
const told = (page: Page) => player(page).getByRole('status');
const button = (page: Page, name: string) => player(page).getByRole('button', { name });
const minuteMs = 60_000;
const startsAt = Date.UTC(2026, 10, 24, 20);
const sentencesPerChapter = 14;
const address = (catalogue: Catalogue, number: number) =>
  `/chapter/${required(catalogue.novel(longNovel.slug).chapters[number - 1], 'chapter')._id}`;

async function listenTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await listen(page).click();
  await waitForSentence(page, 1);
}

async function hear(page: Page, count: number): Promise<void> {
  for (let begun = 1; begun <= count; begun++) {
    await waitForSentence(page, begun);
    await endSentence(page);
  }
}

async function chooseTimer(page: Page, label: string): Promise<void> {
  await button(page, 'Options de lecture').click();
  await player(page).getByLabel('Minuterie').selectOption({ label });
}

test.describe('with voices', () => {
  test.beforeEach(async ({ page }) => standInForSpeech(page));

  test('the lock screen shows what is read, and its keys work', async ({ page, catalogue }) => {
    await standInForMediaKeys(page);
    const path = address(catalogue, 2);
    await listenTo(page, path);
    const shown = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession;
        const { title, album, artist, artwork } = metadata ?? {};
        return { title, album, artist, cover: artwork?.[0]?.src ?? '', playbackState };
      });
    const novel = catalogue.novel(longNovel.slug);
    await expect.poll(shown).toMatchObject({
      title: required(novel.chapters[1], 'chapter').title,
      album: longNovel.title,
      playbackState: 'playing',
    });
    expect((await shown()).artist).toContain(longNovel.title);

    await pressMediaKey(page, 'pause');
    await expect(button(page, 'Lire')).toBeVisible();
    expect(await isSpeaking(page)).toBe(false);
    expect((await shown()).playbackState).toBe('paused');
    await pressMediaKey(page, 'play');
    await waitForSentence(page, 2);
    await pressMediaKey(page, 'nexttrack');
    await waitForSentence(page, 3);
    await pressMediaKey(page, 'previoustrack');
    await waitForSentence(page, 4);
    await expect(button(page, 'Pause')).toBeVisible();

    await button(page, 'Fermer la lecture à voix haute').click();
    expect(await mediaKeys(page)).toEqual([]);
    expect((await shown()).playbackState).toBe('none');
  });

  test('a cover stands on the lock screen where the novel has one @variant', async ({
    page,
    catalogue,
  }) => {
    await listenTo(page, `/chapter/${catalogue.mixed.free._id}`);
    const cover = () => page.evaluate(() => navigator.mediaSession.metadata?.artwork[0]?.src ?? '');
    await expect.poll(cover).toContain('/images/');
  });

  test('a silent sound keeps the keys, and pauses the reading when it is stopped @variant', async ({
    page,
    catalogue,
  }) => {
    await page.addInitScript(() => {
      const Native = Audio;
      window.Audio = class extends Native {
        constructor(address?: string) {
          super(address);
          Object.assign(window, { storySound: this });
        }
      };
    });
    await listenTo(page, address(catalogue, 3));
    type Told = { storySound: HTMLAudioElement };
    const sound = () =>
      page.evaluate(() => {
        const { paused, currentTime, duration } = (window as unknown as Told).storySound;
        return { isPlaying: !paused && currentTime > 0, isLong: duration >= 5 };
      });
    await expect.poll(sound).toEqual({ isPlaying: true, isLong: true });
    // As a browser does when headphones are unplugged.
    await page.evaluate(() => (window as unknown as Told).storySound.pause());
    await expect(button(page, 'Lire')).toBeVisible();
    expect(await isSpeaking(page)).toBe(false);
  });

  test('the timer stops between two sentences, once its minutes are over @variant', async ({
    page,
    catalogue,
    axe,
  }) => {
    await page.clock.install({ time: startsAt });
    await listenTo(page, address(catalogue, 4));
    await chooseTimer(page, '15\u00A0min');
    await axe();
    // Minutes pass for the clock alone: timers stay, as those of a hidden tab.
    await page.clock.setSystemTime(startsAt + 14 * minuteMs);
    await endSentence(page);
    await waitForSentence(page, 2);
    await page.clock.setSystemTime(startsAt + 17 * minuteMs);
    expect(await isSpeaking(page)).toBe(true);
    await endSentence(page);
    await expect(told(page)).toContainText('comme vous l’aviez demandé');
    await expect(button(page, 'Lire')).toBeVisible();
    expect(await isSpeaking(page)).toBe(false);
    await expect(player(page).getByLabel('Minuterie')).toHaveValue('');
    await button(page, 'Lire').click();
    await waitForSentence(page, 3);
  });

  test('the choices open over the text, which stays where it is @variant', async ({
    page,
    catalogue,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await listenTo(page, address(catalogue, 4));
    const before = await page.evaluate(() => scrollY);
    await button(page, 'Options de lecture').click();
    await expect(player(page).getByLabel('Minuterie')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(player(page).getByLabel('Vitesse')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('a paid chapter is announced aloud, and not opened', async ({ page, catalogue }) => {
    await listenTo(page, address(catalogue, longNovel.premiumFrom - 1));
    await hear(page, sentencesPerChapter);
    await waitForSentence(page, sentencesPerChapter + 1);
    expect((await spoken(page)).at(-1)).toMatchObject({
      text: expect.stringMatching(/^Le chapitre suivant s’ouvre avec 1\scrédit\.$/),
      lang: 'fr-FR',
    });
    await expect(page).toHaveURL(address(catalogue, longNovel.premiumFrom - 1));
    const way = told(page).getByRole('link', { name: 'Ouvrir le chapitre suivant' });
    await expect(way).toHaveAttribute(
      'href',
      new RegExp(`${address(catalogue, longNovel.premiumFrom)}$`),
    );
    await expect(button(page, 'Lire')).toBeVisible();
  });

  test('without a connection it waits at the end of the chapter, and goes on by itself @variant', async ({
    page,
    context,
    catalogue,
    expectFailure,
  }) => {
    // A place that is noted without a connection asks in vain for what keeps texts on the device.
    expectFailure(offlineFailures);
    await listenTo(page, address(catalogue, 1));
    // What the use of the page fetches ahead has come.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await hear(page, sentencesPerChapter);
    await expect(told(page)).toContainText('Vous êtes hors ligne.');
    await context.setOffline(false);
    await expect(page).toHaveURL(address(catalogue, 2));
    await waitForSentence(page, 1);
  });

  test('a separator is a pause, and no sign is named @variant', async ({ page, catalogue }) => {
    await page.clock.install({ time: startsAt });
    await page.goto(address(catalogue, 5));
    await page.locator('.chapter-text').evaluate((text) => {
      text.innerHTML = `
        <h2>Premier jour</h2>
        <p>«\u00A0Vi\u00ADens\u00A0!\u00A0», dit M.\u00A0Tissot.</p>
        <hr>
        <p>—\u2002Le n°\u00A03, au XIXᵉ\u00A0siècle.</p>
        <p>* * *</p>
        <p>Il y a 1\u202F234 marches.</p>`;
    });
    await listen(page).click();
    await waitForSentence(page, 1);
    await page.clock.pauseAt(startsAt + 3_600_000);
    const words = [
      'Premier jour',
      'Viens ! dit Monsieur Tissot.',
      'Le numéro 3, au dix-neuvième siècle.',
      'Il y a 1234 marches.',
    ];
    for (const [index, text] of words.entries()) {
      await waitForSentence(page, index + 1);
      expect((await spoken(page)).at(-1)?.text).toBe(text);
      if (index === words.length - 1) break;
      await endSentence(page);
      await page.clock.runFor(1);
      // After a heading and a separator nothing is said for a while.
      await page.clock.runFor(500);
      expect((await spoken(page)).length).toBe(index + 1);
      await page.clock.runFor(600);
    }
  });

  test('a pause within a separator holds @variant', async ({ page, catalogue }) => {
    await page.clock.install({ time: startsAt });
    await page.goto(address(catalogue, 5));
    await page.locator('.chapter-text').evaluate((text) => {
      text.innerHTML = '<p>Un.</p><hr><p>Deux.</p>';
    });
    await listen(page).click();
    await waitForSentence(page, 1);
    await page.clock.pauseAt(startsAt + 3_600_000);
    await endSentence(page);
    await page.clock.runFor(100);
    await button(page, 'Pause').click();
    await page.clock.runFor(5_000);
    expect((await spoken(page)).length).toBe(1);
    await expect(button(page, 'Lire')).toBeVisible();
  });

  test('reading aloud goes on into an unlocked chapter @desktop @variant', async ({
    page,
    catalogue,
    signInAs,
    expectFailure,
  }) => {
    // The chapter is refused before it is unlocked, its key before the question is answered.
    expectFailure(403);
    const { id } = await signInAs();
    await giveCredits(page, id, 5);
    await page.goto(address(catalogue, longNovel.premiumFrom));
    await page.getByRole('button', { name: /^Déverrouiller pour/ }).click();
    await answer(page, true);
    await expect(page.locator('.chapter-text')).toBeVisible();
    await listenTo(page, address(catalogue, longNovel.premiumFrom - 1));
    await hear(page, sentencesPerChapter);
    await expect(page).toHaveURL(address(catalogue, longNovel.premiumFrom));
    await expect(player(page)).toBeVisible();
    await waitForSentence(page, 1);
  });
});

test('a browser without a voice says so, and when one has come @variant', async ({
  page,
  catalogue,
}) => {
  // The test's Chromium has none.
  await page.goto(address(catalogue, 6));
  await listen(page).click();
  await expect(told(page)).toContainText('n’a trouvé aucune voix', { timeout: 15_000 });
  await expect(button(page, 'Lire')).toBeVisible();
  // A device whose speech was not running yet lists its voices after some seconds.
  await page.evaluate(() => {
    speechSynthesis.getVoices = () => [
      {
        name: 'Amélie',
        lang: 'fr-FR',
        voiceURI: 'amelie',
        default: true,
        localService: true,
      },
    ];
    speechSynthesis.dispatchEvent(new Event('voiceschanged'));
  });
  await expect(told(page)).toContainText('Une voix est prête.');
  await expect(button(page, 'Lire')).toBeVisible();
  await button(page, 'Fermer la lecture à voix haute').click();
  await expect(listen(page)).toBeFocused();
});

test('a device without a voice of the text’s language says so until another is chosen @variant', async ({
  page,
  catalogue,
}) => {
  await standInForSpeech(page);
  await page.addInitScript(() => {
    const [english] = speechSynthesis.getVoices();
    speechSynthesis.getVoices = () => (english ? [english] : []);
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await listen(page).click();
  const sentence = 'Aucune voix en français sur cet appareil\u00A0: l’accent sera étranger.';
  await expect(told(page)).toHaveText(sentence);
  await waitForSentence(page, 1);
  await endSentence(page);
  await waitForSentence(page, 2);
  await expect(told(page)).toHaveText(sentence);
  await button(page, 'Options de lecture').click();
  await player(page)
    .getByRole('combobox', { name: /^Voix/ })
    .selectOption({ label: 'Samantha (en-US)' });
  await expect(told(page)).toBeEmpty();
});
