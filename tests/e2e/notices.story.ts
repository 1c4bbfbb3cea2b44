import { mailUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('a reader asks for e-mails in the profile; a link that was not signed ends none', async ({
  page,
  browser,
  baseURL,
  signInAs,
  axe,
}) => {
  await signInAs({ email: `nora-${crypto.randomUUID()}@exemple.test` });
  await page.goto('/profile#etre-prevenu');
  const section = page.getByRole('region', { name: 'Être prévenu' });
  await expect(section.getByLabel('Par e-mail')).toHaveValue('off');
  await section.getByLabel('Par e-mail').selectOption('daily');
  await section.getByRole('checkbox', { name: /^Silence/ }).check();
  await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
  await expect(section.getByText('C’est enregistré.')).toBeVisible();
  await axe();
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const plain = await context.newPage();
  const wrong = await plain.goto('/desabonnement/rien');
  expect(wrong?.status()).toBe(404);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Ce lien n’est pas valable.');
  await plain.goto(`${mailUrl}/_sandbox`);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Boîte aux lettres');
  await context.close();
});
