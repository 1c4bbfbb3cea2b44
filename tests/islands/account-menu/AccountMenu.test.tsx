import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AccountMenu } from '#islands/account-menu/AccountMenu.tsx';
import { signIn } from '../world/signed-in.ts';

const menuButton = () => page.getByRole('button', { name: /^Menu du compte/ });
const menu = () => page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name });
const first = () => item('Ma bibliothèque');
const last = () => item('Déconnexion');
const names = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);

const draw = () =>
  render(
    <main>
      <AccountMenu />
      <p style={{ marginTop: '20rem' }}>Du texte.</p>
    </main>,
  );

beforeEach(() => {
  signIn({ name: 'Nora Lefèvre' });
});

test.each([
  ['reader', ['Ma bibliothèque', 'Mon Profil', 'Déconnexion']],
  ['author', ['Ma bibliothèque', 'Mon Profil', 'Mes Romans', 'Déconnexion']],
  ['support', ['Ma bibliothèque', 'Mon Profil', 'Bureau', 'Déconnexion']],
  ['admin', ['Ma bibliothèque', 'Mon Profil', 'Bureau', 'Déconnexion']],
] as const)('a person with the role %s finds their entries', async (role, entries) => {
  signIn({ role });
  await draw();
  await menuButton().click();
  await expect.poll(names).toEqual(entries);
});

test('the menu is walked with the keyboard alone', async () => {
  await draw();
  await expect.element(menuButton()).toHaveAttribute('aria-expanded', 'false');
  menuButton().element().focus();
  for (const key of ['{Enter}', '[Space]', '{ArrowDown}']) {
    await userEvent.keyboard(key);
    await expect.element(first()).toHaveFocus();
    await expect.element(menuButton()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(menuButton()).toHaveFocus();
  }
  for (const [key, target] of [
    ['{ArrowUp}', last],
    ['{ArrowDown}', first],
    ['{ArrowUp}', last],
    ['{Home}', first],
    ['{End}', last],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(target()).toHaveFocus();
  }
  // Tab goes on from the button, and the menu closes.
  await userEvent.keyboard('{Tab}');
  await expect.element(menu()).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(menuButton()).toHaveFocus();
});

test('keys that the menu does not know, and all with a modifier, stay the browser’s', async () => {
  await draw();
  menuButton().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(first()).toHaveFocus();
  const isLeft = (key: string, modifiers: KeyboardEventInit = {}) =>
    first()
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
      );
  expect(isLeft('F5')).toBe(true);
  expect(isLeft('PageDown')).toBe(true);
  expect(isLeft('r', { ctrlKey: true })).toBe(true);
  expect(isLeft('ArrowLeft', { altKey: true })).toBe(true);
  expect(isLeft('ArrowUp', { metaKey: true })).toBe(true);
  await expect.element(first()).toHaveFocus();
  // Those that turn chapters elsewhere on the page do nothing in it.
  expect(isLeft('ArrowRight')).toBe(false);
  expect(isLeft('ArrowLeft')).toBe(false);
  await expect.element(first()).toHaveFocus();
});

test('a press elsewhere closes the menu, and a second one on its button too', async () => {
  await draw();
  await menuButton().click();
  await expect.element(menu()).toBeVisible();
  await page.getByText('Du texte.').click();
  await expect.element(menu()).not.toBeInTheDocument();
  await menuButton().click();
  await menuButton().click();
  await expect.element(menu()).not.toBeInTheDocument();
});
