import { expect, type APIRequestContext, type Locator, type Page } from 'playwright/test';
import { stripeUrl } from './addresses.ts';

/** The top bar's balance, which opens the purchase modal. */
export const creditsButton = (page: Page) =>
  page.getByRole('button', { name: /crédits?, acheter des crédits$/ });

export const purchaseModal = (page: Page) =>
  page.getByRole('dialog', { name: 'Acheter des crédits' });

/** The card of a pack, in the modal or on the page. */
export const packCard = (scope: Page | Locator, name: string) =>
  scope.locator('.pack').filter({ hasText: name });

/** Opens the modal on the legal notice, by the balance. */
export async function openModal(page: Page): Promise<Locator> {
  await page.goto('/mentions-legales');
  await creditsButton(page).click();
  await expect(packCard(purchaseModal(page), 'Pack Basique')).toBeVisible();
  return purchaseModal(page);
}

/** Fills in the whole billing form and ticks the withdrawal box. */
export async function fillBilling(scope: Page | Locator): Promise<void> {
  await scope.getByLabel('Nom complet').fill('Nora Lefèvre');
  await scope.getByLabel('Adresse e-mail').fill('nora@exemple.fr');
  await scope.getByLabel('Adresse', { exact: true }).fill('1 rue de l’Exemple');
  await scope.getByLabel('Code postal').fill('69001');
  await scope.getByLabel('Ville').fill('Lyon');
  await scope.getByLabel('Pays').selectOption('Belgique');
  await scope.getByRole('checkbox').check();
}

/** From the balance to the page on which the standard pack is paid: 900 credits, 9.99 EUR. */
export async function orderByModal(page: Page): Promise<void> {
  const modal = await openModal(page);
  await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Choisir' }).click();
  await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Valider' }).click();
  await fillBilling(modal);
  await modal.getByRole('button', { name: 'Payer' }).click();
  await expectHostedPage(page);
}

/** The buyer stands on the sandbox's page, on which 9.99 EUR are paid. */
export async function expectHostedPage(page: Page): Promise<void> {
  await page.waitForURL(`${stripeUrl}/c/pay/**`);
  await expect(page.getByRole('button', { name: /^Payer 9,99/ })).toBeVisible();
}

/** The ready ways to pay on the sandbox's page. */
const waysToPay = {
  succeeds: /4242 4242 4242 4242/,
  declined: /4000 0000 0000 0002/,
  sepa: /Prélèvement SEPA/,
} as const;

/** Pays on the sandbox's page. */
export async function pay(page: Page, way: keyof typeof waysToPay): Promise<void> {
  await page.getByRole('radio', { name: waysToPay[way] }).check();
  await page.getByRole('button', { name: /^Payer/ }).click();
}

/** Id of the session that the page's address names. */
export function sessionId(page: Page): string {
  const [id] = /cs_\w+/.exec(page.url()) ?? [];
  if (id === undefined) throw new Error(`no session in ${page.url()}`);
  return id;
}

/** Does something to the sandbox's Stripe (`sandbox/README.md`, “The control”). */
export async function control(
  request: APIRequestContext,
  name: string,
  wish: object = {},
): Promise<unknown> {
  const answer = await request.post(`${stripeUrl}/_sandbox/${name}`, { data: wish });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}
