import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { examples } from '#islands/ui/dialog/examples.tsx';
import { axeEverywhere } from '../world/axe.ts';

test('axe finds nothing on open dialogs; Escape closes one and gives the focus back', async () => {
  for (const name of ['short', 'long content', 'error'] as const) {
    const screen = await render(<main>{examples.states[name]}</main>);
    const opener = screen.getByRole('button');
    await opener.click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByRole('heading')).toHaveFocus();
    await axeEverywhere();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await screen.unmount();
  }
});

test('a busy dialog stays open at Escape', async () => {
  const screen = await render(<main>{examples.states.busy}</main>);
  await screen.getByRole('button').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.getByRole('button', { name: 'Fermer l’exemple' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a press between Escape and the dialog’s “close” event opens it again', async () => {
  const screen = await render(<main>{examples.states.short}</main>);
  const opener = screen.getByRole('button', { name: 'Question courte' });
  await opener.click();
  const closing = screen.getByRole('dialog').element() as HTMLDialogElement;
  const closed = new Promise((resolve) => closing.addEventListener('close', resolve));
  // What Escape does, and a press that the browser had queued behind it on a busy phone.
  closing.requestClose();
  await Promise.resolve();
  (opener.element() as HTMLElement).click();
  await closed;
  await expect.element(screen.getByRole('dialog')).toBeVisible();
});
