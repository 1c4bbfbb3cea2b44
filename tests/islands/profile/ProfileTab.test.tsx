import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ProfilePage } from '#islands/profile/ProfilePage.tsx';
import { listSessions, updateProfile, type UserBody } from '#shared/contracts/auth.ts';
import { getNoticeSettings } from '#shared/contracts/notices.ts';
import { noNotices } from '../world/notices.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const edit = () => page.getByRole('button', { name: 'Modifier' });
const save = () => page.getByRole('button', { name: 'Enregistrer' });
const card = () => page.getByRole('region', { name: /Vidal/ });
const filled = (role: 'alert' | 'status') => page.getByRole(role).filter({ hasText: /./ });

const draw = async (who: Partial<UserBody> = {}) => {
  const user = signIn({ name: 'Inès Vidal', displayName: 'Inès Vidal', ...who });
  await render(
    <main>
      <h1>Mon profil</h1>
      <ProfilePage />
    </main>,
  );
  return user;
};

beforeEach(() => {
  answers(getNoticeSettings, noNotices);
  answers(listSessions, {
    sessions: [
      {
        id: crypto.randomUUID(),
        device: 'Firefox sur Linux',
        createdAt: '2026-11-21T12:00:00.000Z',
        lastUsedAt: '2026-11-21T12:00:00.000Z',
        isCurrent: true,
      },
    ],
  });
});

describe('the profile', () => {
  test('shows who one is', async () => {
    await draw({ role: 'author' });
    await expect.element(page.getByRole('heading', { name: 'Inès Vidal' })).toBeVisible();
    await expect.element(card()).toMatchTextContent(/Membre depuis le 3\smars\s2026/);
    await expect.element(card()).toMatchTextContent('Auteur');
    await expect.element(card()).toMatchTextContent(/0\scrédit/);
    await expect.element(card()).toMatchTextContent('Aucune biographie');
    await axeEverywhere();
  });

  test('marks the answers to reported typos at their tab, which keep to one line', async () => {
    await draw({ typos: { reports: 2, unseen: 1 } });
    await expect
      .element(page.getByRole('tab', { name: /^Signalements\s?, nouvelles réponses$/ }))
      .toBeInTheDocument();
    const tops = page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.getBoundingClientRect().top);
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    await axeEverywhere();
  });

  test('marks nothing once the answers were seen', async () => {
    await draw({ typos: { reports: 2, unseen: 0 } });
    await expect
      .element(page.getByRole('tab', { name: 'Signalements', exact: true }))
      .toBeInTheDocument();
  });

  test('brings the values back when one cancels', async () => {
    await draw();
    await edit().click();
    await expect.element(page.getByLabelText('Prénom')).toHaveFocus();
    await axeEverywhere();
    await page.getByLabelText('Biographie').fill('Rien de tout cela.');
    await page.getByLabelText('Horreur').click();
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(edit()).toHaveFocus();
    await expect.element(page.getByText('Aucune biographie')).toBeVisible();
    await edit().click();
    await expect.element(page.getByLabelText('Biographie')).toHaveValue('');
    await expect.element(page.getByLabelText('Horreur')).not.toBeChecked();
    expect(bodiesOf(updateProfile)).toEqual([]);
  });

  test('says what the server refuses or never hears, and can be sent again', async () => {
    const user = await draw();
    await edit().click();
    const bio = page.getByLabelText('Biographie');
    await bio.fill('Plus court.');
    refuses(updateProfile, 'MALFORMED', {
      message: 'La requête est mal formée.',
      errors: [{ field: 'bio', message: 'Au plus 1000 caractères.' }],
    });
    await save().click();
    await expect
      .element(filled('alert'))
      .toHaveTextContent('Erreur: 400 - La requête est mal formée. Au plus 1000 caractères.');
    await axeEverywhere();
    isOffline(updateProfile);
    await save().click();
    await expect.element(filled('alert')).toHaveTextContent('Aucune réponse reçue du serveur');
    answers(updateProfile, ({ bio: text }) => ({ ...user, bio: text }));
    await save().click();
    await expect.element(page.getByText('Plus court.')).toBeVisible();
    await expect.element(filled('status')).toHaveTextContent('Profil mis à jour avec succès');
    await expect.element(edit()).toHaveFocus();
    await axeEverywhere();
  });

  test('asks before “Se déconnecter partout”; Escape gives the focus back', async () => {
    await draw();
    const everywhere = page.getByRole('button', { name: 'Se déconnecter partout' });
    await everywhere.click();
    const dialog = page.getByRole('dialog', { name: /Se déconnecter partout/ });
    await expect.element(dialog.getByRole('button', { name: 'Annuler' })).toHaveFocus();
    await axeEverywhere();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(everywhere).toHaveFocus();
  });
});
