import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TaskQueue } from '#server/core/task-queue.ts';

/** A book that lacks a picture is lost to its author, who waits rather. */
const attemptsMax = 5;
const pauseMs = 2_000;

/** Asks the queue again while it is full. Fails if it has no time for the picture in the end. */
export async function runPatiently<Made>(
  queue: TaskQueue,
  task: () => Promise<Made>,
): Promise<Made> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const made = await queue.run(task, `export ${randomUUID()}`);
    if (made !== undefined) return made;
    if (attempt < attemptsMax) await setTimeout(pauseMs, undefined, { ref: false });
  }
  throw new Error('no time for a picture of the book');
}
