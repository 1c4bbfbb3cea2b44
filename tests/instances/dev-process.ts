import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../built/built-site.ts';

/** `npm run dev` in a process of its own. */
export type DevProcess = {
  url: string;
  child: ChildProcess;
  /** Resolves once pages are served; throws if the process ends before. */
  ready: () => Promise<void>;
  /** The exit code, and what it has printed as errors. */
  ended: Promise<{ code: number | null; errors: string }>;
};

/** Starts the development server of a project folder, with a slash at its end. */
export async function startDev(folder: string, databaseUrl: string): Promise<DevProcess> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [`${folder}scripts/start-dev.ts`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SITE_URL: url,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SANDBOX_GOOGLE_PORT: '0',
      SANDBOX_APPLE_PORT: '0',
      SANDBOX_STRIPE_PORT: '0',
    },
  });
  const errors = text(child.stderr);
  const ended = once(child, 'exit').then(async ([code]: (number | null)[]) => ({
    code: code ?? null,
    errors: await errors,
  }));
  const ready = async () => {
    while (child.exitCode === null) {
      const isUp = await fetch(`${url}/robots.txt`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await wait(200);
    }
    throw new Error(`npm run dev has ended: ${await errors}`);
  };
  return { url, child, ready, ended };
}
