import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ReasonForm } from '#islands/comments/CommentActions.tsx';
import { SuspensionAct } from '#islands/desk/SuspensionAct.tsx';
import { suspendPerson } from '#shared/contracts/moderation.ts';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf } from '../world/forged-server.ts';

const reason = page.getByLabelText('Motif');
const until = page.getByLabelText('Ne peut pas commenter avant le');
const reasonMissing = /Indiquez un motif\.$/;
const dayWrong = /Choisissez une date à venir, dans l’année\.$/;

async function drawSuspension() {
  const person = { _id: crypto.randomUUID(), name: 'Zoé', suspendedUntil: null };
  const labels = { suspend: 'Suspendre', lift: 'Lever' };
  answers(suspendPerson, person);
  await render(
    <main>
      <h1>Modération</h1>
      <SuspensionAct {...{ person, labels }} onDone={() => undefined} />
    </main>,
  );
  await page.getByRole('button', { name: 'Suspendre' }).click();
  const confirm = () => page.getByRole('button', { name: 'Confirmer' }).click();
  return { sent: () => bodiesOf(suspendPerson), confirm };
}

describe('a form whose fields are not valid', () => {
  test('says so under each, has the focus in the first, and sends nothing', async () => {
    const { sent, confirm } = await drawSuspension();
    await reason.fill(' \n ');
    await until.fill('');
    await confirm();
    await expect.element(reason).toHaveAccessibleDescription(reasonMissing);
    await expect.element(until).toHaveAccessibleDescription(dayWrong);
    await expect.element(until).toHaveFocus();
    await axeEverywhere();
    await reason.fill('Insultes.');
    await expect.element(reason).not.toHaveAttribute('aria-invalid');
    await expect.element(until).toHaveAttribute('aria-invalid', 'true');
    await confirm();
    await expect.element(until).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test.each(['2020-01-01', '2120-01-01'])('refuses the day %s, out of its limits', async (day) => {
    const { sent, confirm } = await drawSuspension();
    await reason.fill('Insultes.');
    await until.fill(day);
    await confirm();
    await expect.element(until).toHaveAccessibleDescription(dayWrong);
    await expect.element(until).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('is sent once they are', async () => {
    const { sent, confirm } = await drawSuspension();
    await confirm();
    await expect.element(reason).toHaveAccessibleDescription(reasonMissing);
    await reason.fill('Insultes.');
    await confirm();
    await expect.poll(sent).toMatchObject([{ reason: 'Insultes.' }]);
    expect(JSON.stringify(sent())).toMatch(/"until":"\d{4}-\d\d-\d\d"/);
  });

  test('takes a text that is longer than its count for one of them', async () => {
    let sent = 0;
    const send = () => {
      sent += 1;
      return Promise.resolve(null);
    };
    function Counted({ length }: { length: number }) {
      const { onSubmit, wrong } = useSubmit(send, { text: 'Raccourcissez-le.' });
      return (
        <form onSubmit={onSubmit} noValidate>
          <TextArea name="text" label="Texte" error={wrong('text')} count={{ length, max: 5 }} />
          <button>Envoyer</button>
        </form>
      );
    }
    const screen = await render(<Counted length={6} />);
    await screen.getByRole('button').click();
    await expect
      .element(screen.getByLabelText('Texte'))
      .toHaveAccessibleDescription(/Raccourcissez-le\.$/);
    expect(sent).toBe(0);
    await screen.rerender(<Counted length={5} />);
    await screen.getByRole('button').click();
    expect(sent).toBe(1);
  });
});

test('an admin who removes a comment is asked for a reason under its field', async () => {
  const sent: string[] = [];
  const send = (given: string) => {
    sent.push(given);
    return Promise.resolve();
  };
  const question = { label: 'Motif de la suppression', action: 'Supprimer', isRequired: true };
  await render(<ReasonForm {...question} send={send} onCancel={() => undefined} />);
  const field = page.getByLabelText('Motif de la suppression');
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await expect.element(field).toHaveAccessibleDescription(/Indiquez un motif\.$/);
  const shown = page.getByText('Indiquez un motif.').element();
  expect(getComputedStyle(shown, '::before').content).toContain('⚠');
  await expect.element(field).toHaveFocus();
  expect(sent).toEqual([]);
  await field.fill('Hors sujet.');
  await expect.element(page.getByText('Indiquez un motif.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Supprimer' }).click();
  expect(sent).toEqual(['Hors sujet.']);
});
