import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { zipStream } from '#server/publishing/leaving/zip-stream.ts';

test('an archive of which a part fails breaks off, and does not wait for ever', async () => {
  const failures: unknown[] = [];
  const parts = [
    { path: 'un.txt', content: () => Promise.resolve('Un') },
    {
      path: 'deux.txt',
      content: async () => {
        // The reader waits for it by now.
        await setTimeout(50);
        throw new Error('no part');
      },
    },
  ];
  const stream = zipStream(parts, {
    modifiedAt: new Date(),
    onFailure: (error) => failures.push(error),
  });
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow();
  expect(failures).toEqual([new Error('no part')]);
});
