import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Desk } from '#islands/desk/Desk.tsx';
import { getUser } from '#shared/contracts/auth.ts';
import { axeEverywhere } from '../world/axe.ts';
import { asked } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

test.each([
  ['author', 'moderation'],
  ['author', 'livres'],
  ['support', 'virements'],
  ['support', 'remuneration'],
  ['support', 'livres'],
] as const)('%s finds nothing on %s, and nothing is asked for', async (role, part) => {
  signIn({ role });
  await render(
    <main>
      <h1>Page</h1>
      <Desk part={part} />
    </main>,
  );
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      `Cette page est réservée ${role === 'support' ? 'aux administrateurs' : 'à l’équipe'}.`,
    );
  expect(asked).toEqual([getUser.path]);
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await axeEverywhere();
});
