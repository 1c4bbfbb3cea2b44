import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A raw connection for a test. */
export type RawCaller = {
  socket: Socket;
  write: (text: string | Uint8Array) => void;
  /** What has arrived so far, a character per byte. */
  received: () => string;
  /**
   * Resolves once the other side has closed the connection or `wanted` has arrived; false after
   * `ms`.
   */
  until: (wanted: RegExp | 'closed', ms?: number) => Promise<boolean>;
  close: () => void;
};

/** Connects to a server's address. */
export function callRaw(url: string): RawCaller {
  const { hostname, port } = new URL(url);
  // A client that has had its response keeps sending, as long as it can.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  let isOver = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  for (const end of ['end', 'close', 'error']) socket.on(end, () => (isOver = true));
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    received: () => text,
    until: async (wanted, ms = 60_000) => {
      const giveUpAt = performance.now() + ms;
      const hasCome = () => (wanted === 'closed' ? isOver : wanted.test(text));
      while (!hasCome() && performance.now() < giveUpAt) await wait(10);
      return hasCome();
    },
    close: () => void socket.destroy(),
  };
}
