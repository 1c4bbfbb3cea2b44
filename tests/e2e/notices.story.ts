import { mailUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('a reader asks for e-mails in the profile, and ends them by a link, without JavaScript @partout', async ({
  page,
  browser,
  baseURL,
  signInAs,
  axe,
}) => {
  await signInAs();
  await page.goto('/profile#etre-prevenu');
  const section = page.getByRole('region', { name: 'Être prévenu' });
  await expect(section.getByLabel('Par e-mail')).toHaveValue('off');
  await section.getByLabel('Par e-mail').selectOption('daily');
  await section.getByRole('checkbox', { name: /^Silence/ }).check();
  await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
  await expect(section.getByText('C’est enregistré.')).toBeVisible();
  await axe();
  await section.screenshot({ path: `/tmp/notices-${page.viewportSize()?.width}.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe();
  await section.screenshot({ path: `/tmp/notices-${page.viewportSize()?.width}-dark.png` });

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const plain = await context.newPage();
  const wrong = await plain.goto('/desabonnement/rien');
  expect(wrong?.status()).toBe(404);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Ce lien n’est pas valable.');
  await plain.screenshot({ path: `/tmp/unsub-${page.viewportSize()?.width}.png` });
  await plain.goto(`${mailUrl}/_sandbox`);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Boîte aux lettres');
  await context.close();
});
