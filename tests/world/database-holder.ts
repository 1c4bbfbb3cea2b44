import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A second process that holds an embedded folder as a server does. */
export type DatabaseHolder = {
  countItems: () => Promise<number>;
  /** Resolves when the holder noticed that a command's connection ended. */
  sawCommandLeave: () => Promise<void>;
  stop: () => Promise<void>;
};

const message = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ count: z.number() }),
  z.object({ gap: z.literal(true) }),
]);

export async function startHolder(folder: string): Promise<DatabaseHolder> {
  const script = fileURLToPath(new URL('./database-holder-process.ts', import.meta.url));
  const child = fork(script, [folder], { execArgv: [] });
  const counts: ((count: number) => void)[] = [];
  let onReady: () => void = () => undefined;
  let onGap: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (onReady = resolve));
  const gap = new Promise<void>((resolve) => (onGap = resolve));
  child.on('message', (raw) => {
    const told = message.parse(raw);
    if ('ready' in told) onReady();
    else if ('gap' in told) onGap();
    else counts.shift()?.(told.count);
  });
  await ready;
  return {
    countItems: () =>
      new Promise((resolve) => {
        counts.push(resolve);
        child.send('count');
      }),
    sawCommandLeave: () => gap,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.send('stop');
      }),
  };
}
