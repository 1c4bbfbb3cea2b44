import { useState } from 'react';
import { expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { intent, use } from '#browser/islands/intent.ts';
import hydrate, { IslandBoundary } from '#islands/ui/island-client.tsx';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { translate } from '../world/translate.ts';

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
  await expect.element(page.getByRole('alert')).toMatchTextContent(/n’a pas pu être affichée/);
  await expect.element(page.getByRole('button', { name: 'Recharger la page' })).toHaveFocus();
  await expect.element(page.getByText('Une autre partie')).toBeVisible();
  await axeEverywhere();
});

test('an island of a page that was translated before takes it over, and keeps the focus', async () => {
  const Island = () => {
    const [count, setCount] = useState(0);
    return <button type="button" onClick={() => setCount(count + 1)}>{`Aimer, ${count}`}</button>;
  };
  const element = document.body.appendChild(document.createElement('div'));
  element.setAttribute('ssr', '');
  const rendered = element.appendChild(document.createElement('button'));
  rendered.type = 'button';
  rendered.textContent = 'Aimer, 0';
  translate();
  element.querySelector('button')?.focus();
  await hydrate(element)(Island, {}, {}, { client: 'load' });
  await expect.poll(() => element.querySelector(':scope font')).toBeNull();
  const like = page.getByRole('button', { name: /^Aimer/ });
  await expect.element(like).toHaveFocus();
  await like.click();
  await expect.element(like).toMatchTextContent('Aimer, 1');
  element.dispatchEvent(new Event('astro:unmount'));
  element.remove();
});

test('a control of a translated page is there until it is released', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = element.appendChild(document.createElement('button'));
  rendered.textContent = 'Aimer';
  translate(element);
  const { x, y } = rendered.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const at = { x: x + 5 + (frame?.x ?? 0), y: y + 5 + (frame?.y ?? 0) };
  const mouse = async (type: 'mousePressed' | 'mouseReleased') => {
    await cdp().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
  };
  let clicks = 0;
  rendered.addEventListener('click', () => (clicks += 1));
  await mouse('mousePressed');
  const Island = () => <button type="button">Aimé</button>;
  const hydrated = hydrate(element)(Island, {}, {}, { client: 'load' });
  await mouse('mouseReleased');
  expect(clicks).toBe(1);
  await hydrated;
  await expect.element(page.getByRole('button', { name: 'Aimé' })).toBeVisible();
  element.dispatchEvent(new Event('astro:unmount'));
  element.remove();
});

test('a press that is noted after its island was rendered again is done there', async () => {
  Object.assign(window, { Astro: {} });
  const element = document.body.appendChild(document.createElement('div'));
  element.setAttribute('ssr', '');
  const pressed = element.appendChild(document.createElement('button'));
  let clicks = 0;
  const hydrateIsland = async () => {
    const again = document.createElement('button');
    again.addEventListener('click', () => (clicks += 1));
    element.replaceChildren(again);
    element.removeAttribute('ssr');
    return Promise.resolve();
  };
  intent(() => Promise.resolve(hydrateIsland), { name: 'intent', value: '' }, element);
  use(element, null);
  await expect.poll(() => pressed.isConnected).toBe(false);
  use(element, pressed);
  await expect.poll(() => clicks).toBe(1);
  element.remove();
});
