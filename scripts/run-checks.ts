/**
 * `npm test`: every check in a row, each told with its time, and one summary at the end.
 * `npm test -- lint unit` runs only those.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.ts';
import { countPlaywright, countVitest, type Counts } from './checks/counts.ts';

type Check = {
  name: string;
  label: string;
  command: string[];
  /** File that the runner leaves, and how to read its counts; without it the check counts as one. */
  counts?: { file: string; read: (report: unknown) => Counts };
};

type Outcome = { label: string; counts: Counts; seconds: number };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = await mkdtemp(join(tmpdir(), 'feuilleton-checks-'));
const vitestReport = join(reports, 'vitest.json');
const componentsReport = join(reports, 'components.json');
const instancesReport = join(reports, 'instances.json');
const playwrightReport = join(reports, 'playwright.json');
const bin = (path: string) => `node_modules/${path}`;

const checks: Check[] = [
  {
    name: 'format',
    label: 'Mise en forme',
    command: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  },
  {
    name: 'lint',
    label: 'Règles de code',
    command: [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.'],
  },
  {
    name: 'types',
    label: 'Types',
    command: [bin('@astrojs/check/bin/astro-check.js'), '--minimumSeverity', 'hint'],
  },
  // First: `npm run serve` is tested as it is.
  { name: 'build', label: 'Construction du site', command: ['scripts/build.ts'] },
  {
    name: 'unit',
    label: 'Tests unitaires et d’appels',
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    counts: { file: vitestReport, read: countVitest },
  },
  {
    name: 'components',
    label: 'Composants',
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      '--config=vitest.components.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${componentsReport}`,
    ],
    counts: { file: componentsReport, read: countVitest },
  },
  {
    name: 'instances',
    label: 'Plusieurs serveurs',
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      '--config=vitest.instances.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${instancesReport}`,
    ],
    counts: { file: instancesReport, read: countVitest },
  },
  { name: 'budgets', label: 'Budgets de poids', command: ['scripts/budgets.ts'] },
  {
    name: 'browser',
    label: 'Tests dans le navigateur',
    command: [bin('playwright/cli.js'), 'test', '--reporter=list,json'],
    counts: { file: playwrightReport, read: countPlaywright },
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `Contrôle inconnu : ${unknown.join(', ')}. Il y a : ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

await mkdir(reports, { recursive: true });
const environment = {
  ...process.env,
  FEUILLETON_MODE: 'test',
  ASTRO_TELEMETRY_DISABLED: '1',
  CHROMIUM_PATH: await findChromium(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
};

const outcomes: Outcome[] = [];
for (const check of checks) {
  if (wanted.length === 0 || wanted.includes(check.name)) outcomes.push(await runCheck(check));
}
await rm(reports, { recursive: true, force: true });
printSummary();

async function runCheck(check: Check): Promise<Outcome> {
  console.log(`\n── ${check.label} (${check.name})`);
  const startedAt = performance.now();
  const code = await run(check.command);
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = await readCounts(check, code === 0);
  return { label: check.label, counts, seconds };
}

function run(command: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: environment,
      stdio: 'inherit',
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A runner that failed without counting a failure (it broke off) counts as one. */
async function readCounts(check: Check, isFine: boolean): Promise<Counts> {
  const single = {
    passed: isFine ? 1 : 0,
    failed: isFine ? 0 : 1,
    skipped: 0,
    flaky: 0,
    failures: [],
  };
  if (!check.counts) return single;
  try {
    const counts = check.counts.read(JSON.parse(await readFile(check.counts.file, 'utf8')));
    if (counts.passed + counts.failed + counts.flaky === 0) return { ...counts, failed: 1 };
    return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, flaky: 0, failures: [] };
  }
}

function printSummary(): void {
  console.log('\n── Résumé');
  for (const { label, counts, seconds } of outcomes) {
    const sign = counts.failed > 0 ? '✗' : '✓';
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} sautés` : '';
    const flaky = counts.flaky > 0 ? `, ${counts.flaky} réussis au second essai` : '';
    const lines = [
      `${sign} ${label} : ${counts.passed} réussis, ${counts.failed} échoués${skipped}${flaky} (${seconds.toFixed(0)} s)`,
      ...counts.failures.map((failure) => `    ${failure}`),
    ];
    console.log(lines.join('\n')); // The summary is what this command is run for.
  }
  const sum = (key: Exclude<keyof Counts, 'failures'>) =>
    outcomes.reduce((total, { counts }) => total + counts[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const flaky = sum('flaky') > 0 ? `, ${sum('flaky')} flaky` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}${flaky}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
