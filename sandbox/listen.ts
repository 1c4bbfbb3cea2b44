import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine; for a port in use, as for 0, a free one is chosen. */
export async function listen(port: number): Promise<Server> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
  return server;
}

/** Closes it, and all open connections. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Its address, as browsers and the product reach it. */
export function addressOf(server: Server, host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Answers each request; the terminal is the sandbox's only log. */
export function answerWith(
  server: Server,
  name: string,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): void {
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that disconnects in the middle of its request is no error of ours.
      if (!request.destroyed || request.complete) console.error(`Bac à sable, ${name} :`, error);
      response.destroy();
    });
  });
}
