import type { OwnViewBody } from '#shared/contracts/chapters.ts';
import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { choice, frame } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';
import { standInForSpeech } from './speech.ts';

test('arrows turn to the next chapter and back @desktop', async ({ page, catalogue }) => {
  const [first, second] = catalogue.novel(longNovel.slug).chapters;
  await openChapter(page, first);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(addressOf(second));
  await loaded(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(addressOf(first));
});

test('arrows go no further than the first and the last chapter @desktop @variant', async ({
  page,
  catalogue,
}) => {
  const { chapters } = catalogue.novel(longNovel.slug);
  for (const [chapter, key] of [
    [chapters[0], 'ArrowLeft'],
    [chapters.at(-1), 'ArrowRight'],
  ] as const) {
    await openChapter(page, chapter);
    await page.keyboard.press(key);
    await expectStays(page, addressOf(chapter));
  }
});

test('arrows turn no chapter with a modifier, while one types, or behind a dialog @desktop @variant', async ({
  page,
  catalogue,
}) => {
  const second = catalogue.novel(longNovel.slug).chapters[1];
  await openChapter(page, second);
  // Alt with an arrow moves through the history, where there is none to move to.
  for (const modifier of ['Shift', 'Control', 'Meta', 'Alt']) {
    await page.keyboard.press(`${modifier}+ArrowRight`);
    await expectStays(page, addressOf(second));
  }
  for (const field of ['input', 'textarea', 'select', 'p', 'dialog']) {
    await page.evaluate((name) => {
      const element = document.createElement(name);
      if (name === 'p') element.contentEditable = 'true';
      document.querySelector('main')?.append(element);
      if (element instanceof HTMLDialogElement) element.showModal();
      else element.focus();
    }, field);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expectStays(page, addressOf(second));
  }
});

test('arrows in the middle of a challenge turn no page @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await openChapter(page, catalogue.mixed.locked);
  await (await choice(page, true)).check();
  await frame(page).getByRole('button', { name: 'Valider' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectStays(page, addressOf(catalogue.mixed.locked));
  await frame(page).getByRole('group').focus();
  await page.keyboard.press('ArrowRight');
  await expectStays(page, addressOf(catalogue.mixed.locked));
});

test('arrows in the player turn no page @desktop @variant', async ({ page, catalogue }) => {
  await standInForSpeech(page);
  const second = catalogue.novel(longNovel.slug).chapters[1];
  await openChapter(page, second);
  await page.getByRole('button', { name: 'Écouter' }).click();
  await page.locator('.read-aloud [data-do="toggle"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expectStays(page, addressOf(second));
});

test('arrows on the reader’s question turn no page @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  const second = catalogue.novel(longNovel.slug).chapters[1];
  // Another device was further; this one has followed an address to a part of the page.
  const place = {
    place: { paragraph: 2, offset: 0, mark: 1, start: 0, end: 0, before: 0, after: 0 },
    version: '2025-03-20T08:00:00.000Z',
    isRead: false,
    isOwn: false,
  };
  // Forged: how the question looks and takes keys; place.story.ts has it come from a real device.
  await page.route('**/own-view', async (route) => {
    const json = (await (await route.fetch()).json()) as OwnViewBody;
    await route.fulfill({ json: { ...json, place } });
  });
  await page.goto(`${addressOf(second)}#contenu`);
  await page.getByRole('button', { name: 'Rester ici' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expectStays(page, `${addressOf(second)}#contenu`);
});

type Listed = { _id: string } | undefined;

function addressOf(chapter: Listed): string {
  return `/chapter/${required(chapter, 'chapter')._id}`;
}

async function openChapter(page: Page, chapter: Listed): Promise<void> {
  await page.goto(addressOf(chapter));
  await loaded(page);
}

/** Modules have run when the page is loaded. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('load');
}

/** A turn of the page starts in the key's own event: two frames later it would have begun. */
async function expectStays(page: Page, address: string): Promise<void> {
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) started.push(request.url());
  });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page).toHaveURL(address);
  expect(started).toEqual([]);
}
