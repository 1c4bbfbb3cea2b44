import { once } from 'node:events';
import { createServer, get as httpGet, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { toByteStream } from '#server/core/http/byte-stream.ts';
import { securityHeaders } from '#server/core/http/security-headers.ts';
import { sendCall, sendResponse } from '#server/core/http/send-response.ts';

const security = securityHeaders({ siteUrl: 'http://localhost' });
let server: Server;

type Send = (...both: Parameters<Parameters<typeof createServer>[1] & object>) => Promise<void>;

async function open(send: Send): Promise<string> {
  server = createServer((request, response) => {
    send(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json = (cookies: string[] = []) => {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
};

/** A stream of one chunk, then `end`; says whether it was cancelled. */
function oneChunk(
  end: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void,
) {
  const seen = { isCancelled: false };
  let pulled = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (pulled++ === 0) controller.enqueue(new TextEncoder().encode('début'));
      else end(controller);
    },
    cancel: () => {
      seen.isCancelled = true;
    },
  });
  return { body, seen };
}

describe('an answer', () => {
  test.each(['call', 'page'])('of a %s may set several cookies', async (kind) => {
    const cookies = ['a=1; Path=/', 'b=2; Path=/'];
    const url = await open((request, response) =>
      kind === 'call'
        ? sendCall(request, response, { status: 200, headers: json(cookies), body: '{}' })
        : sendResponse(request, response, new Response('{}', { headers: json(cookies) }), security),
    );
    expect((await fetch(url)).headers.getSetCookie()).toEqual(cookies);
  });

  test('of a call is compressed if it is long, and the same in each encoding', async () => {
    const body = JSON.stringify({ text: 'été '.repeat(2_000) });
    const url = await open((request, response) =>
      sendCall(request, response, { status: 200, headers: json(), body }),
    );
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const length = Number(answer.headers.get('content-length'));
      if (encoding !== 'identity') expect(length).toBeLessThan(Buffer.byteLength(body) / 10);
      expect(await answer.text()).toBe(body);
      const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
      expect(Number(head.headers.get('content-length'))).toBe(length);
    }
  });

  test('of a call may be a part of a larger buffer', async () => {
    const body = new TextEncoder().encode('un fichier entier').subarray(3, 10);
    const headers = new Headers({ 'content-type': 'application/octet-stream' });
    const url = await open((request, response) =>
      sendCall(request, response, { status: 200, headers, body }),
    );
    expect(await (await fetch(url)).text()).toBe('fichier');
  });

  test('that is HTML has the headers of a page, and no other has', async () => {
    const url = await open((request, response) => {
      const type = request.url === '/page' ? 'text/html; charset=utf-8' : 'application/json';
      const answer = new Response('x', { headers: { 'content-type': type } });
      return sendResponse(request, response, answer, security);
    });
    const [page, other] = [await fetch(`${url}page`), await fetch(url)];
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(other.headers.has('x-frame-options')).toBe(false);
    expect(other.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a stream', () => {
  const stream = { status: 200, headers: new Headers({ 'content-type': 'text/plain' }) };

  test('is sent as it comes', async () => {
    const { body } = oneChunk((controller) => controller.close());
    const url = await open((request, response) => sendCall(request, response, { ...stream, body }));
    expect(await (await fetch(url)).text()).toBe('début');
  });

  test('is cancelled for HEAD', async () => {
    const { body, seen } = oneChunk((controller) => controller.close());
    const url = await open((request, response) => sendCall(request, response, { ...stream, body }));
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect(seen.isCancelled).toBe(true);
  });

  test('is cut off where it fails, so that nobody takes half of it for all', async () => {
    const { body } = oneChunk((controller) => controller.error(new Error('lost')));
    const url = await open((request, response) => sendCall(request, response, { ...stream, body }));
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  });

  test.each(['before it begins', 'while it is sent'])(
    'is cancelled when its caller leaves %s',
    async (when) => {
      // Never ends by itself.
      const { body, seen } = oneChunk(() => undefined);
      const url = await open(async (request, response) => {
        if (when === 'before it begins') await once(response, 'close');
        await sendCall(request, response, { ...stream, body });
      });
      const asked = httpGet(url).on('error', () => undefined);
      if (when === 'while it is sent') {
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        await once(answer, 'data');
      } else {
        await once(asked, 'finish');
      }
      asked.destroy();
      await expect.poll(() => seen.isCancelled).toBe(true);
    },
  );
});

test('a stream whose receiver leaves while a chunk is made is no failure', async () => {
  const [begun, chunk] = [Promise.withResolvers<undefined>(), Promise.withResolvers<string>()];
  const failures: unknown[] = [];
  async function* pieces() {
    begun.resolve(undefined);
    yield await chunk.promise;
  }
  const reader = toByteStream(pieces(), (error) => failures.push(error)).getReader();
  const read = reader.read();
  await begun.promise;
  const left = reader.cancel();
  chunk.resolve('trop tard');
  await Promise.all([read, left]);
  expect(failures).toEqual([]);
});
