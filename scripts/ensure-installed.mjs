// Plain JavaScript for any Node version: it installs the Node that the rest needs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { whileAlone } from './while-alone.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}node_modules/.feuilleton-installed`;

/** The project's own Node, from the npm package `node`. */
export const projectNode = `${root}node_modules/.bin/node`;

/** Where Node keeps what it has compiled, for the next start. */
export const compileCache = `${root}node_modules/.cache/feuilleton-compiled`;

/** Installs the locked dependencies unless they are installed already. */
export async function ensureInstalled() {
  const stamp = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  const isInstalled = () =>
    existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(projectNode);
  if (isInstalled()) return;
  await whileAlone(async () => {
    if (isInstalled()) return;
    await withTicks('Installation des dépendances', () =>
      run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']),
    );
    writeFileSync(stampFile, stamp);
  });
}

/**
 * Runs a script of the project with its own Node, and exits with its code. `nodeFlags` are Node's,
 * `environment` is added to ours.
 */
export function handOver(script, args, { nodeFlags = [], environment = {} } = {}) {
  const child = spawn(projectNode, [...nodeFlags, `${root}${script}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

async function withTicks(label, work) {
  const startedAt = Date.now();
  process.stdout.write(`${label}…`);
  const timer = setInterval(() => process.stdout.write('.'), 2_000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  process.stdout.write(` ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} a échoué (${code})`)),
    );
  });
}
