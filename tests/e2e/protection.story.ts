import type { Page } from 'playwright/test';
import { cutSentences } from '#browser/reader/speech/sentence-cuts.ts';
import { getChapter } from '#shared/contracts/chapters.ts';
import { decoySelector } from '#shared/text/decoys.ts';
import { expect, test } from './fixtures.ts';

const text = (page: Page) => page.locator('.chapter-text');
const oneSpaced = (words: string) => words.replaceAll(/\s+/g, ' ').trim();

/** What a screen reader is given of the text: the accessibility tree's own words. */
async function spoken(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '.chapter-text',
  });
  const { node } = await devtools.send('DOM.describeNode', { nodeId });
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  const words: string[] = [];
  const visit = (id: string): void => {
    const one = byId.get(id);
    if (one?.role?.value === 'StaticText') words.push(String(one.name?.value));
    else for (const child of one?.childIds ?? []) visit(child);
    if (one?.role?.value === 'paragraph') words.push(' ');
  };
  visit(top?.nodeId ?? '');
  return oneSpaced(words.join(''));
}

/** Selects the whole text, copies with the keyboard, and gives what the clipboard holds then. */
async function copyText(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('avant'));
  await text(page).evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('ControlOrMeta+C');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** A stored text as its author wrote it, and cut into sentences of four words or more. */
async function writtenText(page: Page, chapterId: string) {
  const { content } = getChapter.response.parse(
    await (await page.request.get(`/api/chapters/${chapterId}`)).json(),
  );
  const blocks = await page.evaluate(
    (html) =>
      [...new DOMParser().parseFromString(html, 'text/html').body.children].map((element) => {
        for (const end of element.querySelectorAll('br, p')) end.after(' ');
        return element.textContent;
      }),
    content,
  );
  const sentences = blocks
    .flatMap((block) => cutSentences(block, 'fr').map(({ start, end }) => block.slice(start, end)))
    .filter((sentence) => (sentence.match(/\p{L}+/gu) ?? []).length > 4);
  return { whole: oneSpaced(blocks.join(' ')), sentences: sentences.map(oneSpaced) };
}

test('the author’s text is spoken and seen, and two sentences of three are broken in the markup @slow', async ({
  page,
  catalogue,
}) => {
  test.slow();
  // The demonstration's; what other stories publish is not meant.
  const novels = catalogue.novels.filter(({ ratingCount }) => ratingCount > 0);
  const free = novels.flatMap(({ chapters }) =>
    chapters.filter(({ isLocked }, index) => !isLocked && index % 3 === 0),
  );
  expect(free.length).toBeGreaterThan(7);
  for (const { _id: id } of free) {
    await page.goto(`/chapter/${id}`);
    // How notes are drawn has stories of its own.
    if ((await text(page).locator('.notes').count()) > 0) continue;
    const { whole, sentences } = await writtenText(page, id);
    expect(await spoken(page)).toBe(whole);
    expect(oneSpaced(await text(page).innerText())).toBe(whole);
    const markup = oneSpaced((await text(page).textContent()) ?? '');
    const broken = sentences.filter((sentence) => !markup.includes(sentence));
    expect(broken.length / sentences.length).toBeGreaterThanOrEqual(2 / 3);
    // No style element speaks of the text alone.
    const styles = await page.locator('style').allTextContents();
    expect(styles.filter((style) => style.length < 200 && style.includes('none'))).toEqual([]);
  }
});

test('the text is found with the browser’s search, across decoys', async ({ page, catalogue }) => {
  const { free } = catalogue.mixed;
  await page.goto(`/chapter/${free._id}`);
  const around = await text(page).evaluate((element, decoys) => {
    const decoy = element.querySelector(decoys);
    const before = decoy?.previousSibling?.textContent ?? '';
    const after = decoy?.nextSibling?.textContent ?? '';
    return before.slice(-20) + after.slice(0, 20);
  }, decoySelector);
  expect(around.length).toBeGreaterThan(10);
  const isFound = await page.evaluate(
    (words) => (window as unknown as { find: (words: string) => boolean }).find(words),
    around,
  );
  expect(isFound).toBe(true);
});

test('the text is not selected, copied, cut, dragged or printed, and has no menu @desktop', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(text(page)).toHaveCSS('user-select', 'none');
  expect(await copyText(page)).toBe('avant');
  const refused = await text(page).evaluate((element) =>
    ['copy', 'cut', 'contextmenu', 'dragstart', 'selectstart'].filter(
      (kind) =>
        !(element.querySelector('p') ?? element).dispatchEvent(
          new Event(kind, { bubbles: true, cancelable: true }),
        ),
    ),
  );
  expect(refused).toEqual(['copy', 'cut', 'contextmenu', 'dragstart', 'selectstart']);
  // The whole page is taken without the text.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  const taken = await page.evaluate(() => navigator.clipboard.readText());
  const paragraph = (await text(page).locator('p').first().innerText()).slice(0, 40);
  expect(taken).toContain(await page.locator('h1').innerText());
  expect(oneSpaced(taken)).not.toContain(oneSpaced(paragraph));
  await page.emulateMedia({ media: 'print' });
  await expect(text(page)).toBeHidden();
});

test('outside the text, selecting and copying work @variant', async ({ page, catalogue }) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const isAllowed = await page
    .locator('h1')
    .evaluate((heading) =>
      ['copy', 'contextmenu', 'dragstart', 'selectstart'].every((kind) =>
        heading.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true })),
      ),
    );
  expect(isAllowed).toBe(true);
});

test('an admin may copy and print @variant', async ({ page, catalogue, signInAs }) => {
  await signInAs({ role: 'admin' });
  // The role is stored by the first page that knows the person.
  await page.goto('/');
  await expect(page.getByRole('button', { name: /Menu du compte/ })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('session_summary')))
    .toContain('admin');
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const paragraph = (await text(page).locator('p').first().innerText()).slice(0, 40);
  expect(oneSpaced(await copyText(page))).toContain(oneSpaced(paragraph).slice(0, 20));
  await page.emulateMedia({ media: 'print' });
  await expect(text(page)).toBeVisible();
});

test('a watermark that nobody notices repeats the reader’s name, or the site’s', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const mark = () =>
    text(page).evaluate((element) => {
      const { opacity, backgroundImage } = getComputedStyle(element, '::before');
      return { opacity, picture: decodeURIComponent(backgroundImage) };
    });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const site = await mark();
  expect(site.opacity).toBe('0.03');
  expect(site.picture).toContain('Feuilleton');
  await signInAs({ name: 'Zoé <b>& Cie' });
  await page.goto('/');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('session_summary')))
    .toContain('Zoé');
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect.poll(async () => (await mark()).picture).toContain('Zoé');
  const own = await mark();
  expect(own.picture).not.toContain('<b>');
});
