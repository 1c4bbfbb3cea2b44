import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '#islands/ui/button/Button.tsx';

function Form({ isBusy }: { isBusy: boolean }) {
  const [sent, setSent] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(sent + 1);
      }}
    >
      <input aria-label="Titre" />
      <Button>Autre chose</Button>
      <Button type="submit" isBusy={isBusy}>
        Envoyer
      </Button>
      <p>Envoyé {sent} fois</p>
    </form>
  );
}

test('a button sends its form only as type="submit"', async () => {
  const screen = await render(<Form isBusy={false} />);
  await screen.getByRole('button', { name: 'Autre chose' }).click();
  await expect.element(screen.getByText('Envoyé 0 fois')).toBeVisible();
  await screen.getByRole('button', { name: 'Envoyer' }).click();
  await expect.element(screen.getByText('Envoyé 1 fois')).toBeVisible();
});

test('a busy button keeps the focus, takes no press and sends no form, by Enter neither', async () => {
  const screen = await render(<Form isBusy={false} />);
  const send = screen.getByRole('button', { name: 'Envoyer' });
  (send.element() as HTMLElement).focus();
  await screen.rerender(<Form isBusy />);
  await expect.element(send).toHaveFocus();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await screen.getByLabelText('Titre').fill('L’Encre');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Envoyé 0 fois')).toBeVisible();
});
