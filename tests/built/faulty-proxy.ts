import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy between a site and the stand-in for Stripe that injects faults. */
export type Fault = {
  /** Only requests whose method and path match, as in `POST /v1/customers`; else all. */
  on?: RegExp;
} &
  /** Connection refused; for some requests only, their connections break. */
  (
    | { kind: 'stopped' }
    /** The work is done, but no response for this long; then the connection breaks. */
    | { kind: 'slow'; delayMs: number }
    /** Another response. With `isDone`, the work is done all the same. */
    | { kind: 'answer'; status: number; type: string; body: string; isDone: boolean }
  );

export type FaultyProxy = {
  address: string;
  /** The fault of every request from now on; null: none. */
  set: (fault: Fault | null) => Promise<void>;
  close: () => Promise<void>;
};

/** Listens on a port of its own and forwards everything to the origin `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let fault: Fault | null = null;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const met = fault;
    const isStruck = met?.on?.test(`${request.method ?? ''} ${request.url ?? ''}`) ?? true;
    if (met === null || !isStruck) return passOn(target, request, response);
    if (met.kind === 'stopped') response.destroy();
    if (met.kind === 'slow') {
      await passOn(target, request, null);
      await wait(met.delayMs);
      response.destroy();
    }
    if (met.kind === 'answer') {
      if (met.isDone) await passOn(target, request, null);
      else request.resume();
      response.writeHead(met.status, { 'content-type': met.type }).end(met.body);
    }
  }

  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    address: `http://127.0.0.1:${port}`,
    set: async (wanted) => {
      fault = wanted;
      if (wanted?.kind === 'stopped' && !wanted.on) return stop();
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    close: stop,
  };
}

/** Requests the target; its response goes to `response`, or nowhere. */
async function passOn(
  target: string,
  request: IncomingMessage,
  response: ServerResponse | null,
): Promise<void> {
  const { method, headers } = request;
  const asked = ask(new URL(request.url ?? '/', target), { method, headers });
  request.pipe(asked);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (response === null) {
    answer.resume();
    await once(answer, 'end');
    return;
  }
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(response);
}
