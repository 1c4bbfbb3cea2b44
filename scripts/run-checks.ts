/**
 * `npm test`: every check that is an npm script, those of a stage side by side, and at the end what
 * failed. `npm test -- --changed` (or `--changed=main`) runs what a change touches; `npm run test:slow`
 * what is slow by nature; `npm test -- --all` both. One alone: `npm run lint`, `npm run test:unit -- FILE`.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { fileURLToPath } from 'node:url';
import { readChange, type Change } from './checks/change.ts';
import { findChromium } from './chromium.ts';

/** A heading, and what Node is started with. */
type Check = { name: string; args: string[] };
/**
 * Lanes run side by side, the checks of a lane one after the other: ESLint and TypeScript use one
 * core each, budgets wait for pages to come to rest, a runner of tests takes all there are.
 */
type Stage = Check[][];
type Outcome = { name: string; isFine: boolean; seconds: number; summary: string[] };

const root = fileURLToPath(new URL('..', import.meta.url));

/** Of the summaries of Vitest and Playwright: the tests that failed or were tried again, and the counts. */
const summaryLine =
  /^ ?FAIL |^ +(?:Tests|Errors) {2}\d|^ {4}\[[\w-]+\] › |^ {2}\d+ (?:passed|failed|flaky|skipped|interrupted|did not run)\b/;

/** A script of package.json, with more arguments. */
const script = (name: string, ...more: string[]): Check => ({
  name,
  args: ['--run', name, '--', ...more],
});

/** The unit tests but those that take seconds each. */
const dailyUnit = (...more: string[]) => script('test:unit', '--tags-filter=!slow', ...more);
/** The build comes before the tests: they serve it as it is. */
const everyDay = (unit: Check): Stage[] => [
  [
    [script('lint'), script('lint:product'), script('knip')],
    [script('build'), script('types'), script('format:check')],
  ],
  [[unit]],
  [[script('test:components')], [script('budgets')]],
  [[script('test:browser')]],
];
const slow: Stage[] = [[[script('test:servers')]], [[script('test:slow-browser')]]];

/** The checks of a change: only what its files touch. Budgets and the slow tests are not among them. */
function checksOfChange({ since, files, hasRemoved, readers, stories }: Change): Stage[] {
  const code = files.filter((file) => /\.(ts|tsx|mjs|js|astro)$/.test(file));
  const standIns = files.filter((file) => /^(?:tests\/)?sandbox\//.test(file));
  const product = code.filter((file) => file.startsWith('src/'));
  const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--ignore-unknown'];
  const related = [`--changed=${since}`, '--passWithNoTests'];
  const few = (list: readonly string[], check: Check) => (list.length > 0 ? [check] : []);
  return [
    [
      [
        ...(hasRemoved
          ? [script('lint'), script('lint:product'), script('knip')]
          : [
              ...few(code, script('lint', ...code)),
              ...few(product, script('lint:product', ...product)),
            ]),
        ...few(files, { name: 'format:check', args: [...prettier, ...files] }),
      ],
      [...few(stories, script('build')), script('types')],
    ],
    [[dailyUnit(...related), script('test:components', ...related)]],
    [few(readers, script('test:unit', ...readers))],
    [few(standIns, script('test:servers', '--project=stand-ins'))],
    // The variants too, as they are few.
    [few(stories, script('test:browser', '--grep-invert=@slow', ...stories))],
  ];
}

try {
  const stages = await chooseStages(process.argv.slice(2));
  const startedAt = performance.now();
  const environment = {
    ...process.env,
    FEUILLETON_MODE: 'test',
    ASTRO_TELEMETRY_DISABLED: '1',
    CHROMIUM_PATH: await findChromium(),
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  };
  const outcomes: Outcome[] = [];
  for (const stage of stages) await runStage(stage, environment, outcomes);
  printSummary(outcomes, (performance.now() - startedAt) / 60_000);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function chooseStages(args: string[]): Promise<Stage[]> {
  // `--changed` alone means what is not committed.
  const spelledOut = args.map((arg) => (arg === '--changed' ? '--changed=' : arg));
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: spelledOut,
    options: { changed: { type: 'string' }, slow: flag, all: flag },
  });
  if (values.changed !== undefined) return checksOfChange(await readChange(root, values.changed));
  if (values.slow)
    return [[[script('build')]], [[script('test:unit', '--tags-filter=slow')]], ...slow];
  return values.all ? [...everyDay(script('test:unit')), ...slow] : everyDay(dailyUnit());
}

/** The lanes side by side where there are cores for them. */
async function runStage(
  stage: Stage,
  environment: NodeJS.ProcessEnv,
  outcomes: Outcome[],
): Promise<void> {
  const lanes = stage.filter((lane) => lane.length > 0);
  const isAlone = lanes.length < 2 || availableParallelism() < 2;
  const runLane = async (lane: Check[]) => {
    for (const check of lane) outcomes.push(await runCheck(check, environment, isAlone));
  };
  if (isAlone) for (const lane of lanes) await runLane(lane);
  else await Promise.all(lanes.map(runLane));
}

/** Runs a check; what it prints is shown at once where it is alone, at its end beside others. */
async function runCheck(
  { name, args }: Check,
  env: NodeJS.ProcessEnv,
  isAlone: boolean,
): Promise<Outcome> {
  const heading = `\n── ${name}\n`;
  if (isAlone) process.stdout.write(heading);
  const from = performance.now();
  const pieces: Buffer[] = [];
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (isAlone) process.stdout.write(piece);
      });
    }
    child.on('error', () => resolve(1));
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  const output = Buffer.concat(pieces).toString();
  if (!isAlone) process.stdout.write(heading + output);
  const lines = stripVTControlCharacters(output).split('\n');
  return {
    name,
    isFine: code === 0,
    seconds: (performance.now() - from) / 1000,
    summary: lines.filter((line) => summaryLine.test(line)),
  };
}

function printSummary(outcomes: readonly Outcome[], minutes: number): void {
  console.log('\n── Résumé');
  for (const { name, isFine, seconds, summary } of outcomes) {
    console.log(`${isFine ? '✓' : '✗'} ${name} (${seconds.toFixed(0)} s)`);
    // A long log may be cut at its beginning.
    for (const line of new Set(summary)) console.log(`    ${line.trim().slice(0, 200)}`);
  }
  const failed = outcomes.filter(({ isFine }) => !isFine).map(({ name }) => name);
  console.log(`En tout : ${minutes.toFixed(1)} min sur ${availableParallelism()} cœurs`);
  console.log(failed.length > 0 ? `\nÉchec : ${failed.join(', ')}` : '\nTout est passé.');
  const count = (word: string) =>
    outcomes
      .flatMap(({ summary }) => summary)
      .reduce((sum, line) => sum + Number(new RegExp(`(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0), 0);
  console.log(`${count('passed')} passed, ${Math.max(count('failed'), failed.length)} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
