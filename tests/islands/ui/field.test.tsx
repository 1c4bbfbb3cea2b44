import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { NumberField, TextArea, TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';

test('a label, a hint and an error belong to their control, which says that it is wrong', async () => {
  const screen = await render(
    <TextField name="email" label="Adresse e-mail" hint="Pour la facture." error="Elle manque." />,
  );
  const field = screen.getByRole('textbox', { name: 'Adresse e-mail' });
  await expect.element(field).toHaveAccessibleDescription(/^Pour la facture\. .*Elle manque\.$/);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAttribute('name', 'email');
  await screen.rerender(<TextField name="email" label="Adresse e-mail" />);
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  await expect.element(field).not.toHaveAttribute('aria-describedby');
});

test('what may be left out says so', async () => {
  const screen = await render(<TextField name="vat" label="Numéro de TVA" isOptional />);
  await expect.element(screen.getByLabelText('Numéro de TVA (facultatif)')).toBeVisible();
});

test('more characters than may be are wrong, and told in words', async () => {
  const screen = await render(
    <TextArea name="text" label="Texte" count={{ length: 1_001, max: 1_000 }} />,
  );
  const field = screen.getByLabelText('Texte');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(field)
    .toHaveAccessibleDescription(/1\s001 \/ 1\s000 caractères\s+: trop long/);
});

test('a number field takes whole numbers from one on', async () => {
  const screen = await render(<NumberField name="cost" label="Crédits" max={99} />);
  const field = screen.getByRole('spinbutton', { name: 'Crédits' });
  await expect.element(field).toHaveAttribute('min', '1');
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
});

test('a date is within the days that the server takes, or narrower bounds', async () => {
  const field = (more: { min?: string }) => (
    <TextField name="du" label="Du" type="date" {...more} />
  );
  const screen = await render(field({}));
  const input = screen.getByLabelText('Du');
  await expect.element(input).toHaveAttribute('min', '2000-01-01');
  await expect.element(input).toHaveAttribute('max', '2100-12-31');
  await screen.rerender(field({ min: '2026-11-21' }));
  await expect.element(input).toHaveAttribute('min', '2026-11-21');
});

test('a choice offers its options in their order, and names what is wrong', async () => {
  const options = [
    { value: 'ongoing', label: 'En cours' },
    { value: 'completed', label: 'Terminé' },
  ];
  const screen = await render(
    <Select name="status" label="État" options={options} defaultValue="completed" error="Non." />,
  );
  const select = screen.getByRole('combobox', { name: 'État' });
  await expect.element(select).toHaveDisplayValue('Terminé');
  await expect.element(select).toHaveAccessibleDescription(/Non\.$/);
  expect(
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['En cours', 'Terminé']);
});
