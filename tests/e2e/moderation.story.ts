import type { Page } from 'playwright/test';
import { z } from 'zod';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { menuButton } from './sign-in.ts';

/** Somebody’s comment on a chapter, which another person has reported. */
async function report(page: Page, chapterId: string, ids: { writer: string }, text: string) {
  const written = { userId: ids.writer, chapterId, parentId: null, texts: [text] };
  const [commentId] = z.array(z.uuid()).parse(await knock(page, 'comment', written));
  await knock(page, 'report', { commentId, reason: 'Divulgâche la fin.' });
}

test('an admin removes and restores a comment, suspends its writer, and the log lists it all @desktop', async ({
  page,
  catalogue,
  signInAs,
  axe,
}, { project }) => {
  const writer = await signInAs({ name: `Zoé ${project.name}` });
  const text = `Un mot malheureux, ${writer.id}.`;
  await page.context().clearCookies();
  await report(page, catalogue.mixed.free._id, { writer: writer.id }, text);
  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: 'Bureau' }).click();
  await page.getByRole('link', { name: 'Modération' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modération');
  const reported = page.getByRole('article').filter({ hasText: text });
  await expect(reported).toContainText(/1\s+signalement/);
  await expect(reported).toContainText('Divulgâche la fin.');
  await expect(reported.getByRole('link')).toHaveAttribute(
    'href',
    `/chapter/${catalogue.mixed.free._id}`,
  );
  const press = (name: RegExp) => reported.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  const confirm = async (name: RegExp, reason: string, sentence: string) => {
    await press(name);
    await dialog.getByLabel('Motif').fill(reason);
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
  };
  const shown = async () => {
    const path = `/api/chapters/${catalogue.mixed.free._id}/comments`;
    return (await (await page.request.get(path)).text()).includes(text);
  };
  await press(/^Supprimer/);
  await expect(dialog.getByLabel('Motif')).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect(await shown()).toBe(true);
  await confirm(/^Supprimer/, 'Injure.', 'Commentaire supprimé.');
  expect(await shown()).toBe(false);
  await confirm(/^Rétablir/, 'Une erreur.', 'Commentaire rétabli.');
  expect(await shown()).toBe(true);
  await confirm(/^Suspendre/, 'Insultes répétées.', 'Personne suspendue.');
  await expect(reported).toContainText('Suspendu jusqu’au');
  await confirm(/^Lever/, 'Excuses.', 'Suspension levée.');

  await page.getByRole('link', { name: 'Traités' }).click();
  await expect(reported).toContainText('Divulgâche la fin.');
  await expect(reported).toContainText(
    /Commentaire rétabli par La rédaction, .* Motif\s: Une erreur\./,
  );
  const views = page.getByRole('navigation', { name: 'Vues de la modération' });
  await views.getByRole('link', { name: 'Journal' }).click();
  await expect(page.getByLabel('Quoi')).toHaveValue('moderation');
  const entries = page.getByRole('row');
  await expect(entries.filter({ hasText: 'Insultes répétées.' }).first()).toContainText(
    new RegExp(`^Personne suspendue.*Zoé ${project.name}`),
  );
  const restored = entries.filter({ hasText: 'Une erreur.' }).first();
  await expect(restored).toContainText('La rédaction');
  await expect(restored).toContainText(`Zoé ${project.name}`);
  await expect(restored).toContainText(text);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
});
