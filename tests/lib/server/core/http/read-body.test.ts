import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readBytes, type BodyBounds } from '#server/core/http/read-body.ts';
import { toCallRequest } from '#server/core/http/to-request.ts';

/**
 * A request whose body arrives in these chunks, each after a pause, and then ends, stops or breaks.
 */
function slowly(
  pieces: readonly number[],
  { everyMs = 0, then = 'end' }: { everyMs?: number; then?: 'end' | 'stop' | 'break' } = {},
): Request {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await wait(everyMs);
      const bytes = left.shift();
      if (bytes !== undefined) controller.enqueue(new Uint8Array(bytes));
      else if (then === 'end') controller.close();
      else if (then === 'break') controller.error(new Error('aborted'));
      else await new Promise(() => undefined);
    },
  });
  // The types of the browser do not know `duplex`, which Node asks for.
  const posted = { method: 'POST', body, duplex: 'half' };
  return new Request('http://feuilleton.test/', posted);
}

const pace = { withinMs: 2_000, windowMs: 400, windowMinBytes: 100 };
const read = (request: Request, bounds: BodyBounds = {}) => readBytes(request, { pace, ...bounds });
const tooSlow = { refusal: 'BODY_INCOMPLETE' };

describe('a body', () => {
  test('is read whole, in any number of chunks', async () => {
    expect(await read(slowly([10, 20, 30]))).toHaveLength(60);
    expect(await read(new Request('http://feuilleton.test/'))).toHaveLength(0);
  });

  test('above its limit is refused, and the rest is not read', async () => {
    const endless = slowly([50, 60], { then: 'stop' });
    expect(await read(endless, { maxBytes: 100 })).toMatchObject({ refusal: 'BODY_TOO_LARGE' });
  });

  test.each([
    ['stops', slowly([50], { then: 'stop' })],
    ['breaks off', slowly([50], { then: 'break' })],
    ['drips', slowly(Array<number>(100).fill(1), { everyMs: 50 })],
    ['comes too slowly in all', slowly(Array<number>(1000).fill(50), { everyMs: 50 })],
  ])('that %s is refused as incomplete', async (_, request) => {
    expect(await read(request)).toMatchObject(tooSlow);
  });

  test('whose sender left before it was read is refused as incomplete', async () => {
    const incoming = new IncomingMessage(new Socket());
    Object.assign(incoming, { method: 'PUT', headers: { 'content-length': '5' } });
    const request = toCallRequest(incoming, new URL('http://feuilleton.test/'));
    incoming.destroy();
    expect(await readBytes(request)).toMatchObject(tooSlow);
  });

  test('that is fast enough in each window and in total is accepted', async () => {
    const request = slowly(Array<number>(10).fill(100), { everyMs: 60 });
    expect(await read(request)).toHaveLength(1000);
  });
});
