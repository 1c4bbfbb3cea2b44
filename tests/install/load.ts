import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Caller, Session } from './caller.ts';

type LoadDone = {
  /** Requests that were answered as they should be, and what became of the others. */
  answered: number;
  failures: string[];
  slowestMs: number;
  /** Comments that the site has said it took. */
  comments: number;
};

export type Load = { stop: () => Promise<LoadDone> };

const readers = 4;
const pauseMs = 20;

/** Readers who open pages, call, comment, and fetch the scripts of pages that they opened before. */
export function startLoad(
  { ask }: Caller,
  on: { pages: string[]; scripts: string[]; chapterId: string; session: Session },
): Load {
  const done: LoadDone = { answered: 0, failures: [], slowestMs: 0, comments: 0 };
  let isOver = false;
  async function act(path: string, asked: Parameters<Caller['ask']>[1] = {}): Promise<boolean> {
    const { method = 'GET' } = asked;
    const from = performance.now();
    const said = await ask(path, asked).then(
      ({ status, text }) => (status < 300 ? null : `${status} ${text.slice(0, 200)}`),
      String,
    );
    done.slowestMs = Math.max(done.slowestMs, Math.round(performance.now() - from));
    if (said === null) done.answered++;
    else done.failures.push(`${new Date().toISOString()} ${method} ${path}: ${said}`);
    return said === null;
  }
  async function read(): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const script = on.scripts[round % on.scripts.length];
      for (const path of on.pages) await act(path);
      if (script !== undefined) await act(script);
      await act('/api/auth/user', { headers: on.session });
      const requestId = uuidv7();
      const body = JSON.stringify({ text: `Un avis, ${requestId}`, requestId });
      const path = `/api/chapters/${on.chapterId}/comment`;
      if (await act(path, { method: 'POST', headers: on.session, body })) done.comments++;
      await wait(pauseMs);
    }
  }
  const all = Array.from({ length: readers }, read);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      return done;
    },
  };
}

/** Scripts and style sheets that a page names. */
export function filesOf(page: string): string[] {
  return [...new Set(page.match(/\/_astro\/[\w.-]+\.(?:js|css)/g))];
}
