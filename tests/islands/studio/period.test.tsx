import { useStore } from '@nanostores/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { $route, goTo } from '#islands/studio/navigation.ts';
import { ownList, parseRoute } from '#islands/studio/route.ts';
import { PeriodPart } from '#islands/studio/figures/PeriodPart.tsx';
import { changeWords, lastDays } from '#islands/studio/figures/periods.ts';
import { getNovelPeriod, type NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const nothing = {
  novelViews: 0,
  views: 0,
  likes: 0,
  comments: 0,
  unlocks: 0,
  creditsEarned: 0,
  readers: 0,
  netCents: 0,
};
const empty: NovelPeriodBody = {
  from: '2026-10-23',
  to: '2026-11-21',
  sums: nothing,
  days: [],
  before: { from: '2026-09-23', to: '2026-10-22', sums: nothing },
  origins: [],
  conversions: [],
  cohorts: [],
};

const novelId = '01890000-0000-7000-8000-000000000000';

/** The screen's part, with the period of the address. */
function Part() {
  const route = useStore($route);
  const chosen = route.screen === 'figures' ? route.period : null;
  return <PeriodPart novelId={novelId} today="2026-11-21" chosen={chosen} />;
}

async function draw(period: NovelPeriodBody) {
  signIn({ role: 'author' });
  answers(getNovelPeriod, period);
  await render(
    <main>
      <h1>Espace auteur</h1>
      <h2>Chiffres</h2>
      <Part />
    </main>,
  );
}

const isPressed = (name: string) =>
  expect
    .element(page.getByRole('button', { name, exact: true }))
    .toHaveAttribute('aria-pressed', 'true');

let before = '';
beforeEach(() => {
  before = location.pathname + location.search;
});
afterEach(() => history.replaceState(null, '', before));

/** What a row says, cell by cell. */
const row = async (name: string) => {
  const found = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect.element(found).toBeVisible();
  const cells = found.getByRole('cell').elements();
  return cells.map((cell) => cell.textContent.replaceAll(/\s/g, ' '));
};

describe('the figures of a period', () => {
  test('say so where nothing has come yet', async () => {
    await draw(empty);
    expect(await row('Vues du roman')).toEqual(['0', 'égal', '0']);
    await expect
      .element(page.getByText('Aucun nouveau lecteur connecté ces douze dernières semaines.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('button', { name: '30 jours' }))
      .toHaveAttribute('aria-pressed', 'true');
    await axeEverywhere();
  });

  test('keep their days in the address, with Back and a reload', async () => {
    await draw(empty);
    await isPressed('30 jours');
    await userEvent.click(page.getByRole('button', { name: '7 jours' }));
    await isPressed('7 jours');
    await expect.element(page.getByRole('button', { name: '7 jours' })).toHaveFocus();
    const chosen = { from: '2026-11-15', to: '2026-11-21' };
    expect(parseRoute(location.search)).toEqual({ screen: 'figures', novelId, period: chosen });
    await expect.element(page.getByLabelText('Du')).toHaveValue(chosen.from);
    await goTo(ownList);
    await isPressed('30 jours');
    history.back();
    await isPressed('7 jours');
    expect(parseRoute(location.search)).toMatchObject({ period: chosen });
  });

  test('are the usual ones where the address has days to come', async () => {
    const period = { from: '2026-11-20', to: '2026-11-22' };
    await goTo({ screen: 'figures', novelId, period });
    await draw(empty);
    await isPressed('30 jours');
  });

  test('are asked of days that are in order, not to come, and no more than a year', async () => {
    await draw(empty);
    const [from, to] = [page.getByLabelText('Du', { exact: true }), page.getByLabelText('Au')];
    const see = () => page.getByRole('button', { name: 'Voir' }).click();
    await isPressed('30 jours');
    const before = bodiesOf(getNovelPeriod).length;
    for (const [first, last, wrong, sentence] of [
      ['', '2026-11-21', from, /Choisissez une date, de 2000 à aujourd’hui\.$/],
      ['2026-11-20', '2026-11-19', to, /entre le premier jour et aujourd’hui\.$/],
      ['2026-11-20', '2026-11-22', to, /entre le premier jour et aujourd’hui\.$/],
      ['2025-11-20', '2026-11-21', from, /Une période a au plus 366 jours\.$/],
    ] as const) {
      await from.fill(first);
      await to.fill(last);
      await see();
      await expect.element(wrong).toHaveAccessibleDescription(sentence);
      await expect.element(wrong).toHaveFocus();
      await axeEverywhere();
    }
    expect(bodiesOf(getNovelPeriod)).toHaveLength(before);
    await from.fill('2026-11-20');
    await expect.element(from).not.toHaveAttribute('aria-invalid');
    await see();
    await expect.poll(() => bodiesOf(getNovelPeriod).length).toBe(before + 1);
  });

  test('of one day are compared with the day before, with the passage to premium', async () => {
    await draw({
      ...empty,
      from: '2026-11-21',
      to: '2026-11-21',
      sums: { ...nothing, views: 30, creditsEarned: 4, netCents: 1234 },
      before: { from: '2026-11-20', to: '2026-11-20', sums: { ...nothing, views: 20 } },
      conversions: [
        {
          _id: novelId,
          chapterNumber: 12,
          title: 'La clé',
          nextNumber: 13,
          readers: 40,
          opened: 10,
        },
      ],
      cohorts: [{ week: '2026-11-16', readers: 1, back: [1] }],
    });
    expect(await row('Vues des chapitres')).toEqual(['30', '+10 (+50 %)', '20']);
    expect(await row('Euros hors TVA')).toEqual(['12,34 €', '+12,34 €', '0,00 €']);
    await expect
      .element(page.getByText(/^10 lecteurs sur 40 ont déverrouillé le chapitre 13 \(25\s%\)\.$/))
      .toBeVisible();
    await axeEverywhere();
  });

  test('have their days as a plot and as a table, with the figure that is chosen', async () => {
    const day = {
      novelViews: 1,
      views: 2,
      likes: 3,
      comments: 0,
      unlocks: 0,
      creditsEarned: 0,
    };
    const days = Array.from({ length: 7 }, (_, index) => ({
      day: `2026-11-${15 + index}`,
      ...day,
    }));
    await draw({ ...empty, from: '2026-11-15', to: '2026-11-21', days });
    await expect.element(page.getByText('Vues des chapitres\u00A0: 14 en 7 jours.')).toBeVisible();
    await page.getByLabelText('Chiffre montré').selectOptions('J’aime');
    await expect.element(page.getByText('J’aime\u00A0: 21 en 7 jours.')).toBeVisible();
    await page.getByText('Voir le tableau des jours').click();
    const table = page.getByRole('region', { name: 'Chiffres par jour' });
    await expect.element(table).toBeVisible();
    expect(
      table
        .getByRole('rowheader')
        .elements()
        .map((cell) => cell.textContent),
    ).toHaveLength(7);
    await axeEverywhere();
  });

  test('of one day have no plot', async () => {
    const day = {
      novelViews: 1,
      views: 2,
      likes: 3,
      comments: 0,
      unlocks: 0,
      creditsEarned: 0,
    };
    await draw({ ...empty, from: '2026-11-21', days: [{ day: '2026-11-21', ...day }] });
    await expect.element(page.getByRole('region', { name: 'Période comparée' })).toBeVisible();
    await expect.element(page.getByText('Jour par jour')).not.toBeInTheDocument();
  });

  test('have the weeks in which readers came back in one line on a phone', async () => {
    await page.viewport(360, 740);
    const back = [540, 118, 97, 80, 61, 48, 40, 33, 27, 21, 18, 12];
    await draw({ ...empty, cohorts: [{ week: '2026-09-07', readers: 540, back }] });
    const table = page.getByRole('region', { name: 'Lecteurs qui reviennent' });
    await expect.element(table).toBeVisible();
    const [, ...weeks] = table.getByRole('cell').elements();
    expect(weeks).toHaveLength(11);
    const tops = weeks.map((cell) => cell.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
    const region = table.element();
    expect(region.scrollWidth).toBe(region.clientWidth);
    await axeEverywhere();
  });

  test('draw the bar of an origin as its share of the whole width', async () => {
    await draw({
      ...empty,
      origins: [
        { origin: ':home', novelViews: 3, views: 0, before: 0 },
        { origin: 'lecture.example', novelViews: 0, views: 1, before: 0 },
      ],
    });
    for (const [name, share] of [
      ['Accueil', 0.75],
      ['lecture.example', 0.25],
    ] as const) {
      const header = page.getByRole('rowheader', { name });
      await expect.element(header).toBeVisible();
      const width = (part: string) =>
        header.element().querySelector(part)?.getBoundingClientRect().width ?? 0;
      expect(width('.bright') / width('svg')).toBeCloseTo(share);
    }
    await axeEverywhere();
  });

  test('of a year show each week of readers, in a table that scrolls by itself', async () => {
    const weeks = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05'];
    await draw({
      ...empty,
      sums: { ...nothing, views: 1_234_567, readers: 98_765 },
      cohorts: weeks.map((week, index) => ({
        week,
        readers: 1000 - index,
        back: Array.from({ length: 11 - index }, (_, later) => 1000 - later * 90),
      })),
    });
    const table = page.getByRole('region', { name: 'Lecteurs qui reviennent' });
    await expect.element(table.getByRole('columnheader', { name: '+10' })).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await axeEverywhere();
  });
});

test('a change is said with its share, unless there was nothing before', () => {
  expect(changeWords(3, 3)).toBe('égal');
  expect(changeWords(3, 0)).toBe('+3');
  expect(changeWords(5, 10).replaceAll(/\s/g, ' ')).toBe('−5 (−50 %)');
});

test('the last days end on the day that is given, across a change of the clocks', () => {
  expect(lastDays('2026-11-01', 30)).toEqual({ from: '2026-10-03', to: '2026-11-01' });
});
