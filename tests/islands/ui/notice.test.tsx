import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';

test('a failure comes into a region that was there before, and is announced', async () => {
  const screen = await render(<FailureNotice sentence="" />);
  const region = screen.getByRole('alert').element();
  await screen.rerender(<FailureNotice sentence="Aucune réponse reçue du serveur" />);
  expect(screen.getByRole('alert').element()).toBe(region);
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Aucune réponse reçue du serveur');
});

test('a notice with nothing to say takes no room, and still listens', async () => {
  const screen = await render(
    <div style={{ display: 'grid' }}>
      <Notice kind="info" role="status" />
    </div>,
  );
  const empty = screen.getByRole('status').element();
  expect(empty.getBoundingClientRect().height).toBe(0);
  await screen.rerender(
    <div style={{ display: 'grid' }}>
      <Notice kind="info" role="status">
        Enregistré.
      </Notice>
    </div>,
  );
  expect(screen.getByRole('status').element()).toBe(empty);
  expect(empty.getBoundingClientRect().height).toBeGreaterThan(20);
});
