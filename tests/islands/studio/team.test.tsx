import '#islands/studio/studio.css';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import TeamScreen from '#islands/studio/team/TeamScreen.tsx';
import { declineNovel, invite, listTeam, type TeamBody } from '#shared/contracts/novel-team.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

type Member = TeamBody['members'][number];
const memberOf = (userId: string, more: Partial<Member> = {}): Member => ({
  user: { _id: userId, name: 'Karim' },
  role: 'editor',
  isOffered: false,
  mayOwn: true,
  ...more,
});
const teamOf = (more: Partial<TeamBody>): TeamBody => ({
  novel: { _id: id(1), title: 'Le Phare' },
  role: 'owner',
  isOffered: false,
  waiting: { answer: 0, approval: 0, typos: 0 },
  owner: { _id: id(2), name: 'Mathilde' },
  members: [],
  invitations: [],
  ...more,
});

async function draw(team: TeamBody, userId = id(2)) {
  answers(listTeam, team);
  await render(
    <main className="studio">
      <h1>Espace auteur</h1>
      <TeamScreen novelId={id(1)} userId={userId} />
    </main>,
  );
}
const button = (name: string) => page.getByRole('button', { name });

describe('a novel that is offered', () => {
  test('is declined where the offer is said, and the focus stays on the page', async () => {
    const { _id: userId } = signIn({ role: 'author' });
    const offered = { role: 'editor', isOffered: true } as const;
    await draw(teamOf({ ...offered, members: [memberOf(userId, { isOffered: true })] }), userId);
    await expect.element(page.getByText(/vous propose de reprendre ce roman/)).toBeVisible();
    await expect.element(button('Reprendre le roman')).toBeVisible();
    await axeEverywhere();
    answers(listTeam, teamOf({ role: 'editor', members: [memberOf(userId)] }));
    answers(declineNovel, { success: true });
    await button('Décliner').click();
    const question = page.getByRole('dialog', { name: /^Décliner «\sLe Phare\s»\s\?$/ });
    await axeEverywhere();
    await question.getByRole('button', { name: 'Décliner' }).click();
    await expect.element(page.getByText('Vous avez décliné la proposition.')).toBeVisible();
    await expect.element(button('Décliner')).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Personnes' })).toHaveFocus();
    expect(bodiesOf(declineNovel)).toHaveLength(1);
  });
});

test('the owner reads why a member cannot own the novel', async () => {
  signIn({ role: 'author' });
  const reader = { user: { _id: id(3), name: 'Léa' }, mayOwn: false };
  await draw(teamOf({ members: [memberOf(id(4)), memberOf(id(3), reader)] }));
  await expect.element(button('Céder le roman à Karim')).toBeVisible();
  await expect.element(page.getByText(/ne peut pas lui être cédé/)).toBeVisible();
  expect(page.getByText(/ne peut pas lui être cédé/).elements()).toHaveLength(1);
  expect(button('Céder le roman à Léa').elements()).toEqual([]);
  await axeEverywhere();
});

test('an invitation has the role that was chosen, and none before', async () => {
  signIn({ role: 'author' });
  await draw(teamOf({}));
  const field = page.getByLabelText('Rôle', { exact: true });
  await expect.element(field).toHaveValue('');
  await button('Créer un lien d’invitation').click();
  await expect.element(field).toHaveAccessibleDescription(/Choisissez le rôle/);
  await expect.element(field).toHaveFocus();
  await axeEverywhere();
  await field.selectOptions('proofreader');
  await expect.element(field).toHaveAccessibleDescription(/^Lit les brouillons/);
  const dates = { createdAt: '2026-11-28T00:00:00.000Z', expiresAt: '2026-12-12T00:00:00.000Z' };
  answers(invite, {
    invitation: { _id: id(9), role: 'proofreader', note: '', ...dates },
    token: 'A'.repeat(43),
  });
  await button('Créer un lien d’invitation').click();
  await expect
    .element(page.getByText(/^Lien pour la personne invitée \(relecteur\)/))
    .toBeVisible();
  expect(bodiesOf(invite)).toEqual([{ role: 'proofreader', note: '' }]);
});
