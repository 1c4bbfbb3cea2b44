import type { OwnViewBody } from '#shared/contracts/chapters.ts';
import type { Page } from 'playwright/test';
import { openDevice, signInAgain } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { placeAnswered, expectAtTop, readTo, storedPlaces } from './reading.ts';

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const question = (page: Page) => page.getByRole('status').filter({ hasText: 'autre appareil' });
const asked = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/own-view'));

test.describe('on this device', () => {
  test('a chapter opens where its reader left it, in another letter and width too', async ({
    page,
    catalogue,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address);
    expect(await scrolled(page)).toBe(0);
    const words = await readTo(page, 0.4);
    await page.goto('/');
    await page.goto(address);
    await expectAtTop(page, words);
    // Coming back again and again moves nothing.
    const before = await storedPlaces(page);
    await page.goto('/');
    await page.goto(address);
    await expectAtTop(page, words);
    expect(await storedPlaces(page)).toBe(before);
    // In another letter and another width, too.
    await page.goto('/robots.txt');
    await page.evaluate(() => {
      localStorage.setItem('reader_fontSize', '180');
      localStorage.setItem('reader_lineHeight', '1.4');
    });
    await page.setViewportSize({ width: 600, height: 700 });
    await page.goto(address);
    await expectAtTop(page, words);
    await page.evaluate(() => localStorage.setItem('reader_fontSize', '60'));
    await page.goto('/robots.txt');
    await page.goto(address);
    await expectAtTop(page, words);
  });

  test('the place is stored although the reader was offline at the first scroll @variant', async ({
    page,
    catalogue,
    expectFailure,
  }) => {
    expectFailure(/ERR_INTERNET_DISCONNECTED/);
    // The comments' modules do not come either; they are tried again.
    expectFailure(/Failed to fetch dynamically imported module/);
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(() => scrollTo(0, 300));
    await failed;
    await page.context().setOffline(false);
    const words = await readTo(page, 0.4);
    await page.goto('/');
    await page.goto(address);
    await expectAtTop(page, words);
  });

  test('turning the telephone keeps the place @variant', async ({ page, catalogue }) => {
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    await page.setViewportSize({ width: 400, height: 740 });
    const words = await readTo(page, 0.5);
    await page.setViewportSize({ width: 740, height: 400 });
    await expectAtTop(page, words);
    await page.setViewportSize({ width: 400, height: 740 });
    await expectAtTop(page, words);
  });

  test('a corrected text, and decoys in it, do not move the place @variant', async ({
    page,
    catalogue,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address);
    const words = await readTo(page, 0.5);
    const change = async (edit: (html: string) => string) => {
      await page.unroute(`**${address}`);
      await page.route(`**${address}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: edit(await response.text()) });
      });
      await page.goto('/');
      await page.goto(address);
    };
    const added = '<p>Un paragraphe que l’autrice a ajouté, assez long pour se voir.</p>';
    await change((html) =>
      html.replace(/(<div class="chapter-text"[^>]*>)/, `$1${added.repeat(3)}`),
    );
    await expect(page.getByText('que l’autrice a ajouté').first()).toBeAttached();
    await expectAtTop(page, words);
    const decoy = '<i hidden>des mots qui n’y sont pas </i>';
    await change((html) =>
      html.replaceAll(/(?<=<p[^>]*>[^<]{9,99}) (?=\p{L}+ \p{L}+)/gu, ` ${decoy}`),
    );
    expect(await page.getByText('des mots qui n’y sont pas').count()).toBeGreaterThan(10);
    await expectAtTop(page, words);
  });

  test('a new chapter opens at its top, and the previous one where it was left @desktop', async ({
    page,
    catalogue,
  }) => {
    const [first, second] = catalogue.mixed.novel.chapters;
    await page.goto(`/chapter/${first?._id ?? ''}`);
    const words = await readTo(page, 0.5);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`/chapter/${second?._id ?? ''}`);
    expect(await scrolled(page)).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(`/chapter/${first?._id ?? ''}`);
    await expectAtTop(page, words);
  });

  test('a chapter that was read to its end, or taken back to its top, opens at its top @variant', async ({
    page,
    catalogue,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    for (const part of [1, 0]) {
      await page.goto(address);
      await readTo(page, 0.5);
      await readTo(page, part - 0.01);
      expect(await storedPlaces(page)).toBe('{}');
      await page.goto('/robots.txt');
      await page.goto(address);
      expect(await scrolled(page)).toBe(0);
    }
  });

  test('reloading and going back are left to the browser @variant', async ({ page, catalogue }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address);
    await readTo(page, 0.5);
    const before = await scrolled(page);
    await page.reload();
    await expect.poll(() => scrolled(page)).toBe(before);
    // The end of the text is no place, but it is where one comes back to.
    await readTo(page, 0.99);
    const end = await scrolled(page);
    await page.goto('/');
    await page.goBack();
    await expect.poll(() => scrolled(page)).toBe(end);
  });

  test('an address that leads to a part of the page is followed @variant', async ({
    page,
    catalogue,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address);
    const words = await readTo(page, 0.5);
    const kept = await storedPlaces(page);
    await page.goto('/');
    await page.goto(`${address}#contenu`);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    // Nor does another width take the reader away.
    await page.evaluate(() => document.fonts.ready);
    await page.setViewportSize({ width: 500, height: 700 });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    // The way there was no reading: the place is still kept.
    await page.goto('/robots.txt');
    expect(await storedPlaces(page)).toBe(kept);
    await page.goto(address);
    await expectAtTop(page, words);
  });
});

test.describe('on several devices', () => {
  test('a chapter opens where the reader was on another one, at its top once finished @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await page.goto(address);
    const kept = placeAnswered(page);
    const words = await readTo(page, 0.3);
    await kept;
    await tablet.goto(address);
    await expectAtTop(tablet, words);
    // And on from there, back on the first one.
    const keptThere = placeAnswered(tablet);
    const further = await readTo(tablet, 0.7);
    await keptThere;
    await page.goto('/');
    await page.goto(address);
    await expectAtTop(page, further);
    await expect(question(page)).toHaveCount(0);
    const finished = placeAnswered(tablet);
    await readTo(tablet, 0.99);
    await finished;
    await page.goto('/robots.txt');
    const answer = asked(page);
    await page.goto(address);
    await answer;
    await expect.poll(() => scrolled(page)).toBe(0);
    await tablet.context().close();
  });

  test('the last place is sent when the page is left at once @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await page.goto(address);
    const kept = placeAnswered(page);
    await readTo(page, 0.3);
    await kept;
    // Sooner than the next change would be sent.
    const words = await readTo(page, 0.6);
    await page.goto('/robots.txt');
    await expect(async () => {
      await tablet.goto('/robots.txt');
      await tablet.goto(address);
      await expectAtTop(tablet, words);
    }).toPass();
    await tablet.context().close();
  });

  test('an old page does not overwrite a newer place: it asks @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
    expectFailure,
    axe,
  }) => {
    expectFailure(409);
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await page.goto(address);
    const kept = placeAnswered(page);
    const begun = await readTo(page, 0.2);
    await kept;
    await tablet.goto(address);
    await expectAtTop(tablet, begun);
    const keptThere = placeAnswered(tablet);
    const further = await readTo(tablet, 0.7);
    await keptThere;
    const refused = placeAnswered(page);
    const here = await readTo(page, 0.4);
    expect((await refused).status()).toBe(409);
    await expect(question(page)).toContainText('Vous en étiez plus loin sur un autre appareil.');
    await axe();
    // Nothing moves by itself, and meanwhile the account keeps what it has.
    await expectAtTop(page, here);
    const on = await readTo(page, 0.5);
    await tablet.goto('/robots.txt');
    await tablet.goto(address);
    await expectAtTop(tablet, further);

    const taken = placeAnswered(page);
    await page.getByRole('button', { name: 'Rester ici' }).click();
    expect((await taken).status()).toBe(200);
    await expect(question(page)).toHaveCount(0);
    await expectAtTop(page, on);
    await tablet.goto('/robots.txt');
    await tablet.goto(address);
    await expectAtTop(tablet, on);
    await tablet.context().close();
  });

  test('a reader who began before the account answered is asked, by keyboard too @desktop @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await tablet.goto(address);
    const kept = placeAnswered(tablet);
    const words = await readTo(tablet, 0.6);
    await kept;
    const held = await holdCalls(page, /\/place$/);
    await page.goto(address);
    const here = await readTo(page, 0.2);
    await held.release();
    await expect(question(page)).toBeVisible();
    await expectAtTop(page, here);
    // Without smooth scrolling on the way to the focus.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.locator('.control-bar [data-panel="chapters"]').focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Y aller' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectAtTop(page, words);
    await expect(question(page)).toHaveCount(0);
    await tablet.context().close();
  });

  test('an unanswered question is asked again, and changes nothing @desktop @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
    expectFailure,
  }) => {
    expectFailure('net::ERR_FAILED');
    expectFailure('own marks: 0 NO_ANSWER');
    // The place of an older page may be sent when it is left, and is refused.
    expectFailure(409);
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await tablet.goto(address);
    const kept = placeAnswered(tablet);
    await readTo(tablet, 0.6);
    await kept;
    await page.route(/\/(?:place|own-view)$/, (route) => route.abort());
    await page.goto(address);
    const here = await readTo(page, 0.2);
    await page.unroute(/\/(?:place|own-view)$/);
    for (let time = 0; time < 2; time++) {
      await page.goto('/robots.txt');
      await page.goto(address);
      await expect(question(page)).toBeVisible();
      await expectAtTop(page, here);
      await page.getByRole('button', { name: 'Rester ici' }).focus();
      await page.keyboard.press('Escape');
      await expect(question(page)).toHaveCount(0);
    }
    await tablet.context().close();
  });

  test('an old page does not take a chapter back that was finished: it asks @variant', async ({
    page,
    browser,
    catalogue,
    signInAs,
    expectFailure,
  }) => {
    expectFailure(409);
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const tablet = await openDevice(browser, await signInAs());
    await page.goto(address);
    const kept = placeAnswered(page);
    const begun = await readTo(page, 0.2);
    await kept;
    await tablet.goto(address);
    await expectAtTop(tablet, begun);
    const finished = placeAnswered(tablet);
    await readTo(tablet, 0.99);
    await finished;
    const refused = placeAnswered(page);
    const here = await readTo(page, 0.4);
    expect((await refused).status()).toBe(409);
    await expect(question(page)).toContainText('Vous avez terminé ce chapitre');
    await expectAtTop(page, here);
    await page.getByRole('button', { name: 'Aller au début' }).click();
    await expect.poll(() => scrolled(page)).toBe(0);
    const answer = asked(tablet);
    await tablet.reload();
    expect(await (await answer).json()).toMatchObject({ place: { place: null } });
    await tablet.context().close();
  });

  test('a place read signed out is saved in the account at sign-in', async ({
    page,
    browser,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await page.goto(address);
    const words = await readTo(page, 0.4);
    const person = await signInAs();
    const kept = placeAnswered(page);
    await page.goto(address);
    await expectAtTop(page, words);
    await kept;
    const tablet = await openDevice(browser, person);
    await tablet.goto(address);
    await expectAtTop(tablet, words);
    await tablet.context().close();
  });

  test('somebody else on the same browser does not get the place @variant', async ({
    page,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await signInAs();
    await page.goto(address);
    const kept = placeAnswered(page);
    await readTo(page, 0.4);
    await kept;
    await signInAs({ name: 'Quelqu’un d’autre' });
    await page.addInitScript(() => {
      addEventListener('scroll', () => document.documentElement.classList.add('has-moved'));
    });
    const answer = asked(page);
    await page.goto(address);
    expect(await (await answer).json()).toMatchObject({ place: { place: null, version: null } });
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect(page.locator('html')).not.toHaveClass(/has-moved/);
  });

  test('a place that the account has dropped stays here, and is sent again @variant', async ({
    page,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    await signInAs();
    await page.goto(address);
    const kept = placeAnswered(page);
    const words = await readTo(page, 0.4);
    await kept;
    await page.goto('/robots.txt');
    // Forged: an account drops a place only after 2,000 newer ones (tests/api/places.test.ts).
    await page.route('**/own-view', async (route) => {
      const json = (await (await route.fetch()).json()) as OwnViewBody;
      await route.fulfill({
        json: { ...json, place: { place: null, version: null, isRead: false, isOwn: false } },
      });
    });
    const again = placeAnswered(page);
    await page.goto(address);
    await again;
    await expectAtTop(page, words);
  });

  test('a page left open saves no place for the person who signs in later @variant', async ({
    page,
    browser,
    context,
    catalogue,
    signInAs,
  }) => {
    const address = `/chapter/${catalogue.mixed.free._id}`;
    const other = await signInAs({ name: 'Quelqu’un d’autre' });
    await signInAs();
    await page.goto(address);
    const kept = placeAnswered(page);
    await readTo(page, 0.3);
    await kept;
    await signInAgain(await context.newPage(), other);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/place')) sent.push(request.url());
    });
    const before = await storedPlaces(page);
    await page.evaluate(() => scrollBy({ top: 900, behavior: 'instant' }));
    await page.goto('/robots.txt');
    expect(await storedPlaces(page)).toBe(before);
    const tablet = await openDevice(browser, other);
    const answer = asked(tablet);
    await tablet.goto(address);
    expect(await (await answer).json()).toMatchObject({
      place: { place: null, version: null },
    });
    expect(sent).toEqual([]);
    await tablet.context().close();
  });

  test('“Continuer la lecture” leads to the place', async ({ page, catalogue, signInAs }) => {
    await signInAs();
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    const marked = page.waitForResponse((reply) => reply.url().endsWith('/bookmark'));
    await page.getByRole('button', { name: 'Marque-page' }).click();
    await marked;
    const words = await readTo(page, 0.5);
    await page.goto('/');
    await page.getByRole('link', { name: 'Continuer la lecture' }).click();
    await expect(page).toHaveURL(`/chapter/${catalogue.mixed.free._id}`);
    await expectAtTop(page, words);
  });
});
