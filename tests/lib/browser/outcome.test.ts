import { expect, test } from 'vitest';
import { readOutcome } from '#browser/outcome.ts';

/** A response that begins, and then ends with this error. */
const brokenOff = (error: Error) =>
  new Response(new ReadableStream({ start: (controller) => controller.error(error) }));

test.each(['TimeoutError', 'AbortError'])(
  'a response aborted midway (%s) is none',
  async (name) => {
    await expect(readOutcome(brokenOff(new DOMException('', name)))).rejects.toMatchObject({
      name,
    });
  },
);

test('a response that is truncated, or is not JSON, is unreadable', async () => {
  for (const answer of [brokenOff(new TypeError('network')), new Response('<h1>Panne</h1>')]) {
    expect(await readOutcome(answer)).toMatchObject({
      ok: false,
      error: 'UNREADABLE',
      isOffline: false,
    });
  }
});
