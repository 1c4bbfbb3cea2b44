import { controlUrl, siteUrl } from './addresses.ts';
import { expectBalance } from './credits.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { lockedNovel, premiumSentence } from './novels.ts';

const site = siteUrl('small');
const soon = /Les crédits ne sont pas encore en vente\. Ils le seront bientôt\./;

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('the sign-in page offers the one provider that is set up', async ({ page }) => {
    await page.goto(`${site}/login?provider=apple`);
    await expect(page.getByRole('link', { name: /^Continuer avec/ })).toHaveText([
      'Continuer avec Google',
    ]);
    await expect(page.getByText('Vous aviez choisi')).toHaveCount(0);
  });

  test('the legal pages say that nothing is sold, and what an association has to say', async ({
    page,
  }) => {
    await page.goto(`${site}/conditions-generales`);
    await expect(page.getByRole('main')).toContainText('Aucun crédit n’est en vente à ce jour.');
    // What was sold before is withdrawn from all the same.
    await page.getByRole('link', { name: 'Renoncer au contrat ici' }).click();
    await expect(page.getByRole('main')).toContainText('Aucun crédit n’est en vente à ce jour.');
    await expect(page.getByRole('button', { name: 'Continuer' })).toBeVisible();
    await page.goto(`${site}/mentions-legales`);
    const first = page.getByRole('main').getByRole('list').first();
    await expect(first).toContainText('TVA non applicable, article 293 B du CGI');
    await expect(first).not.toContainText('apital');
  });

  test('the sign-in page says so where no provider is set up', async ({ page }) => {
    await page.goto(`${siteUrl('empty')}/login?motif=connexion`);
    await expect(page.getByRole('main')).toContainText(
      'La connexion n’est pas encore ouverte aux lecteurs. Les romans et les chapitres gratuits se lisent sans compte.',
    );
    await expect(page.getByRole('link', { name: /^Continuer avec/ })).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveCount(0);
  });
});

test('where nothing is sold every way to credits says so, and credits that were given open chapters', async ({
  page,
  request,
  signInAs,
  expectFailure,
  axe,
}) => {
  // The chapter is refused before it is unlocked.
  expectFailure(403);
  await page.goto(`${site}/novel/${lockedNovel.slug}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/12\s+chapitres payants\s+: 12\s+crédits\./);
  await expect(main).toContainText(soon);
  await expect(main).not.toContainText('€');
  const locked = await main
    .locator('.chapters a')
    .filter({ has: page.locator('.premium') })
    .first()
    .getAttribute('href');
  await axe();

  const { id } = await signInAs({}, 'small');
  await page.goto(`${site}/payment`);
  await expect(main).toContainText(soon);
  await expect(main.getByRole('radio')).toHaveCount(0);
  await axe();

  await page.goto(`${site}${locked ?? ''}`);
  const gate = page.getByRole('region', { name: 'Contenu premium' });
  await expect(gate).toContainText(soon);
  await expect(gate.getByRole('link', { name: 'Acheter des crédits' })).toHaveCount(0);
  await axe();
  await page.locator('.top-bar .credits').click();
  await expect(page.getByRole('dialog')).toContainText(soon);
  await axe();

  await request.post(`${controlUrl('small')}/credits`, { data: { userId: id, credits: 2 } });
  await request.post(`${controlUrl('small')}/pass`, { data: JSON.stringify(id) });
  await page.reload();
  await gate.getByRole('button', { name: /^Déverrouiller pour 1\s+crédit$/ }).click();
  await expect(page.locator('.reader > .chapter-text')).toContainText(premiumSentence);
  await expectBalance(page, 1);
});
