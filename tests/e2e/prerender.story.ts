import { z } from 'zod';
import { openChromiumTab, type ChromiumTab } from '#scripts/chromium-tab.ts';
import { controlUrl, siteUrl } from './addresses.ts';
import { required, type Catalogue } from './catalogue.ts';
import { signedInPerson } from './control.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';

/** Chromium prerenders nothing in pages that Playwright drives: these stories have a browser of theirs. */
let tab: ChromiumTab;
/** Requests of pages that nobody saw yet, and of those that were shown. */
let unseen: string[];
let seen: string[];

const sent = z.object({ request: z.object({ url: z.string(), method: z.string() }) });

test.beforeEach(async () => {
  unseen = [];
  seen = [];
  tab = await openChromiumTab([['Network.enable'], ['Page.enable']]);
  tab.onEvent(({ method, params, page }) => {
    if (method !== 'Network.requestWillBeSent') return;
    const { request } = sent.parse(params);
    const isUnseen = page !== undefined && page === tab.prerendered();
    (isUnseen ? unseen : seen).push(`${request.method} ${new URL(request.url).pathname}`);
  });
});

test.afterEach(async () => tab.close());

for (const who of ['a visitor', 'a signed-in reader']) {
  test(`the next chapter is prerendered for ${who} near the end; nothing is counted before it is seen`, async ({
    catalogue,
    request,
  }) => {
    if (who !== 'a visitor') {
      const answer = await request.post(controlUrl(), { data: {} });
      const { cookie, token } = signedInPerson.parse(await answer.json());
      await open('/robots.txt');
      const url = siteUrl('demo');
      await tab.send('Network.setCookie', { ...cookie, url });
      await tab.evaluate(`localStorage.setItem('auth_token', ${JSON.stringify(token)})`);
    }
    const { nextId, nextPath } = await readToTheEnd(catalogue);
    // Hydrated, where there is somebody to hydrate for.
    if (who !== 'a visitor') {
      await becomes(
        `!document.querySelector('.top-bar astro-island[ssr]')`,
        true,
        tab.prerendered(),
      );
    }
    expect(await tab.evaluate('document.prerendering', tab.prerendered())).toBe(true);
    expect(unseen.filter((one) => one.includes('/api/'))).toEqual([]);
    expect(seen.filter((one) => one.includes(`/api/chapters/${nextId}`))).toEqual([]);
    // The current chapter's entry names the one after it.
    await becomes(
      `Object.keys(localStorage).filter((key) => localStorage[key].includes('${nextId}')).join()`,
      'reading_last',
    );
    expect(
      await tab.evaluate(`Object.values(JSON.parse(localStorage.reading_last)).flat()[0]`),
    ).not.toBe(nextId);

    await tab.evaluate(`document.querySelector('.turns [data-turn="next"]').click()`);
    await becomes('document.prerendering ? "" : location.pathname', nextPath);
    expect(await tab.evaluate(activationStart)).toBeGreaterThan(0);
    await expect.poll(() => seen).toContain(`HEAD /api/chapters/${nextId}`);
    await becomes(`localStorage.getItem('viewed_chapters')?.includes('${nextId}')`, true);
  });
}

test('a prerendered chapter has the theme that was chosen meanwhile @variant', async ({
  catalogue,
}) => {
  const { nextPath } = await readToTheEnd(catalogue);
  await tab.evaluate(`localStorage.setItem('reader_theme', 'sepia')`);
  await becomes(`document.body.classList.contains('theme-sepia')`, true, tab.prerendered());
  await tab.evaluate(`document.querySelector('.turns [data-turn="next"]').click()`);
  await becomes('location.pathname', nextPath);
  expect(await tab.evaluate(activationStart)).toBeGreaterThan(0);
  expect(await tab.evaluate(`document.body.classList.contains('theme-sepia')`)).toBe(true);
});

test('a prerendered chapter that one turns to in pages opens at its first one @variant', async ({
  catalogue,
}) => {
  const [one, two] = catalogue.novel('le-dernier-train-pour-aubeciel').chapters;
  const [first, second] = [one, two].map(
    (chapter) => `/chapter/${required(chapter, 'chapter')._id}`,
  );
  await open('/robots.txt');
  await tab.evaluate(`localStorage.setItem('reader_page', 'pages')`);
  await open(String(second));
  await becomes(shownPage, 1);
  await press('PageDown');
  await press('PageDown');
  await becomes(shownPage, 3);
  await becomes(`${places}?.includes('${String(second).slice(9)}')`, true);
  await open(String(first));
  await becomes(shownPage, 1);
  await press('PageDown');
  await press('End');
  // Drawn late: the last page is another one then.
  await becomes(`document.querySelector('.end-actions').childElementCount > 0`, true);
  await press('End');
  await becomes(isAtLast, true);
  await expect.poll(() => tab.prerendered()).toBeDefined();
  await becomes('document.readyState', 'complete', tab.prerendered());

  await press('ArrowRight');
  await becomes('document.prerendering ? "" : location.pathname', second);
  expect(await tab.evaluate(activationStart)).toBeGreaterThan(0);
  await becomes(shownPage, 1);
  // Noted once: a reload is no turn.
  await becomes(`sessionStorage.getItem('page_turn')`, null);
});

const places = `localStorage.getItem('reading_places')`;

const shownPage = `Number(/Pages?\\s(\\d+)/.exec(document.querySelector('.page-number-line')?.textContent)?.[1])`;

const isAtLast = `/Pages?\\s(\\d+) sur\\s\\1$/.test(document.querySelector('.page-number-line')?.textContent)`;

/** Without letting it go: the page may be gone by then. */
const press = (key: string) => tab.send('Input.dispatchKeyEvent', { type: 'keyDown', key });

const activationStart = `performance.getEntriesByType('navigation')[0].activationStart`;

/** Opens a chapter and scrolls to its end; the next one has been prerendered then. */
async function readToTheEnd(catalogue: Catalogue): Promise<{ nextId: string; nextPath: string }> {
  const [first, second] = catalogue.novel(longNovel.slug).chapters;
  const nextId = required(second, 'chapter')._id;
  await open(`/chapter/${required(first, 'chapter')._id}`);
  expect(tab.prerendered()).toBeUndefined();
  await tab.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
  await expect.poll(() => tab.prerendered()).toBeDefined();
  await becomes('document.readyState', 'complete', tab.prerendered());
  return { nextId, nextPath: `/chapter/${nextId}` };
}

async function open(path: string): Promise<void> {
  await tab.send('Page.navigate', { url: siteUrl('demo') + path });
  await becomes('location.pathname + document.readyState', `${path}complete`);
}

/** Waits for what an expression gives in a page; pages change while they are asked. */
async function becomes(expression: string, value: unknown, page?: string): Promise<void> {
  await expect
    .poll(() => tab.evaluate(expression, page).catch((error: unknown) => String(error)))
    .toBe(value);
}
