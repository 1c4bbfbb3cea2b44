import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSiteBuilt } from '#scripts/built-server.ts';

const program = fileURLToPath(new URL('../../src/lib/server/main.ts', import.meta.url));
const reason = isSiteBuilt() ? '' : ' (skipped: the site is not built)';

let folder: string;
let told: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'feuilleton-systemd-'));
  told = join(folder, 'told');
  // Stands for systemd, to which Node could not listen.
  const notify = `#!/bin/sh\necho "$1" >> ${told}\n`;
  writeFileSync(join(folder, 'systemd-notify'), notify, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the server twice, one after the other's end, on a socket that outlives both, as systemd does. */
function startTwice(socket: Server, sockets = '1'): ChildProcess {
  const one = `sh -c 'echo "{\\"pid\\":$$}"; LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" "$1"' "$0" "$1"`;
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
  const holder = spawn('sh', ['-c', `${one}; ${one}`, process.execPath, program], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      FEUILLETON_MODE: 'test',
      FEUILLETON_SETTINGS: '',
      DATABASE_URL: 'memory:',
      LISTEN_FDS: sockets,
      NOTIFY_SOCKET: '/run/none',
      WATCHDOG_USEC: '300000',
    },
    stdio: ['ignore', 'pipe', 'pipe', fd],
  });
  // From here on the shell alone holds it.
  socket.close();
  return holder;
}

function linesOf(stream: Readable | null) {
  if (stream === null) throw new Error('the process has no output');
  return createInterface(stream);
}

async function openSocket(): Promise<{ socket: Server; port: number }> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: (socket.address() as AddressInfo).port };
}

/** One visit over a connection of its own: its status, or why there is none. */
async function visit(port: number): Promise<number | string | undefined> {
  const request = get({ port, path: '/healthz', agent: false });
  try {
    const [response] = (await once(request, 'response')) as [
      { statusCode: number; resume(): void },
    ];
    response.resume();
    return response.statusCode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

describe.skipIf(reason !== '')(`a server under systemd${reason}`, () => {
  test('refuses nobody while it is restarted, and says when it is ready, alive and stopping', async () => {
    const { socket, port } = await openSocket();
    const holder = startTwice(socket);
    const exited = once(holder, 'exit');
    const pids: number[] = [];
    const visits: Promise<number | string | undefined>[] = [];
    const load = setInterval(() => visits.push(visit(port)), 5);
    for await (const line of linesOf(holder.stdout)) {
      const { msg, pid } = JSON.parse(line) as { msg?: string; pid?: number };
      if (pid !== undefined) pids.push(pid);
      if (msg !== 'listening') continue;
      await expect.poll(() => readFileSync(told, 'utf8')).toMatch(/WATCHDOG=1\n$/);
      if (pids.length === 2) clearInterval(load);
      if (pids.length === 2) expect(new Set(await Promise.all(visits))).toEqual(new Set([200]));
      process.kill(pids.at(-1) ?? 0);
    }
    await exited;
    expect(pids).toHaveLength(2);
    expect(visits.length).toBeGreaterThan(100);
    const words = readFileSync(told, 'utf8').trim().split('\n');
    const others = words.filter((word) => word !== 'WATCHDOG=1');
    expect(others).toEqual(['READY=1', 'STOPPING=1', 'READY=1', 'STOPPING=1']);
  });

  test('does not start with a socket that it would never answer on', async () => {
    const { socket } = await openSocket();
    const holder = startTwice(socket, '2');
    const [sentence] = (await once(linesOf(holder.stderr), 'line')) as [string];
    holder.kill();
    expect(sentence).toContain('systemd passe 2 sockets : gardez un seul ListenStream.');
  });
});
