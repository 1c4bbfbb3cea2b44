import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { SandboxStripe } from '#sandbox/stripe/start-stripe.ts';
import type { openTestApp } from '../world/app.ts';
import { addNovel } from '../world/novels.ts';
import { order } from '../world/orders.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { askOver, type Asked } from './reader.ts';

/** The readers' requests, as far as the site has answered them. */
type LoadDone = {
  /** Ids of comments that were acknowledged. */
  comments: string[];
  /** How many different visitors the novel had. */
  visitors: number;
  /** Requests without a response, or with an error. */
  failures: string[];
};

/** Readers who read, comment, buy and are counted, concurrently, until they are stopped. */
export type Load = {
  novelId: string;
  /** Resolves once so many more actions have succeeded. */
  more: (acts: number) => Promise<void>;
  stop: () => Promise<LoadDone>;
};

const readersCount = 3;
/** Keeps comments within the rate limits. */
const pauseMs = 10;

export async function startLoad(
  app: Awaited<ReturnType<typeof openTestApp>>,
  { url, stripe }: { url: string; stripe: SandboxStripe },
): Promise<Load> {
  const { id: novelId, slug, chapterIds } = await addNovel(app, { title: `Un roman ${uuidv7()}` });
  const [chapterId = ''] = chapterIds;
  const done: LoadDone = { comments: [], visitors: 0, failures: [] };
  let acts = 0;
  let isOver = false;

  /** The response of a success, or null. */
  async function act(path: string, asked: Asked = {}): Promise<Record<string, unknown> | null> {
    try {
      // A worker of nginx that is replaced by one with a new configuration may end a connection
      // that it has just accepted: all requests here are idempotent. A server that breaks off is a
      // 502.
      const ask = () => askOver(url, path, asked);
      const { status, body } = await ask().catch(ask);
      if (status === 200 || status === 201) {
        acts++;
        return body;
      }
      done.failures.push(`${asked.method ?? 'GET'} ${path}: ${status} ${JSON.stringify(body)}`);
    } catch (error) {
      done.failures.push(`${asked.method ?? 'GET'} ${path}: ${String(error)}`);
    }
    return null;
  }

  async function read(reader: TestBrowser): Promise<void> {
    const { headers } = reader;
    await act(`/novel/${slug}`);
    await act('/api/auth/user', { headers });
    const visitor = await changeHeaders(app);
    // Each from an address of their own: the site limits what it counts from one.
    const from = {
      'x-forwarded-for': `198.51.${(done.visitors >> 8) % 256}.${done.visitors % 256}`,
    };
    const headersOfVisitor = { ...visitor, ...from };
    const seen = await act(`/api/novels/${novelId}?countView=true`, { headers: headersOfVisitor });
    if (seen) done.visitors++;
    const requestId = uuidv7();
    const body = { text: `Un avis, ${requestId}`, requestId };
    const path = `/api/chapters/${chapterId}/comment`;
    if (await act(path, { method: 'POST', headers, body })) done.comments.push(requestId);
    if (Math.random() < 0.2) {
      const buy = { method: 'POST', headers, body: order('plan_basic') } as const;
      const session = await act('/api/credit/create-checkout-session', buy);
      if (session) stripe.control.paySession(String(session.id));
    }
  }

  const readers = Array.from({ length: readersCount }, async () => {
    const reader = await signInAs(app);
    while (!isOver) {
      await read(reader);
      await wait(pauseMs);
    }
  });
  return {
    novelId,
    more: async (wanted) => {
      const enough = acts + wanted;
      while (acts < enough) await wait(10);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(readers);
      return done;
    },
  };
}
