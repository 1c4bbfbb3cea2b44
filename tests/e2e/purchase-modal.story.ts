import type { Page } from 'playwright/test';
import { signOutElsewhere } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import {
  creditsButton,
  expectHostedPage,
  fillBilling,
  openModal,
  orderByModal,
  packCard,
  purchaseModal,
} from './purchase.ts';

const choose = (page: Page, pack: string) =>
  packCard(purchaseModal(page), pack).getByRole('button', { name: 'Choisir' });
const confirm = (page: Page, pack: string) =>
  packCard(purchaseModal(page), pack).getByRole('button', { name: 'Valider' });
const submit = (page: Page) => purchaseModal(page).getByRole('button', { name: /^Payer/ });
const checkoutPath = '/api/credit/create-checkout-session';
const checkoutCall = new RegExp(`${checkoutPath}$`);

async function openBilling(page: Page): Promise<void> {
  await openModal(page);
  await choose(page, 'Pack Standard').click();
  await confirm(page, 'Pack Standard').click();
  await expect(page.getByLabel('Nom complet')).toBeVisible();
}

test('no text of the packs or of the withdrawal notice is cut off @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  const cut = () =>
    purchaseModal(page).evaluate((modal) => {
      const right = modal.getBoundingClientRect().left + modal.clientWidth;
      const range = document.createRange();
      return [...modal.querySelectorAll('p, span, label, h2, h3, strong')].filter((element) => {
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right > right;
      }).length;
    });
  await openModal(page);
  expect(await cut()).toBe(0);
  await openBilling(page);
  expect(await cut()).toBe(0);
});

test('the backdrop does not close it; Escape and its button do, and give the focus back @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  const modal = await openModal(page);
  await page.mouse.click(2, 2);
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(creditsButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'Fermer' }).click();
  await expect(modal).toHaveCount(0);
  await expect(creditsButton(page)).toBeFocused();
});

test('the window event opens it, and the focus goes back to where it was @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await expect(creditsButton(page)).toBeVisible();
  const link = page.getByRole('contentinfo').getByRole('link').first();
  await link.focus();
  await page.evaluate(() => window.dispatchEvent(new Event('openCreditPurchaseModal')));
  await expect(purchaseModal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
});

test('an order whose answer was lost is sent again under its key, a changed one under another', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/ERR_FAILED/);
  await signInAs();
  await openBilling(page);
  const modal = purchaseModal(page);
  await fillBilling(modal);
  const keys: unknown[] = [];
  const urls: string[] = [];
  await page.route(checkoutCall, async (route) => {
    const { checkoutKey } = route.request().postDataJSON() as { checkoutKey: unknown };
    keys.push(checkoutKey);
    const answer = await route.fetch();
    urls.push(((await answer.json()) as { url: string }).url);
    // The server has answered, and nobody hears it.
    await (keys.length < 4 ? route.abort() : route.fulfill({ response: answer }));
  });
  const attempt = async (count: number) => {
    await submit(page).click();
    await expect.poll(() => keys.length).toBe(count);
    await expect(modal.getByRole('alert')).toContainText('Erreur:');
  };
  await attempt(1);
  await attempt(2);
  await modal.getByRole('button', { name: 'Retour' }).click();
  await confirm(page, 'Pack Standard').click();
  await attempt(3);
  await modal.getByLabel('Ville').fill('Namur');
  await submit(page).click();
  await expectHostedPage(page);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(urls.slice(0, 3)).size).toBe(1);
  expect(new Set(keys).size).toBe(2);
  expect(new Set(urls).size).toBe(2);
});

test('what was typed is still there after the modal was closed @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await openBilling(page);
  await fillBilling(purchaseModal(page));
  const city = await purchaseModal(page).getByLabel('Ville').inputValue();
  await page.keyboard.press('Escape');
  await expect(purchaseModal(page)).toHaveCount(0);
  await creditsButton(page).click();
  await choose(page, 'Pack Basique').click();
  await confirm(page, 'Pack Basique').click();
  await expect(purchaseModal(page).getByLabel('Ville')).toHaveValue(city);
  expect(city).not.toBe('');
  // What was agreed to once is asked again.
  await expect(purchaseModal(page).getByRole('checkbox')).not.toBeChecked();
});

test('an answer that comes after the modal was closed redirects nobody @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await openBilling(page);
  await fillBilling(purchaseModal(page));
  const held = await holdCalls(page, checkoutCall);
  await submit(page).click();
  await expect.poll(() => held.bodies().length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(purchaseModal(page)).toHaveCount(0);
  const answered = page.waitForResponse(checkoutCall);
  await held.release();
  await (await answered).finished();
  await creditsButton(page).click();
  await expect(choose(page, 'Pack Standard')).toBeVisible();
  await expect(page).toHaveURL(/\/mentions-legales$/);
});

test('the modal can be used again after the browser’s back button @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await orderByModal(page);
  await page.goBack();
  await creditsButton(page).click();
  await choose(page, 'Pack Basique').click();
  await confirm(page, 'Pack Basique').click();
  // What was ordered last fills the form in; the box is ticked anew.
  await expect(page.getByLabel('Ville')).toHaveValue('Lyon');
  await expect(page.getByLabel('Pays')).toHaveValue('Belgique');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(submit(page)).toHaveText(/^Payer 4,99\s€$/);
});

test('an order restored from the back-forward cache can be sent again @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await openBilling(page);
  await fillBilling(purchaseModal(page));
  const held = await holdCalls(page, checkoutCall);
  await submit(page).click();
  await expect(
    purchaseModal(page).getByRole('button', { name: 'Traitement en cours...' }),
  ).toBeVisible();
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(submit(page)).toBeVisible();
  await held.release();
  await submit(page).click();
  await expectHostedPage(page);
});

test('where the modal’s code does not come, the purchase page does @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/PurchaseModal|ERR_FAILED/);
  await signInAs();
  // The page itself has it in the same file.
  await page.route('**/_astro/purchase.*.js', (route) =>
    page.url().includes('/payment') ? route.continue() : route.abort(),
  );
  await page.goto('/mentions-legales');
  await creditsButton(page).click();
  await expect(page).toHaveURL('/payment?retour=%2Fmentions-legales');
  await expect(page.getByRole('heading', { level: 1, name: 'Acheter des crédits' })).toBeVisible();
});

test('signing out in another tab closes the purchase @variant', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs();
  await openBilling(page);
  await signOutElsewhere(context);
  await expect(purchaseModal(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('the form of the next person to sign in has no details of the first @variant', async ({
  page,
  context,
  signInAs,
}) => {
  const second = await signInAs({ name: 'Zoé Martin' });
  const cookies = await context.cookies();
  await signInAs();
  await orderByModal(page);
  await openBilling(page);
  await expect(page.getByLabel('Ville')).toHaveValue('Lyon');
  await context.addCookies(cookies);
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await other.evaluate((token) => localStorage.setItem('auth_token', token), second.token);
  await choose(page, 'Pack Standard').click();
  await confirm(page, 'Pack Standard').click();
  await expect(page.getByLabel('Nom complet')).toHaveValue('Zoé Martin');
  await expect(page.getByLabel('Ville')).toHaveValue('');
});

test('with the keyboard alone, from the balance to the paid credits @desktop', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await creditsButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(choose(page, 'Pack Standard')).toBeVisible();
  const tabTo = async (name: string) => {
    for (let turn = 0; turn < 30; turn++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? (element.labels?.[0]?.innerText ?? '')
          : (element?.textContent ?? '');
      });
      if (focused.startsWith(name)) return;
    }
    throw new Error(`Tab never came to ${name}`);
  };
  await tabTo('Choisir le Pack Standard');
  await page.keyboard.press('Enter');
  await expect(confirm(page, 'Pack Standard')).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [label, text] of [
    ['Adresse e-mail', 'nora@exemple.fr'],
    ['Adresse', '1 rue de l’Exemple'],
    ['Code postal', '69001'],
    ['Ville', 'Lyon'],
  ] as const) {
    await tabTo(label);
    await page.keyboard.type(text);
  }
  await tabTo('Je demande');
  await page.keyboard.press('Space');
  await tabTo('Payer');
  await page.keyboard.press('Enter');
  await expectHostedPage(page);
  await page.getByRole('radio', { name: /4242/ }).focus();
  await page.keyboard.press('Enter');
  await expect(creditsButton(page)).toContainText('900');
});
