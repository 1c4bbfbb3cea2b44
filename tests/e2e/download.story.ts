import type { Page } from 'playwright/test';
import { knock, lockOut, pass, unlock } from './challenges.ts';
import { required } from './catalogue.ts';
import { openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { lockedNovel, longNovel, premiumSentence, vastNovel } from './novels.ts';
import { dumpStores, expectWorker, offlineFailures, wordsOf } from './offline-world.ts';

test.use({ serviceWorkers: 'allow' });

const panel = (page: Page) => page.getByRole('dialog', { name: /Lire sans connexion/ });
const text = (page: Page) => page.locator('.chapter-text');

async function openPanel(page: Page, slug: string): Promise<void> {
  await page.goto(`/novel/${slug}`);
  await page.getByRole('button', { name: 'Télécharger' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Tout le roman' })).toBeVisible();
}

/** Downloads what can be downloaded of a novel, and waits for its end. */
async function download(page: Page, slug: string, piece = 'Tout le roman'): Promise<void> {
  await openPanel(page, slug);
  await panel(page)
    .getByRole('button', { name: `Télécharger\u00A0: ${piece}` })
    .click();
  await expect(panel(page)).toContainText('sur cet appareil,', { timeout: 60_000 });
}

/** Moves the server's last word on the downloads back by so many days, as if they had passed. */
async function letDaysPass(page: Page, days: number): Promise<void> {
  await page.evaluate(async (by) => {
    const opening = indexedDB.open('feuilleton-offline');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const store = database.transaction('texts', 'readwrite').objectStore('texts');
    await new Promise((resolve) => {
      const walk = store.openCursor();
      walk.onsuccess = () => {
        const cursor = walk.result;
        if (!cursor) {
          resolve(null);
          return;
        }
        const entry = cursor.value as { confirmedAtMs: number };
        cursor.update({ ...entry, confirmedAtMs: entry.confirmedAtMs - by * 86_400_000 });
        cursor.continue();
      };
    });
    database.close();
  }, days);
}

test('a visitor downloads a part and reads it offline @variant', async ({
  page,
  catalogue,
  expectFailure,
  axe,
}) => {
  test.setTimeout(150_000);
  expectFailure(offlineFailures);
  const [, part] = vastNovel.parts;
  await openPanel(page, vastNovel.slug);
  await expect(panel(page)).toContainText('60\u00A0chapitres, environ');
  await axe();
  await panel(page)
    .getByRole('button', { name: `Télécharger\u00A0: ${part}` })
    .click();
  await expect(panel(page)).toContainText('30\u00A0chapitres sur cet appareil', {
    timeout: 90_000,
  });
  await expectWorker(page);
  await page.context().setOffline(true);
  const { chapters } = catalogue.novel(vastNovel.slug);
  await page.goto(`/chapter/${required(chapters[44], 'chapter')._id}`);
  await expect(text(page)).toContainText('Derrière la porte 45');
  await page.goto(`/chapter/${required(chapters[3], 'chapter')._id}`);
  await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible();

  await page.goto('/bibliotheque');
  const here = page.locator('[data-kept-here]');
  await expect(here).toContainText('30\u00A0chapitres');
  await axe();
  await here.getByRole('button', { name: `Supprimer\u00A0: ${vastNovel.title}` }).click();
  await expect(here).not.toContainText(vastNovel.title);
});

test('a download goes on after its tab was closed @variant', async ({
  page,
  context,
  expectFailure,
}) => {
  test.setTimeout(150_000);
  expectFailure(/ERR_ABORTED/);
  await openPanel(page, vastNovel.slug);
  await panel(page).getByRole('button', { name: 'Télécharger\u00A0: Tout le roman' }).click();
  await expect(panel(page)).toContainText(/[1-9]\d* sur 60\u00A0chapitres/, { timeout: 30_000 });
  const other = await context.newPage();
  await page.close();
  await openPanel(other, vastNovel.slug);
  await expect(panel(other)).toContainText('60\u00A0chapitres sur cet appareil', {
    timeout: 90_000,
  });
});

test('opened premium chapters are read offline by their owner, and by no one after', async ({
  page,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(180_000);
  expectFailure(offlineFailures);
  const { chapters } = catalogue.novel(longNovel.slug);
  const own = required(chapters[20], 'premium chapter')._id;
  const person = await signInAs();
  await unlock(page, person.id, own);
  await pass(page, person.id);
  await download(page, longNovel.slug);
  await expect(panel(page)).toContainText('2\u00A0chapitres à déverrouiller d’abord');
  await expect(panel(page)).toContainText(
    'Chapitres premium\u00A0: lisibles sans connexion jusqu’au',
  );

  await page.context().setOffline(true);
  await page.goto(`/chapter/${own}`);
  await expect(text(page)).toContainText(premiumSentence.slice(0, 30));
  // Shown before, but closed where it is stored.
  const stored = wordsOf(await dumpStores(page));
  expect(stored).toContain('texts: [{');
  expect(stored).toContain('La marche numéro 3 craque sous le pied');
  expect(stored).not.toContain(premiumSentence);

  await letDaysPass(page, 25);
  await page.goto('/bibliotheque');
  await expect(page.locator('[data-kept-here]')).toContainText('se fermeront le');
  await letDaysPass(page, 5);
  await page.goto(`/chapter/${own}`);
  await expect(page.getByText('n’a pas été vérifié depuis trente jours')).toBeVisible();
  await expect(text(page)).toHaveCount(0);

  // The server's word opens it again.
  await page.context().setOffline(false);
  await page.goto(`/novel/${longNovel.slug}`);
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
  await expect
    .poll(async () => /"confirmedAtMs":(\d+)/.exec(await dumpStores(page))?.[1], {
      timeout: 20_000,
    })
    .toMatch(new RegExp(`^${String(Date.now()).slice(0, 5)}`));

  await page.getByRole('button', { name: /^Menu du compte/ }).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await page.waitForURL('/');
  await expect.poll(async () => (await dumpStores(page)).includes('texts: []')).toBe(true);
  const after = wordsOf(await dumpStores(page));
  expect(after).toContain('keys: []');
  expect(after).not.toContain(premiumSentence);
  await page.context().setOffline(true);
  await page.goto(`/chapter/${own}`);
  await expect(notHere(page)).toBeVisible();
  await expect(page.getByText(premiumSentence)).toHaveCount(0);
});

test('another person on the device, or a reader without access, opens nothing of it', async ({
  page,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(180_000);
  expectFailure(offlineFailures);
  expectFailure(403);
  const { chapters } = catalogue.novel(lockedNovel.slug);
  const [, one, two] = chapters.map(({ _id }) => _id);
  const [first = '', second = ''] = [one, two];
  const person = await signInAs({ role: 'admin' });
  await unlock(page, person.id, second);
  await pass(page, person.id);
  await download(page, lockedNovel.slug);

  // Taken back: the page asks, and the text goes.
  await knock(page, 'take-back', person.id);
  await page.goto(`/chapter/${first}`);
  await expect(page.getByRole('button', { name: /^Déverrouiller/ })).toBeAttached();
  await page.context().setOffline(true);
  await page.goto(`/chapter/${first}`);
  await expect(page.getByText('ce chapitre n’est pas téléchargé')).toBeVisible();
  await page.goto(`/chapter/${second}`);
  await expect(text(page)).toBeVisible();
  await page.context().setOffline(false);

  // Another person signs in where the first one never signed out.
  const other = await signInAs({ name: 'Paul Renard' });
  await unlock(page, other.id, second);
  await page.goto('/');
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
  await page.context().setOffline(true);
  await page.goto(`/chapter/${second}`);
  await expect(notHere(page)).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await page.context().setOffline(false);
});

test('a reader whose reading is suspended downloads no premium chapter @variant', async ({
  page,
  browser,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(150_000);
  expectFailure(offlineFailures);
  expectFailure(403);
  expectFailure(423);
  const person = await signInAs({ role: 'admin' });
  await openPanel(page, longNovel.slug);
  // Two wrong answers on another device, while the novel's page is open here.
  const other = await openDevice(browser, person);
  await other.goto(`/chapter/${catalogue.mixed.locked._id}`);
  await lockOut(other);
  await other.context().close();
  await panel(page).getByRole('button', { name: 'Télécharger\u00A0: Tout le roman' }).click();
  // The free ones of 23: their pages are the same for everybody.
  await expect(panel(page)).toContainText('20\u00A0chapitres sur cet appareil', {
    timeout: 60_000,
  });
  const stored = await dumpStores(page);
  expect(stored).toContain('texts: []');
  expect(stored).toContain('keys: []');
  expect(wordsOf(stored)).not.toContain(premiumSentence);
});

/** The page says that it has no text: it went with the text, or is about to. */
const notHere = (page: Page) =>
  page.getByText(/^Pas de connexion$|ce chapitre n’est pas téléchargé/).first();
