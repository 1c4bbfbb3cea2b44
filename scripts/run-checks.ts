/**
 * `npm test`: every check, each with its time, and one summary at the end.
 * `npm test -- lint unit` runs only those; `npm test -- --changed` (or `--changed=main`) what a change
 * touches; `npm run test:slow` what is slow by nature; `npm test -- --all` both.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import {
  all,
  checksOfChange,
  everyDay,
  playwrightReportVariable,
  slow,
  type Check,
  type Stage,
} from './checks/checks.ts';
import type { Counts } from './checks/counts.ts';
import { readChange } from './checks/read-change.ts';
import { findChromium } from './chromium.ts';

type Outcome = { label: string; counts: Counts; seconds: number };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = await mkdtemp(join(tmpdir(), 'feuilleton-checks-'));
const startedAt = performance.now();
const outcomes: Outcome[] = [];
try {
  const stages = await chooseStages(process.argv.slice(2));
  const environment = {
    ...process.env,
    FEUILLETON_MODE: 'test',
    ASTRO_TELEMETRY_DISABLED: '1',
    CHROMIUM_PATH: await findChromium(),
  };
  for (const stage of stages) await runStage(stage, environment);
  if (outcomes.length === 0) throw new Error('Il n’y avait rien à contrôler.');
  printSummary();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(reports, { recursive: true, force: true });
}

async function chooseStages(args: string[]): Promise<Stage[]> {
  // `--changed` alone means what is not committed.
  const spelledOut = args.map((arg) => (arg === '--changed' ? '--changed=' : arg));
  const { values, positionals } = parseArgs({
    args: spelledOut,
    allowPositionals: true,
    options: {
      changed: { type: 'string' },
      slow: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  });
  if (values.changed !== undefined) return checksOfChange(await readChange(root, values.changed));
  if (positionals.length === 0) return values.all ? all : values.slow ? slow : everyDay;
  const known = all.flat(2).map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Contrôle inconnu : ${unknown.join(', ')}. Il y a : ${known.join(', ')}.`);
  }
  return all.map((stage) =>
    stage.map((lane) => lane.filter(({ name }) => positionals.includes(name))),
  );
}

/** The lanes side by side where there are cores for them; what one of several says comes at its end. */
async function runStage(stage: Stage, environment: NodeJS.ProcessEnv): Promise<void> {
  const lanes = stage.filter((lane) => lane.length > 0);
  const isAlone = lanes.length < 2 || availableParallelism() < 2;
  const runLane = async (lane: Check[]) => {
    for (const check of lane) outcomes.push(await runCheck(check, environment, isAlone));
  };
  if (isAlone) for (const lane of lanes) await runLane(lane);
  else await Promise.all(lanes.map(runLane));
}

async function runCheck(
  check: Check,
  environment: NodeJS.ProcessEnv,
  isAlone: boolean,
): Promise<Outcome> {
  const heading = `\n── ${check.label} (${check.name})`;
  if (isAlone) console.log(heading);
  const from = performance.now();
  const report = join(reports, `${check.name}.json`);
  const command = check.command.some((part) => part.includes('vitest'))
    ? [...check.command, `--outputFile.json=${report}`]
    : check.command;
  const env = { ...environment, [playwrightReportVariable]: report };
  const { code, output } = await run(command, env, isAlone);
  if (!isAlone) console.log(`${heading}\n${output}`);
  const counts = await readCounts(check, report, code === 0);
  return { label: check.label, counts, seconds: (performance.now() - from) / 1000 };
}

/** Runs a command of the project; what it prints goes to the terminal or into `output`. */
function run(
  command: string[],
  env: NodeJS.ProcessEnv,
  isShown: boolean,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env,
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => void pieces.push(piece));
    }
    const end = (code: number) => resolve({ code, output: Buffer.concat(pieces).toString() });
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** A runner that failed without counting a failure (it broke off) counts as one. */
async function readCounts(check: Check, report: string, isFine: boolean): Promise<Counts> {
  const single: Counts = {
    passed: isFine ? 1 : 0,
    failed: isFine ? 0 : 1,
    skipped: 0,
    flaky: 0,
    failures: [],
  };
  if (!check.count) return single;
  try {
    const counts = check.count(JSON.parse(await readFile(report, 'utf8')));
    const ran = counts.passed + counts.failed + counts.flaky;
    if (ran === 0 && isFine && check.mayBeEmpty) return counts;
    if (ran === 0) return { ...counts, failed: 1 };
    if (isFine || counts.failed > 0) return counts;
    return {
      ...counts,
      failed: 1,
      failures: ['erreur en dehors des tests : voir le journal ci-dessus'],
    };
  } catch {
    return { ...single, passed: 0, failed: 1 };
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
    console.log(lines.join('\n'));
  }
  const sum = (key: Exclude<keyof Counts, 'failures'>) =>
    outcomes.reduce((total, { counts }) => total + counts[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const flaky = sum('flaky') > 0 ? `, ${sum('flaky')} flaky` : '';
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`En tout : ${minutes} min sur ${availableParallelism()} cœurs`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}${flaky}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
