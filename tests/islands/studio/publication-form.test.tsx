import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PublicationForm } from '#islands/studio/chapters/PublicationForm.tsx';
import type { StudioChapterWithCopyBody } from '#shared/contracts/studio-chapters.ts';
import { chapter, id } from './chapter-list.tsx';

const copy = { title: 'Jour 1', html: '<p>La pluie.</p>', wordCount: 2, version: 1, updatedAt: '' };
const draft = { ...chapter(1), _id: id(1), isSilent: false, copy } as StudioChapterWithCopyBody;
const rest = { earlier: [], onBusy: vi.fn(), onStale: vi.fn(), onDone: vi.fn(), onClosed: vi.fn() };

test('what was proposed and cannot be done is replaced by no other choice', async () => {
  await render(<PublicationForm {...rest} chapter={draft} proposed="draft" />);
  for (const choice of page.getByRole('radio').elements()) expect(choice).not.toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Publier' })).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Publier maintenant' }).click();
  await expect.element(page.getByRole('button', { name: 'Publier' })).toBeVisible();
});
