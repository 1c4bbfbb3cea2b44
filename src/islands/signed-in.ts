/**
 * The islands that a signed-in reader has on their pages, as one entry: their code is one file
 * (`scripts/build/module-groups.ts`), and an entry each would be a file more that only names it.
 */
export { AccountMenu } from './account-menu/AccountMenu.tsx';
export { ChapterMarks } from './chapter-marks/ChapterMarks.tsx';
