/** What `npm test` and `npm run test:slow` check, and in what order. */
import { countPlaywright, countVitest, type Counts } from './counts.ts';
import type { Change } from './read-change.ts';

export type Check = {
  /** `npm test -- NAME` runs it alone. */
  name: string;
  /** Heading and line of the summary. */
  label: string;
  /** Arguments of Node. */
  command: string[];
  /** How the runner's JSON report is counted; without it the check counts as one. */
  count?: (report: unknown) => Counts;
  /** A run without a single test is fine: the change touches none. */
  mayBeEmpty?: boolean;
};

/** Variable that says where Playwright writes its JSON report. */
export const playwrightReportVariable = 'PLAYWRIGHT_JSON_OUTPUT_FILE';

const bin = (path: string) => `node_modules/${path}`;

const prettier = [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn'];
const eslint = [bin('eslint/bin/eslint.js'), '--max-warnings', '0'];
const vitest = [bin('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json'];
const playwright = [bin('playwright/cli.js'), 'test', '--reporter=list,json'];
/** Tags of the stories that are not walked every day. */
const [slowByNature, variant] = ['@lent', '@variante'];

const format: Check = { name: 'format', label: 'Mise en forme', command: [...prettier, '.'] };
const lint: Check = { name: 'lint', label: 'Règles de code', command: [...eslint, '.'] };
const knip: Check = {
  name: 'knip',
  label: 'Code inutilisé',
  command: [bin('knip/bin/knip.js'), '--no-progress'],
};
const types: Check = {
  name: 'types',
  label: 'Types',
  command: [bin('@astrojs/check/bin/astro-check.js'), '--minimumSeverity', 'hint'],
};
const build: Check = {
  name: 'build',
  label: 'Construction du site',
  command: ['scripts/build.ts'],
};
const unit: Check = {
  name: 'unit',
  label: 'Tests unitaires et d’appels',
  command: vitest,
  count: countVitest,
};
const components: Check = {
  name: 'components',
  label: 'Composants',
  command: [...vitest, '--config=vitest.components.config.ts'],
  count: countVitest,
};
const budgets: Check = {
  name: 'budgets',
  label: 'Budgets de poids',
  command: ['scripts/budgets.ts'],
};
const browser: Check = {
  name: 'browser',
  label: 'Tests dans le navigateur',
  command: [...playwright, `--grep-invert=${slowByNature}|${variant}`],
  count: countPlaywright,
};
/** Those of a change: the variants too, as they are few. */
const changedStories: Check = {
  ...browser,
  command: [...playwright, `--grep-invert=${slowByNature}`],
};
const servers: Check = {
  name: 'servers',
  label: 'Serveurs, pannes et conformité',
  command: [...vitest, '--config=vitest.slow.config.ts'],
  count: countVitest,
};
const slowBrowser: Check = {
  name: 'slow-browser',
  label: 'Tests longs et variantes dans le navigateur',
  command: [...playwright, `--grep=${slowByNature}|${variant}`],
  count: countPlaywright,
};

/**
 * Lanes run side by side, the checks of a lane one after the other: ESLint and TypeScript use one
 * core each, budgets wait for pages to come to rest, a runner of tests takes all there are.
 */
export type Stage = Check[][];

/** `npm test`. The build comes before the tests: they serve it as it is. */
export const everyDay: Stage[] = [
  [[lint], [build, types, format, knip]],
  [[unit]],
  [[components], [budgets]],
  [[browser]],
];

/** `npm run test:slow`: what is slow by nature, and variants of the journeys of every day. */
export const slow: Stage[] = [[[build]], [[servers]], [[slowBrowser]]];

/** `.ci/run`: both, each check once. */
export const all: Stage[] = [...everyDay, ...slow.slice(1)];

/** Changes that no import leads from: tests that read these files. */
const readAsFiles: readonly (readonly [path: string, tests: string])[] = [
  ['database/', 'tests/database'],
  ['docs/', 'tests/docs.test.ts'],
  ['README.md', 'tests/docs.test.ts'],
  ['scripts/checks/stories.ts', 'tests/scripts/changed-stories.test.ts'],
];

/** The checks of a change: only what its files touch. Budgets and the slow tests are not among them. */
export function checksOfChange(change: Change): Stage[] {
  const code = change.files.filter((file) => /\.(ts|tsx|mjs|js|astro)$/.test(file));
  const narrow = (check: Check, extra: string[]): Check => ({
    ...check,
    command: [...check.command, ...extra],
  });
  const style: Check[] = [
    ...(change.hasRemoved
      ? [lint, knip]
      : code.length > 0
        ? [{ ...lint, command: [...eslint, '--no-warn-ignored', ...code] }]
        : []),
    ...(change.files.length > 0
      ? [{ ...format, command: [...prettier, '--ignore-unknown', ...change.files] }]
      : []),
  ];
  const needsBuild = change.stories.length > 0;
  const related = [unit, components].map((check) => ({
    ...narrow(check, [`--changed=${change.since}`, '--passWithNoTests']),
    mayBeEmpty: true,
  }));
  const readers = readAsFiles
    .filter(([path]) => change.files.some((file) => file.startsWith(path)))
    .map(([, tests]) => tests);
  return [
    [style, [...(needsBuild ? [build] : []), types]],
    [related],
    ...(readers.length > 0 ? [[[narrow(unit, [...new Set(readers)])]]] : []),
    ...(needsBuild ? [[[narrow(changedStories, [...change.stories])]]] : []),
  ];
}
