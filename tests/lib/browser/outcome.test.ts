import { expect, test } from 'vitest';
import { readOutcome } from '#browser/outcome.ts';

/** An answer that begins, and then ends with this error. */
const brokenOff = (error: Error) =>
  new Response(new ReadableStream({ start: (controller) => controller.error(error) }));

test.each(['TimeoutError', 'AbortError'])(
  'an answer that is given up midway (%s) is none',
  async (name) => {
    await expect(readOutcome(brokenOff(new DOMException('', name)))).rejects.toMatchObject({
      name,
    });
  },
);

test('an answer that breaks off, or is not JSON, cannot be read', async () => {
  for (const answer of [brokenOff(new TypeError('network')), new Response('<h1>Panne</h1>')]) {
    expect(await readOutcome(answer)).toMatchObject({
      ok: false,
      error: 'UNREADABLE',
      isOffline: false,
    });
  }
});
