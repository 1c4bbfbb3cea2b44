import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

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
