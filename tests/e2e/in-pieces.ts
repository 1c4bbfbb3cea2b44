import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Long enough that a browser draws what it has before the next piece comes. */
const pauseMs = 100;
const pieceBytes = 250;
/** What stands beside the text, and can push it, is at the beginning of the body. */
const piecesMax = 20;

/** Passes `target`'s public pages on as a slow line does: the body's beginning arrives in pieces. */
export async function startSlowLine(
  target: string,
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    passOn(target + (request.url ?? '/'), response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(address: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(address);
  const body = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  response.writeHead(answer.status, { 'content-type': type });
  if (!type.startsWith('text/html')) {
    response.end(body);
    return;
  }
  let sent = body.indexOf('<body');
  response.write(body.subarray(0, sent));
  for (let piece = 0; piece < piecesMax && !response.destroyed; piece += 1) {
    await wait(pauseMs);
    response.write(body.subarray(sent, sent + pieceBytes));
    sent += pieceBytes;
  }
  response.end(body.subarray(sent));
}
