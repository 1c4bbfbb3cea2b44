import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Moderation } from '#islands/moderation/Moderation.tsx';
import { Transfers } from '#islands/moderation/Transfers.tsx';
import { axeEverywhere } from '../world/axe.ts';
import { signIn } from '../world/signed-in.ts';

for (const [name, Island] of [
  ['the moderators’ page', Moderation],
  ['the page of bank transfers', Transfers],
] as const) {
  test(`nobody but admins finds anything on ${name}, and nothing is asked for`, async () => {
    signIn({ role: 'author' });
    await render(
      <main>
        <h1>Page</h1>
        <Island />
      </main>,
    );
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Cette page est réservée à l’équipe.');
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
    await axeEverywhere();
  });
}
