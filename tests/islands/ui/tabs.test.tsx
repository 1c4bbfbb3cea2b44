import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from '#islands/ui/tabs/Tabs.tsx';

const keys = ['un', 'deux', 'trois'] as const;

function Three() {
  const [current, setCurrent] = useState<(typeof keys)[number]>('un');
  const tabs = keys.map((key) => ({
    key,
    label: `Onglet ${key}`,
    content: <input aria-label={`Champ ${key}`} />,
  }));
  return <Tabs label="Trois" tabs={tabs} current={current} onChoose={setCurrent} />;
}

test('arrows, Home and End move and choose; only the chosen tab is in the way of Tab', async () => {
  const screen = await render(<Three />);
  const tab = (name: string) => screen.getByRole('tab', { name: `Onglet ${name}`, exact: true });
  await tab('un').click();
  for (const [key, next] of [
    ['{ArrowRight}', 'deux'],
    ['{End}', 'trois'],
    ['{ArrowRight}', 'un'],
    ['{ArrowLeft}', 'trois'],
    ['{Home}', 'un'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(tab(next)).toHaveFocus();
    await expect.element(tab(next)).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(screen.getByRole('tabpanel', { name: `Onglet ${next}`, exact: true }))
      .toBeVisible();
  }
  await expect.element(tab('deux')).toHaveAttribute('tabindex', '-1');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByLabelText('Champ un')).toHaveFocus();
});

test('a tab that was left keeps what was begun in it, and one never opened is not drawn', async () => {
  const screen = await render(<Three />);
  await screen.getByLabelText('Champ un').fill('Commencé.');
  await screen.getByRole('tab', { name: 'Onglet deux' }).click();
  await expect.element(screen.getByLabelText('Champ un')).not.toBeVisible();
  await screen.getByRole('tab', { name: 'Onglet un' }).click();
  await expect.element(screen.getByLabelText('Champ un')).toHaveValue('Commencé.');
  await expect.element(screen.getByLabelText('Champ trois')).not.toBeInTheDocument();
});
