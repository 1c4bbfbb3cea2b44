import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import InvitationScreen from '#islands/studio/team/InvitationScreen.tsx';
import {
  forgetInvitationSecret,
  invitationLink,
  takeInvitationSecret,
} from '#islands/studio/team/invitation-secret.ts';
import { readInvitation, type InvitationBody } from '#shared/contracts/novel-team.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const invitation: InvitationBody = {
  novelTitle: 'Le Phare',
  inviterName: 'Mathilde',
  role: 'translator',
  expiresAt: '2026-12-11T00:00:00.000Z',
  currentRole: null,
};

async function draw() {
  const user = signIn();
  await render(
    <main>
      <h1>Espace auteur</h1>
      <InvitationScreen user={user} />
    </main>,
  );
}
const button = (name: string) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name });

describe('an invitation', () => {
  beforeEach(() => {
    const { href } = location;
    history.replaceState(null, '', invitationLink(location.origin, 'A'.repeat(43)));
    takeInvitationSecret();
    history.replaceState(null, '', href);
  });
  afterEach(forgetInvitationSecret);

  test('says who invites, to what, with which name one answers', async () => {
    answers(readInvitation, invitation);
    await draw();
    await expect.element(button('Accepter')).toBeVisible();
    await expect.element(page.getByText(/Lit les brouillons/)).toBeVisible();
    await axeEverywhere();
  });

  test('to another role says that the role changes', async () => {
    answers(readInvitation, { ...invitation, currentRole: 'proofreader' });
    await draw();
    await expect.element(page.getByText(/accepter change votre\s+rôle/)).toBeVisible();
    await expect.element(button('Accepter')).toBeVisible();
  });

  test('to the role that one has is left to whom it is for', async () => {
    answers(readInvitation, { ...invitation, currentRole: 'translator' });
    await draw();
    await expect.element(page.getByText(/Vous êtes déjà traducteur de/)).toBeVisible();
    await expect.element(link('Mes romans')).toBeVisible();
    expect(button('Accepter').elements()).toEqual([]);
    await axeEverywhere();
  });

  test('that has gone leads to one’s novels, as one may have accepted it', async () => {
    refuses(readInvitation, 'NOT_FOUND');
    await draw();
    await expect.element(link('Mes romans')).toBeVisible();
    await expect.element(link('Retour à l’accueil')).toBeVisible();
    await axeEverywhere();
  });
});
