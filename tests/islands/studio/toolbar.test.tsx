import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import editorStyles from '#islands/studio/editor/editor.css?inline';
import { Toolbar } from '#islands/studio/editor/Toolbar.tsx';
import { axeEverywhere } from '../world/axe.ts';

const nothing = () => undefined;
const italic = page.getByRole('button', { name: 'Italique', exact: true });
const tip = (text: string) => page.getByText(text, { exact: true });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await render(
    <main>
      <h1>Chapitre 1</h1>
      <Toolbar view={null} state={null} onRuby={nothing} onNote={nothing} onTypography={nothing} />
    </main>,
  );
});

test('a tool pointed at says its name and shortcut, until Escape or the pointer goes', async () => {
  await italic.hover();
  await expect.element(tip('Italique (Ctrl+I)')).toBeVisible();
  await tip('Italique (Ctrl+I)').hover();
  await expect.element(tip('Italique (Ctrl+I)')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip('Italique (Ctrl+I)')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Gras' }).hover();
  await expect.element(tip('Gras (Ctrl+B)')).toBeVisible();
  await axeEverywhere();
  await page.getByRole('heading').hover();
  await expect.element(tip('Gras (Ctrl+B)')).not.toBeInTheDocument();
});

test('a tool that has the keyboard’s focus says so too, until the focus or Escape', async () => {
  await userEvent.keyboard('{Tab}{ArrowRight}{ArrowRight}');
  await expect.element(italic).toHaveFocus();
  await expect.element(tip('Italique (Ctrl+I)')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip('Italique (Ctrl+I)')).not.toBeInTheDocument();
  await expect.element(italic).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(tip('Relire la typographie')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(tip('Relire la typographie')).not.toBeInTheDocument();
});

test.each([320, 700, 1280])('no name of a tool is cut at %i pixels', async (width) => {
  adoptStyles(editorStyles);
  await page.viewport(width, 800);
  for (const tool of page.getByRole('toolbar').getByRole('button').elements()) {
    await userEvent.hover(tool);
    await expect.poll(() => tool.querySelector('.tool-tip')).not.toBeNull();
    const { left, right } =
      tool.querySelector('.tool-tip')?.getBoundingClientRect() ?? new DOMRect();
    expect(left, tool.ariaLabel ?? '').toBeGreaterThanOrEqual(0);
    expect(right, tool.ariaLabel ?? '').toBeLessThanOrEqual(document.documentElement.clientWidth);
  }
});
