import { z } from 'zod';
import type { Page } from 'playwright/test';
import { openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { placeAnswered, expectAtTop, readTo, storedPlaces } from './reading.ts';
import { addNovel, caretKnown, editorText, saved } from './studio.ts';

const names = ['Le marchand', 'La passeuse', 'Un veilleur', 'Le greffier', 'Une lavandière'];
const places = [
  'au pont',
  'à la halle',
  'devant la tour',
  'sous le porche',
  'près du puits',
  'au quai',
];
/** Thirty paragraphs of which no two are alike, of some lines each. */
const paragraphs = places.flatMap((place) =>
  names.map(
    (name) =>
      `${name} attendait ${place} depuis le matin, sans parler à personne. La pluie avait cessé, mais l’eau courait encore entre les pavés, et chacun regardait où il mettait les pieds. On disait que le bac ne passerait plus avant la nuit. ${name} ne le croyait pas, et resta ${place}.`,
  ),
);

const kept = z.record(z.string(), z.object({ paragraph: z.int() }));

/** Puts the caret before the first letter of a paragraph in the editor, or after its last one. */
async function putCaret(page: Page, paragraph: number, isAtEnd: boolean): Promise<void> {
  await editorText(page).focus();
  await editorText(page)
    .locator('p')
    .nth(paragraph)
    .evaluate((block, atEnd) => {
      const range = document.createRange();
      range.selectNodeContents(block);
      range.collapse(!atEnd);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    }, isAtEnd);
  await caretKnown(page);
}

test('the paragraph that one stopped in is found again after it was edited, on each device @variant', async ({
  page,
  browser,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const { novelId, chapterIds } = await addNovel(page, author, 'Le bac', [
    { title: 'Un', text: paragraphs.join('</p><p>'), isPublished: true },
  ]);
  const chapterId = chapterIds[0] ?? '';
  const address = `/chapter/${chapterId}`;

  const reader = await signInAs({ name: 'Nora' });
  await page.goto(address);
  const told = placeAnswered(page);
  const words = await readTo(page, 0.5);
  await told;
  const { paragraph } = kept.parse(JSON.parse(await storedPlaces(page)))[chapterId] ?? {};
  if (paragraph === undefined) throw new Error('no place was kept');

  // The author puts two paragraphs right before it, and goes on in the paragraph itself.
  const desk = await openDevice(browser, author);
  await desk.goto(`/my-novels?roman=${novelId}&chapitre=${chapterId}`);
  await putCaret(desk, paragraph, true);
  await desk.keyboard.insertText(' Puis la cloche sonna.');
  await putCaret(desk, paragraph, false);
  for (const added of ['Il faisait froid.', 'Personne ne bougeait plus.']) {
    await desk.keyboard.insertText(added);
    await desk.keyboard.press('Enter');
  }
  await expect(editorText(desk).locator('p')).toHaveCount(paragraphs.length + 2);
  await expect(
    editorText(desk)
      .locator('p')
      .nth(paragraph + 2),
  ).toHaveText(`${paragraphs[paragraph] ?? ''} Puis la cloche sonna.`);
  await expect(saved(desk)).toBeVisible();
  await desk.getByRole('button', { name: 'Publication…' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(desk.getByText(/est publié\.$/)).toBeVisible();

  const tablet = await openDevice(browser, reader);
  for (const device of [page, tablet]) {
    await device.goto('/robots.txt');
    await expect(async () => {
      expect(await (await device.request.get(address)).text()).toContain('cloche sonna');
    }).toPass({ timeout: 5_000 });
    await device.goto(address);
    await expectAtTop(device, words);
  }
  await desk.context().close();
  await tablet.context().close();
});
