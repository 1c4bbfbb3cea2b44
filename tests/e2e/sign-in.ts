import { expect, type Page } from 'playwright/test';

export type ProviderName = 'Google' | 'Apple';

/** Goes from the sign-in page to the provider's page on which one chooses who one is. */
export async function goToProvider(page: Page, provider: ProviderName): Promise<void> {
  await page.getByRole('link', { name: `Continuer avec ${provider}` }).click();
  await expect(page).toHaveTitle(new RegExp(`faux compte ${provider}`));
}

/** Signs in through the sandbox, from the sign-in page where `page` stands. */
export async function signIn(page: Page, provider: ProviderName, name: string): Promise<void> {
  await goToProvider(page, provider);
  await page.getByRole('button', { name }).click();
  await expect(menuButton(page)).toBeVisible();
}

/** The top bar's account button: there is one only where somebody is signed in. */
export const menuButton = (page: Page) => page.getByRole('button', { name: /Menu du compte/ });

/** Signs out by the account menu, which leads home. */
export async function signOut(page: Page): Promise<void> {
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  const signInLink = page.getByRole('banner').getByRole('link', { name: 'Se connecter' });
  await expect(signInLink).toBeVisible();
}
