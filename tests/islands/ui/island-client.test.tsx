import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { IslandBoundary } from '#islands/ui/island-client.tsx';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';

function Failing() {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) throw new Error('what no one awaited');
  return (
    <button type="button" onClick={() => setFailed(true)}>
      Échouer
    </button>
  );
}

test('an island that fails offers to load the page again, and the rest of the page stays', async () => {
  expectMessage(/what no one awaited|error boundary/i);
  await render(
    <main>
      <h1>Le dernier train</h1>
      <IslandBoundary>
        <Failing />
      </IslandBoundary>
      <IslandBoundary>
        <p>Une autre partie</p>
      </IslandBoundary>
    </main>,
  );
  await page.getByRole('button', { name: 'Échouer' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/a cessé de fonctionner/);
  await expect.element(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible();
  await expect.element(page.getByText('Une autre partie')).toBeVisible();
  await axeEverywhere();
});
