import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NewMark } from '#islands/ui/tabs/NewMark.tsx';
import { TabLine } from '#islands/ui/tabs/TabLine.tsx';
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

const views = ['À traiter', 'Traités', 'Premiers romans', 'Journal', 'Lectures rapides'] as const;

const line = (current: (typeof views)[number]) => (
  <TabLine label="Modération">
    {views.map((view) => (
      <a key={view} href={`#${view}`} aria-current={view === current ? 'page' : undefined}>
        {view}
      </a>
    ))}
  </TabLine>
);

test('links that are too many stay on one line, which scrolls itself; the current one is in sight', async () => {
  await page.viewport(360, 740);
  const screen = await render(line('À traiter'));
  const nav = screen.getByRole('navigation', { name: 'Modération' });
  const inSight = (name: string) => {
    const link = nav.getByRole('link', { name, exact: true }).element().getBoundingClientRect();
    const { left, right } = nav.element().getBoundingClientRect();
    return link.left >= left && link.right <= right;
  };
  const tops = screen
    .getByRole('link')
    .elements()
    .map((link) => link.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(inSight('À traiter')).toBe(true);
  expect(inSight('Lectures rapides')).toBe(false);
  for (const current of ['Lectures rapides', 'Premiers romans', 'À traiter'] as const) {
    await screen.rerender(line(current));
    expect(inSight(current)).toBe(true);
  }
  await screen.rerender(line('Lectures rapides'));
  await page.viewport(1280, 740);
  // It has noticed: two changes of width within one frame are none.
  await expect.element(nav).not.toHaveAttribute('data-long');
  await page.viewport(360, 740);
  await expect.poll(() => inSight('Lectures rapides')).toBe(true);
});

/** Where the dot of what is new is seen: at its tab, at the edge beyond which that is, or nowhere. */
function placeOfMark(line: Element): 'tab' | 'edge' | 'nowhere' {
  const mark = line.querySelector('.new-mark');
  if (!mark) return 'nowhere';
  if (getComputedStyle(line, '::after').position === 'sticky') {
    return getComputedStyle(mark).visibility === 'hidden' ? 'edge' : 'nowhere';
  }
  const fade = getComputedStyle(line).maskImage === 'none' ? 0 : 32;
  const end = line.getBoundingClientRect().right - fade;
  return mark.getBoundingClientRect().right <= end ? 'tab' : 'nowhere';
}

test.each([360, 400, 430, 460, 500, 1280])(
  'what is new is marked whole at its tab, or at the edge beyond which that is: %d px',
  async (width) => {
    await page.viewport(width, 740);
    const screen = await render(
      <TabLine label="Mon espace">
        <a href="#romans" aria-current="page">
          Mes romans
        </a>
        <a href="#tous">Tous les romans</a>
        <a href="#messages">Messages</a>
        <a href="#releves">
          Relevés <NewMark words="celui de mars est nouveau" />
        </a>
      </TabLine>,
    );
    const line = screen.getByRole('navigation', { name: 'Mon espace' }).element();
    const statements = screen.getByRole('link', {
      name: /^Relevés\s*, celui de mars est nouveau$/,
    });
    await expect.element(statements).toBeInTheDocument();
    expect(placeOfMark(line)).not.toBe('nowhere');
    if (width === 360) expect(placeOfMark(line)).toBe('edge');
    if (width === 1280) expect(placeOfMark(line)).toBe('tab');
    line.scrollLeft = line.scrollWidth;
    await expect.poll(() => placeOfMark(line)).toBe('tab');
    const { scrollWidth } = line;
    line.scrollLeft = 0;
    await expect.poll(() => placeOfMark(line)).not.toBe('nowhere');
    expect(line.scrollWidth).toBe(scrollWidth);
  },
);

test('tabs that are too many stay on one line, and the chosen one is brought into sight', async () => {
  await page.viewport(360, 740);
  const tabs = views.map((label) => ({ key: label, label, content: <p>{label}</p> }));
  function Many() {
    const [current, setCurrent] = useState<(typeof views)[number]>('À traiter');
    return <Tabs label="Modération" tabs={tabs} current={current} onChoose={setCurrent} />;
  }
  const screen = await render(<Many />);
  const all = screen.getByRole('tab').elements();
  expect(new Set(all.map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const last = screen.getByRole('tab', { name: 'Lectures rapides' });
  const isInSight = () => {
    const { left, right } = last.element().getBoundingClientRect();
    return left >= 0 && right <= 360;
  };
  expect(isInSight()).toBe(false);
  await screen.getByRole('tab', { name: 'À traiter' }).click();
  await userEvent.keyboard('{End}');
  await expect.element(last).toHaveAttribute('aria-selected', 'true');
  await expect.poll(isInSight).toBe(true);
});
