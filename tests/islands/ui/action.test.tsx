import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAction, type Refusal } from '#islands/ui/use-action.ts';

type Props = { name: string; act: () => Promise<Refusal | null> };

function Actor({ name, act }: Props) {
  const { run, isPending, refusal } = useAction(act);
  return (
    <section>
      <button type="button" onClick={() => run()}>
        {name}
      </button>
      <p>{isPending ? `${name} : en cours` : (refusal?.sentence ?? `${name} : fini`)}</p>
    </section>
  );
}

test('an action shows its end while another one of the page has no answer', async () => {
  const never = () => new Promise<null>(() => undefined);
  const refused = () => Promise.resolve({ sentence: 'Refusé.' });
  const screen = await render(
    <>
      <Actor name="Export" act={never} />
      <Actor name="Profil" act={refused} />
    </>,
  );
  await screen.getByRole('button', { name: 'Export' }).click();
  await expect.element(screen.getByText('Export : en cours')).toBeVisible();
  await screen.getByRole('button', { name: 'Profil' }).click();
  await expect.element(screen.getByText('Refusé.')).toBeVisible();
  await expect.element(screen.getByText('Export : en cours')).toBeVisible();
});

test('an action that is pressed twice runs once', async () => {
  let runs = 0;
  const act = () => {
    runs += 1;
    return new Promise<null>(() => undefined);
  };
  const screen = await render(<Actor name="Export" act={act} />);
  await screen.getByRole('button').click();
  await screen.getByRole('button').click();
  expect(runs).toBe(1);
});
