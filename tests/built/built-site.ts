import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../instances/site-process.ts', import.meta.url));
const clockShift = new URL('shift-clock.mjs', import.meta.url).href;
const entry = fileURLToPath(new URL('../../dist/server/entry.mjs', import.meta.url));

/** Why these tests cannot run, or an empty string. */
export const missing = existsSync(entry) ? '' : 'the site is not built (npm run build)';

/** The built site in a process of its own. */
export type BuiltSite = {
  url: string;
  /** Its environment, for an app of the test's own. */
  environment: Record<string, string>;
  /** The lines of its log so far. */
  log: () => string[];
  /** Suspends the process, as a host that swaps or a machine that sleeps would, or lets it go on. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Kills it. */
  close: () => Promise<void>;
};

/** A free port, for a site whose address has to be known before it starts. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the site on a port and resolves once it is ready. Its clock is off by `clockOffsetMs`. */
export async function startBuiltSite(
  port: number,
  settings: Record<string, string>,
  { clockOffsetMs = 0 } = {},
): Promise<BuiltSite> {
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    FEUILLETON_MODE: 'test',
    HOST: '127.0.0.1',
    SITE_URL: url,
    SECRET_KEYS: 'a-key-that-site-and-test-have-both',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const env = {
    ...process.env,
    ...environment,
    NODE_ENV: 'production',
    PORT: String(port),
  };
  const child = spawn(
    process.execPath,
    ['--import', `${clockShift}?offsetMs=${clockOffsetMs}`, program],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`);
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) break;
    await wait(25);
  }
  return {
    url,
    environment,
    log: () => [...lines],
    signal: (signal) => void child.kill(signal),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
