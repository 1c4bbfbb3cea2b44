import type { Examples } from './example.ts';

const files = import.meta.glob<{ examples: Examples }>('./*/examples.tsx', { eager: true });

/** The kit's examples, by component, collected from the components' folders. */
export const allExamples: readonly Examples[] = Object.values(files)
  .map(({ examples }) => examples)
  .toSorted((a, b) => a.component.localeCompare(b.component, 'fr'));
