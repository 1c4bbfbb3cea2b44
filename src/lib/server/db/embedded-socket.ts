import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import { CommandGate } from './embedded-gate.ts';

/** A command that is connected and idle is disconnected after this long. */
const idleTimeoutMs = 10 * 60_000;
const longestSocketPath = 100;
/** Name of the socket in its folder: what `pg` and `psql` look for at port 5432. */
const socketName = '.s.PGSQL.5432';

/**
 * The folder of the socket on which the owner of `root` serves commands, under the name that
 * PostgreSQL clients expect. A socket's path has to be short, so a deep root gets a temporary one.
 */
export function socketFolder(root: string): string {
  if (join(root, socketName).length <= longestSocketPath) return root;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(tmpdir(), `feuilleton-${name}`);
}

/** A socket in a folder made by another user would lead to their database. */
export async function refuseForeignFolder(folder: string): Promise<void> {
  const { uid } = await lstat(folder);
  if (process.getuid && uid !== process.getuid()) {
    throw new Error(`Le dossier ${folder} appartient à un autre utilisateur.`);
  }
}

/**
 * Lets commands use the database of a running server, one at a time, through a Unix socket.
 * `onEnded` is called after each of their statements and transactions. A command that is silent
 * for `quietMs` in the middle of one is cut off.
 */
export async function serveCommands(
  root: string,
  pglite: PGlite,
  { quietMs, onEnded }: { quietMs: number; onEnded: () => void },
): Promise<{ close: () => Promise<void> }> {
  const folder = socketFolder(root);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeignFolder(folder);
  const path = join(folder, socketName);
  await rm(path, { force: true });

  let command: PGLiteSocketHandler | null = null;
  const gate = new CommandGate(pglite, {
    quietMs,
    onQuiet: (id) => {
      if (command?.handlerId === id) void command.detach(true);
    },
    onEnded,
  });
  const queryQueue = asQueue(gate, (id) => {
    if (command?.handlerId === id) command = null;
  });
  const server = createServer((socket) => {
    if (command || !server.listening) {
      socket.destroy();
      return;
    }
    command = new PGLiteSocketHandler({ queryQueue, idleTimeout: idleTimeoutMs });
    gate.enter(command.handlerId);
    void command.attach(socket);
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await command?.detach(true);
      await closed;
    },
  };
}

/**
 * The gate replaces the library's queue, whose class is not exported. The library's own
 * attributes any transaction to the last command, and stops for good after an error.
 */
function asQueue(
  gate: CommandGate,
  onLeft: (id: number) => void,
): PGLiteSocketHandlerOptions['queryQueue'] {
  const queue = {
    enqueue: async (
      id: number,
      message: Uint8Array,
      onData: (data: Uint8Array) => void,
    ): Promise<number> => {
      let bytes = 0;
      await gate.pass(id, message, (answer) => {
        bytes = answer.length;
        onData(answer);
      });
      return bytes;
    },
    clearQueueForHandler: () => undefined,
    // Called once a connection ends, however it ends. If the rollback fails, PGlite itself has
    // failed, and the server's own queries report it.
    clearTransactionIfNeeded: (id: number): Promise<void> =>
      gate
        .leave(id)
        .catch(() => undefined)
        .finally(() => onLeft(id)),
  };
  return queue as unknown as PGLiteSocketHandlerOptions['queryQueue'];
}
