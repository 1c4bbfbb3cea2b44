import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { failure, type Outcome } from '#browser/outcome.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';

/** A list whose requests are answered when the test says so, in the order of being asked. */
function openList() {
  const asked: ((outcome: Outcome<string>) => void)[] = [];
  const load = () => new Promise<Outcome<string>>((resolve) => asked.push(resolve));
  function List() {
    const [state, , refresh] = useLoaded(load);
    return (
      <>
        <button type="button" onClick={() => void refresh()}>
          Recharger
        </button>
        <p>{state.kind === 'loaded' ? state.data : state.kind}</p>
      </>
    );
  }
  return { asked, List };
}
const taken = (data: string): Outcome<string> => ({ ok: true, data });

test.each([
  ['an older answer', taken('ancien')],
  ['an older failure', failure('NO_ANSWER', '')],
])('the answer to the newer request stays when %s comes after it', async (_, older) => {
  const { asked, List } = openList();
  const screen = await render(<List />);
  await screen.getByRole('button').click();
  await screen.getByRole('button').click();
  const [mount, first, second] = asked;
  second?.(taken('nouveau'));
  await expect.element(screen.getByText('nouveau')).toBeVisible();
  first?.(older);
  mount?.(older);
  await new Promise((resolve) => setTimeout(resolve));
  await expect.element(screen.getByText('nouveau')).toBeVisible();
});
