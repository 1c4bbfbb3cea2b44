import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Call } from '#shared/contracts/call.ts';
import type { RefusalBody } from '#shared/contracts/refusals.ts';
import { createChapter, saveCopy, setPublication } from '#shared/contracts/studio-chapters.ts';
import { createNovel } from '#shared/contracts/studio-novels.ts';
import { openTestApp } from './app.ts';
import { callEndpoint } from './call-endpoint.ts';
import { changeHeaders, signInAs, type TestBrowser } from './people.ts';

/** Two authors, an admin and a reader; `queries` lists what the database was asked. */
export type StudioWorld = {
  app: Awaited<ReturnType<typeof openTestApp>>;
  queries: string[];
  mathilde: TestBrowser;
  karim: TestBrowser;
  admin: TestBrowser;
  reader: TestBrowser;
};

/** Runs a suite in such a world; opened before the first test. */
export function describeInStudio(title: string, suite: (world: StudioWorld) => void): void {
  describe(title, () => {
    const world = {} as StudioWorld;
    beforeAll(async () => {
      const queries: string[] = [];
      const app = await openTestApp(
        { RATE_LIMIT_PER_MINUTE: '1000000' },
        { onQuery: (sql) => void queries.push(sql) },
      );
      Object.assign(world, {
        app,
        queries,
        mathilde: await signInAs(app, { displayName: 'Mathilde', role: 'author' }),
        karim: await signInAs(app, { displayName: 'Karim', role: 'author' }),
        admin: await signInAs(app, { displayName: 'Camille', role: 'admin' }),
        reader: await signInAs(app, { displayName: 'Léa' }),
      });
    });
    afterAll(() => world.app.close());
    suite(world);
  });
}

type Told<C extends Call> = {
  params?: z.input<C['params']>;
  query?: Record<string, string>;
  /** JSON, or bytes of a file. */
  body?: z.input<C['body']>;
};

type Answered<C extends Call> = {
  status: number;
  /** The parsed body of a success. */
  body: z.output<C['response']>;
  refusal: RefusalBody & Record<string, unknown>;
};

/** Makes a call by its contract, as a user or as an anonymous visitor with valid tokens. */
export async function request<C extends Call>(
  app: App,
  browser: TestBrowser | null,
  call: C,
  told: Told<C> = {},
): Promise<Answered<C>> {
  const params = (told.params ?? {}) as Record<string, string>;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const query = new URLSearchParams(told.query).toString();
  const headers = browser?.headers ?? (await changeHeaders(app));
  const isFile = told.body instanceof Uint8Array;
  const response = await callEndpoint(app, query ? `${path}?${query}` : path, {
    method: call.method,
    headers: isFile ? { ...headers, 'content-type': 'application/octet-stream' } : headers,
    ...(told.body !== undefined && {
      body: isFile ? Buffer.from(told.body as Uint8Array) : JSON.stringify(told.body),
    }),
  });
  const json: unknown = await response.json();
  const answer = { status: response.status, refusal: json, body: json };
  if (response.ok) answer.body = call.response.parse(json);
  return answer as Answered<C>;
}

/** The same where it must succeed. */
export async function succeed<C extends Call>(
  app: App,
  browser: TestBrowser | null,
  call: C,
  told: Told<C> = {},
): Promise<z.output<C['response']>> {
  const { status, body, refusal } = await request(app, browser, call, told);
  expect({ status, refusal }).toMatchObject({ status: 200 });
  return body;
}

export const newKey = () => crypto.randomUUID();

/** The body of a novel's form. */
export const novelForm = (title = 'La Tour d’Été') => ({
  title,
  authorName: 'Mathilde Roy',
  description: 'Une tour.\nUn été.',
  genres: ['Fantasy' as const],
  tags: ['magie'],
  status: 'ongoing' as const,
  language: 'fr',
});

/** A draft novel with so many draft chapters, each with a text. */
export async function addDraftNovel(
  app: App,
  author: TestBrowser,
  { title = 'Un brouillon', chapters = 1 }: { title?: string; chapters?: number } = {},
): Promise<{ id: string; slug: string; chapterIds: string[] }> {
  const novel = await succeed(app, author, createNovel, {
    body: { ...novelForm(title), key: newKey() },
  });
  const chapterIds: string[] = [];
  for (let number = 1; number <= chapters; number++) {
    const params = { id: novel._id };
    const body = { key: newKey(), title: `Chapitre ${number}` };
    const { _id } = await succeed(app, author, createChapter, { params, body });
    await write(app, author, _id, `<p>Texte du chapitre ${number}.</p>`, `Chapitre ${number}`);
    chapterIds.push(_id);
  }
  return { id: novel._id, slug: novel.slug, chapterIds };
}

/** Saves a text over the chapter's current working copy. */
export async function write(
  app: App,
  author: TestBrowser,
  chapterId: string,
  html: string,
  title = 'Chapitre',
): Promise<number> {
  const params = { id: chapterId };
  const first = await request(app, author, saveCopy, { params, body: { title, html, version: 0 } });
  if (first.status === 200) return first.body.version;
  const { version } = first.refusal.current as { version: number };
  return (await succeed(app, author, saveCopy, { params, body: { title, html, version } })).version;
}

/** Publishes the chapter's working copy of this version. */
export async function publish(
  app: App,
  author: TestBrowser,
  chapterId: string,
  version = 1,
): Promise<void> {
  await succeed(app, author, setPublication, {
    params: { id: chapterId },
    body: { status: 'published', version },
  });
}
