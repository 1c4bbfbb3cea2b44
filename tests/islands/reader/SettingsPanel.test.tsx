import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '#islands/reader/settings/SettingsPanel.tsx';
import { axeEverywhere } from '../world/axe.ts';

const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const choice = (name: string) => panel.getByRole('radio', { name, exact: true });
const place = document.createElement('main');

beforeEach(() => {
  // The parts of a chapter's page that the panel reads; constant.
  place.innerHTML = '<button>Réglages</button><article class="reader"><p>Un texte.</p></article>';
  document.body.prepend(place);
});

afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  place.remove();
});

/** Opens it as in a browser that has stored this. */
async function openWith(stored: Record<string, string> = {}): Promise<void> {
  Object.assign(localStorage, stored);
  dispatchEvent(new StorageEvent('storage'));
  const opener = place.querySelector('button');
  if (opener) open(opener);
  await expect.element(panel).toBeVisible();
}

test('shows what is stored, and the defaults for what is broken', async () => {
  await openWith({
    reader_fontSize: '9999',
    reader_lineHeight: '2.5',
    reader_fontFamily: 'Pirate',
    reader_theme: 'sepia',
    reader_textAlign: '<b>',
    reader_darkMode: 'oui',
    reader_showHeader: 'false',
  });
  await expect.element(panel.getByText('100\u00A0%')).toBeVisible();
  await expect.element(panel.getByText('2,5', { exact: true })).toBeVisible();
  await expect.element(panel.getByLabelText('Police')).toHaveValue('serif');
  for (const name of ['Sépia', 'Selon la largeur', 'Automatique']) {
    await expect.element(choice(name)).toBeChecked();
  }
  await expect.element(panel.getByLabelText('En-tête du chapitre')).not.toBeChecked();
  await axeEverywhere();
});

test.each([
  ['Augmenter la taille du texte', 'reader_fontSize', '190', '200'],
  ['Diminuer l’interligne', 'reader_lineHeight', '1.1', '1'],
])('“%s” ends at its limit, and keeps the focus', async (name, key, before, limit) => {
  await openWith({ [key]: before });
  button(name).element().focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  await expect.element(button(name)).toHaveFocus();
  await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
  expect(localStorage.getItem(key)).toBe(limit);
});

test('a change is announced each time, and the page is told of it once', async () => {
  await openWith();
  let told = 0;
  const count = () => told++;
  document.addEventListener('reader-preferences', count);
  const status = panel.getByRole('status');
  await button('Réinitialiser').click();
  await expect.element(status).toHaveTextContent('Réglages par défaut rétablis');
  const first = status.element().firstElementChild;
  await button('Réinitialiser').click();
  await expect.poll(() => status.element().firstElementChild === first).toBe(false);
  expect(told).toBe(2);
  document.removeEventListener('reader-preferences', count);
});

test('a press that another tab has overtaken keeps what that tab has changed', async () => {
  await openWith();
  localStorage.setItem('reader_theme', 'green');
  await button('Augmenter la taille du texte').click();
  await expect.element(choice('Vert')).toBeChecked();
  expect(localStorage.getItem('reader_fontSize')).toBe('110');
  expect(localStorage.getItem('reader_theme')).toBe('green');
});
