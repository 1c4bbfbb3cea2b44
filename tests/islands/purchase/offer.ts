import { page, type Locator } from 'vitest/browser';
import { getBillingInfo, listPacks } from '#shared/contracts/credits.ts';
import { creditCatalogues } from '#shared/money/credit-packs.ts';
import { answers } from '../world/forged-server.ts';

/** The packs of the demonstration are on sale, and nobody has ordered before. */
export function offerPacks(): void {
  answers(listPacks, [...creditCatalogues.terms]);
  answers(getBillingInfo, { billingInfo: null });
}

/** Fills in the whole billing form and ticks the withdrawal box. */
export async function fillBilling(): Promise<void> {
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  await field('Nom complet').fill('Nora Lefèvre');
  await field('Adresse e-mail').fill('nora@exemple.fr');
  await field('Adresse').fill('1 rue de l’Exemple');
  await field('Code postal').fill('69001');
  await field('Ville').fill('Lyon');
  await field('Pays').selectOptions('Belgique');
  await page.getByRole('checkbox').click();
}

/** What is wrong with the form's fields, in their order. */
export const fieldErrors = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.field-error')].map((one) => one.innerText);

export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
