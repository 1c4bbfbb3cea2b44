import { expect, test } from 'vitest';
import { missingBefore } from '#islands/studio/chapters/PublicationForm.tsx';

const at = new Date('2026-11-22T18:00:00Z');
const out = { chapterNumber: 1, status: 'published', publishedAt: '2026-11-01T08:00:00Z' } as const;
const draft = { chapterNumber: 2, status: 'draft', publishedAt: null } as const;
const withdrawn = { ...draft, chapterNumber: 3, publishedAt: '2026-11-02T08:00:00Z' };
const scheduled = (publishedAt: string) =>
  ({ chapterNumber: 4, status: 'scheduled', publishedAt }) as const;

test('nothing is said where all chapters before are out, or will be by then', () => {
  expect(missingBefore([], at)).toBe('');
  expect(missingBefore([out, scheduled('2026-11-22T18:00:00Z')], at)).toBe('');
});

test('one chapter that readers would miss is named, several are counted', () => {
  expect(missingBefore([out, draft], at)).toContain('Le chapitre 2, qui le précède');
  expect(missingBefore([out, scheduled('2026-11-22T18:01:00Z')], at)).toContain('Le chapitre 4');
  expect(missingBefore([out, draft, withdrawn], at)).toMatch(/^2\schapitres qui le précèdent/);
});
