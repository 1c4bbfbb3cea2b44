import { afterAll, beforeAll, describe } from 'vitest';
import type { App } from '#server/app.ts';
import { openTestApp } from './app.ts';
import { callEndpoint } from './call-endpoint.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { changeHeaders, signInAs, type TestBrowser } from './people.ts';

export const unknownId = '01930000-0000-7000-8000-000000000000';

/** A novel with two readers: two public chapters, a premium one, and a scheduled one. */
export type MarkedWorld = {
  app: Awaited<ReturnType<typeof openTestApp>>;
  novelId: string;
  /** By chapter number from 1 on; the fourth is scheduled. */
  chapterIds: string[];
  lea: TestBrowser;
  karim: TestBrowser;
  close: () => Promise<void>;
};

/** Runs a suite in such a world; opened before the first test. */
export function describeInMarkedWorld(title: string, suite: (world: MarkedWorld) => void): void {
  describe(title, () => {
    const world = {} as MarkedWorld;
    beforeAll(async () => {
      Object.assign(world, await openMarkedWorld());
    });
    afterAll(() => world.close());
    suite(world);
  });
}

/** Opens the world on a new database. */
export async function openMarkedWorld(): Promise<MarkedWorld> {
  // Rate limits are not tested here.
  const app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
  const novel = await addNovel(app, {
    chapters: [
      chapterDraft(1),
      chapterDraft(2),
      chapterDraft(3, { isPremium: true }),
      chapterDraft(4, { publishedAt: inAnHour }),
    ],
  });
  return {
    app,
    novelId: novel.id,
    chapterIds: novel.chapterIds,
    lea: await signInAs(app),
    karim: await signInAs(app, { name: 'Karim Benali' }),
    close: () => app.close(),
  };
}

/** Requests as a user, or as an anonymous visitor with valid tokens. */
export async function ask(
  app: App,
  browser: TestBrowser | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const headers = browser?.headers ?? (await changeHeaders(app));
  const response = await callEndpoint(app, path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
