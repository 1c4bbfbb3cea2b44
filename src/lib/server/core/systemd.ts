import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { promisify } from 'node:util';

/** The first descriptor that systemd passes on (sd_listen_fds(3)). */
const firstDescriptor = 3;
/** As in `feuilleton.socket`: listening on the descriptor sets it once more, to 511 by itself. */
const backlog = 4_096;
const notifyMs = 5_000;

const run = promisify(execFile);

/**
 * Listens on the socket that systemd holds for this process, where there is one: connections wait in it
 * while the process is replaced. Else on `host` and `port`.
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID !== String(process.pid)) server.listen(port, host);
  else if (LISTEN_FDS === '1') server.listen({ fd: firstDescriptor }, backlog);
  // Connections to a second socket would never be accepted.
  else throw new Error(`systemd passe ${LISTEN_FDS} sockets : gardez un seul ListenStream.`);
  await once(server, 'listening');
}

/**
 * Tells systemd about this process (sd_notify(3)), where it asks; Node cannot send the datagram
 * itself. Once ready, the watchdog is notified at intervals too, if the unit has one.
 * @throws where the notification fails, or takes more than five seconds.
 */
export async function notifySystemd(state: 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1'): Promise<void> {
  const { NOTIFY_SOCKET, WATCHDOG_PID, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET) return;
  await run('systemd-notify', [state], { timeout: notifyMs });
  if (state !== 'READY=1' || !WATCHDOG_USEC || WATCHDOG_PID !== String(process.pid)) return;
  // One that fails is made up for by the next two.
  const alive = () => void notifySystemd('WATCHDOG=1').catch(() => null);
  setInterval(alive, Number(WATCHDOG_USEC) / 3_000).unref();
}
