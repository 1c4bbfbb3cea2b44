import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { OrderChapters } from '#islands/studio/chapters/OrderChapters.tsx';
import { bar, box, chapter, draw, id, novelId, says, showFields } from './chapter-list.tsx';

/** Roles of a hundred rows take longer to find than the list takes to change. */
const titles = () =>
  [...document.querySelectorAll('.studio-chapters h3')].map(({ textContent }) => textContent);

test('a chapter of a long novel is found by its number or its title', async () => {
  await draw([
    ...Array.from({ length: 120 }, (_, index) => chapter(index + 1)),
    chapter(121, { title: 'L’Épilogue' }),
  ]);
  await showFields();
  const field = page.getByLabelText('Numéro ou titre');
  await field.fill("l'epi");
  await expect.poll(titles).toEqual(['L’Épilogue']);
  await field.fill('117');
  await expect.poll(titles).toEqual(['Jour 117']);
  await field.fill('rien de tel');
  await expect.poll(titles).toEqual([]);
  await page.getByRole('button', { name: 'Montrer tous les chapitres' }).click();
  await expect.poll(() => titles().length).toBe(100);
});

describe('the pages of a long list', () => {
  const all = Array.from({ length: 230 }, (_, index) => chapter(index + 1));
  const turn = (name: string) =>
    page.getByRole('navigation', { name: 'Pages des chapitres' }).getByRole('button', { name });

  test('are turned at its end, and say where one is', async () => {
    await draw(all);
    expect(titles()).toHaveLength(100);
    await turn('Suivants').click();
    await turn('Suivants').click();
    expect(titles()).toEqual(Array.from({ length: 30 }, (_, index) => `Jour ${index + 201}`));
    expect(document.activeElement?.localName).toBe('ol');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Chapitres 201 à 230 sur 230');
    await expect.element(turn('Suivants')).toHaveAttribute('aria-disabled', 'true');
    // Nothing that stays in sight covers it.
    const first = page.getByRole('link', { name: 'Jour 201' }).element();
    const { x, y, width, height } = first.getBoundingClientRect();
    expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(first);
    await showFields();
    await page.getByLabelText('Page', { exact: true }).selectOptions('101 à 200');
    expect(titles()[0]).toBe('Jour 101');
  });

  test('begin with the first one for another order or filter', async () => {
    await draw(all);
    await turn('Suivants').click();
    await showFields();
    await page.getByLabelText('Trier par').selectOptions('Titre');
    expect(titles()[0]).toBe('Jour 1');
    await turn('Suivants').click();
    await page.getByLabelText('Numéro ou titre').fill('Jour');
    await expect.poll(() => titles()[0]).toBe('Jour 1');
    await page.getByLabelText('Numéro ou titre').fill('Jour 2');
    await expect.poll(() => titles().length).toBe(42);
    expect(page.getByRole('navigation').elements()).toEqual([]);
  });

  test('open with the chapter that one comes back from', async () => {
    await draw(all, 'owner', id(150));
    expect(titles()[0]).toBe('Jour 101');
  });

  test('are put in order over their ends, by the pressed button and by numbers', async () => {
    await render(
      <OrderChapters novelId={novelId} chapters={all} onEnded={() => undefined} notice={null} />,
    );
    const rows = () => [...document.querySelectorAll('.order-title')].map((row) => row.textContent);
    await page.getByRole('button', { name: 'Descendre Jour 100', exact: true }).click();
    await expect.poll(() => rows()[0]).toBe('Jour 100');
    await expect
      .element(page.getByRole('button', { name: 'Descendre Jour 100', exact: true }))
      .toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rows()[1]).toBe('Jour 100');
    const place = page.getByLabelText('Position de Jour 102', { exact: true });
    await place.fill('2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rows().slice(0, 3)).toEqual(['Jour 1', 'Jour 102', 'Jour 2']);
    await expect.element(place).toHaveFocus();
    await expect.element(place).toBeInViewport();
  });

  test('are chosen together: by one button, by numbers, by the shift key', async () => {
    await draw(all);
    await page.getByRole('button', { name: 'Tout choisir (230)' }).click();
    await says(bar, /230\schapitres\schoisis/);
    await bar.getByRole('button', { name: 'Ne rien choisir' }).click();
    await box(90).click();
    await turn('Suivants').click();
    await userEvent.keyboard('{Shift>}');
    await box(110).click();
    await userEvent.keyboard('{/Shift}');
    await says(bar, /21\schapitres\schoisis/);
  });
});
