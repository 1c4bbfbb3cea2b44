/** The team and what each role sees, filmed in their states at both sizes: `npm run screenshots:studio`. */
import { dialog, lighthouse } from './author-screens.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';
import { menuButton } from './studio.ts';

test.use({ actionTimeout: 15_000 });

test('the team, its roles and an offered novel @both-widths', async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await lighthouse(page, author);
  const team = `/my-novels?roman=${novelId}&vue=equipe`;
  await page.goto(team);
  await expect(page.getByLabel('Rôle', { exact: true })).toBeVisible();
  await shot('equipe-seule');
  const members = [
    ['Coauteur', 'Mathilde de la Tour-d’Auvergne'],
    ['Traducteur', 'Léa'],
    ['Éditeur', 'Karim'],
    ['Relecteur', 'Paul'],
  ] as const;
  const ids: Record<string, string> = {};
  for (const [role, name] of members) {
    await signInAs({ id: author.id });
    await page.goto(team);
    await page.getByLabel('Rôle', { exact: true }).selectOption(role);
    await page.getByLabel('Pour qui').fill(name);
    await page.getByRole('button', { name: 'Créer un lien d’invitation' }).click();
    const link = await page.getByText(/\/my-novels\?vue=invitation#/).textContent();
    if (role === 'Coauteur') await shot('invitation-creee');
    const { pathname, search, hash } = new URL(link ?? '');
    const member = await signInAs({ name, ...(role === 'Éditeur' && { role: 'author' }) });
    ids[role] = member.id;
    await page.goto(pathname + search + hash);
    await expect(page.getByRole('button', { name: 'Accepter' })).toBeVisible();
    if (role === 'Coauteur') await shot('invitation-recue');
    await page.getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Le Phare de Kerlaz' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await shot(`roman-du-${role.toLowerCase()}`);
    await menuButton(page, 'La lampe').click();
    await shot(`menu-du-${role.toLowerCase()}`);
    await page.keyboard.press('Escape');
    await page.goto(`/my-novels?roman=${novelId}&chapitre=${chapterIds[0] ?? ''}`);
    await expect(page.getByText('La lampe').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await shot(`chapitre-du-${role.toLowerCase()}`);
    await page.goto(team);
    await expect(page.getByRole('heading', { level: 2, name: 'Équipe' })).toBeVisible();
    await shot(`equipe-du-${role.toLowerCase()}`);
  }
  await signInAs({ id: author.id });
  await page.goto(team);
  await expect(page.getByText('Karim').first()).toBeVisible();
  await shot('equipe');
  await page.getByRole('button', { name: /^Retirer .*Paul/ }).click();
  await shot('retirer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Céder le roman à Karim' }).click();
  await shot('ceder');
  await dialog(page).getByRole('button', { name: 'Proposer le roman' }).click();
  await expect(page.getByText('Roman proposé')).toBeVisible();
  await shot('propose');
  await signInAs({ id: ids['Éditeur'] });
  await page.goto('/my-novels');
  await expect(
    page.getByRole('link', { name: /vous propose de reprendre ce roman/ }),
  ).toBeVisible();
  await shot('romans-avec-offre');
  await page.goto(team);
  await page.getByRole('button', { name: 'Reprendre le roman' }).click();
  await shot('reprendre');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Décliner' }).click();
  await shot('decliner');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quitter l’équipe' }).click();
  await shot('quitter-l-equipe');
});
