import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { WordChoice, type WordRange } from '#islands/typo/TypoForm.tsx';
import { axeEverywhere } from '../world/axe.ts';

const words = ['Les', 'chevals', 'du', 'roi', 'couraient', 'vers', 'la', 'mer.'].map(
  (text, index) => ({ text, start: index * 10, range: new Range() }),
);

/** With the word that was pressed in the text. */
function Choice() {
  const [chosen, setChosen] = useState<WordRange | null>({ first: 1, last: 1 });
  return <WordChoice words={words} chosen={chosen} onChoose={setChosen} />;
}

const word = (name: string) => page.getByRole('button', { name, exact: true });
const chosenWords = () =>
  page
    .getByRole('button', { pressed: true })
    .elements()
    .map((button) => button.textContent)
    .join(' ');

beforeEach(async () => {
  await render(
    <main>
      <h1>Signaler une coquille</h1>
      <Choice />
    </main>,
  );
});

test.each([
  [['du'], 'chevals du'],
  [['Les'], 'Les chevals'],
  [['du', 'Les', 'roi'], 'Les chevals du roi'],
  [['couraient'], 'couraient'],
  [['la', 'vers'], 'vers la'],
  [['du', 'roi', 'du'], 'du'],
  [['du', 'roi', 'roi'], 'roi'],
  [['chevals'], 'chevals'],
] as const)(
  'the neighbours of what is chosen are added, any other word replaces it: %j',
  async (presses, chosen) => {
    for (const name of presses) await word(name).click();
    await expect.poll(chosenWords).toBe(chosen);
  },
);

test('by the keyboard as by touch', async () => {
  await userEvent.keyboard('{Tab}');
  await expect.element(word('chevals')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight} ');
  await expect.poll(chosenWords).toBe('chevals du');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await expect.poll(chosenWords).toBe('couraient');
  await userEvent.keyboard('{ArrowLeft} ');
  await expect.poll(chosenWords).toBe('roi couraient');
  await expect.element(word('roi')).toHaveFocus();
  await axeEverywhere();
});
