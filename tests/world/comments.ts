import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { addComment, listComments } from '#shared/contracts/comments.ts';
import { openTestApp } from './app.ts';
import { callEndpoint } from './call-endpoint.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { changeHeaders, signInAs, type TestBrowser } from './people.ts';

type Answered = { status: number; body: Record<string, unknown> };

/** Chapters to comment on, and helpers for the API. */
export type CommentedWorld = Awaited<ReturnType<typeof openCommentedWorld>>;

/** Opens the world on a new database; counts the queries. */
export async function openCommentedWorld() {
  const queries: string[] = [];
  const app = await openTestApp(
    // Rate limits are not tested here.
    { RATE_LIMIT_PER_MINUTE: '1000000' },
    { onQuery: (sql) => void queries.push(sql) },
  );
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
  const { chapterIds } = await addNovel(app, {
    chapters: [
      chapterDraft(1),
      chapterDraft(2, { isPremium: true }),
      chapterDraft(3, { publishedAt: inAnHour }),
    ],
  });
  const [, premiumId = '', scheduledId = ''] = chapterIds;
  let novels = 0;

  const ask = async (
    browser: TestBrowser | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answered> => {
    const response = await callEndpoint(app, path, {
      method,
      headers: browser?.headers ?? (await changeHeaders(app)),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  };

  return {
    app,
    queries,
    premiumId,
    scheduledId,
    ask,
    lea: await signInAs(app, {
      name: 'Léa Martin',
      displayName: 'Léa Martin',
      email: 'lea@exemple.test',
      firstName: 'Léocadie',
      bio: 'Une biographie.',
      profileImage: '/images/lea.webp',
    }),
    karim: await signInAs(app, { name: 'Karim', displayName: 'Karim Benali' }),
    admin: await signInAs(app, { name: 'Admin', displayName: 'La rédaction', role: 'admin' }),
    /** A free chapter without comments. */
    newChapter: async () => {
      const novel = await addNovel(app, { title: `Roman ${++novels}`, chapters: 1 });
      return novel.chapterIds[0] ?? '';
    },
    /** Comments, or replies, and returns the response of a success. */
    comment: async (browser: TestBrowser, chapterId: string, body: object) => {
      const answer = await ask(browser, 'POST', `/api/chapters/${chapterId}/comment`, body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      app.clock.advance(1_000);
      return addComment.response.parse(answer.body);
    },
    list: async (browser: TestBrowser | null, chapterId: string, cursor?: string | null) => {
      const tail = cursor ? `?cursor=${cursor}` : '';
      const answer = await ask(browser, 'GET', `/api/chapters/${chapterId}/comments${tail}`);
      return listComments.response.parse(answer.body);
    },
    /** The counter's column, and the number of visible comments. */
    counted: async (chapterId: string) => {
      const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, chapterId));
      const readable = and(eq(comments.chapterId, chapterId), isNull(comments.removedAt));
      return { column: chapter?.comments, rows: await app.db.$count(comments, readable) };
    },
    close: () => app.close(),
  };
}

/** Threads inserted directly into the database, oldest first, each with so many replies. */
export async function fillWithThreads(
  { app, karim }: Pick<CommentedWorld, 'app' | 'karim'>,
  chapterId: string,
  { threads, replies }: { threads: number; replies: number },
): Promise<string[]> {
  const startMs = app.clock.now().getTime() - 86_400_000;
  const rows = Array.from({ length: threads }, (_, thread) => {
    const id = uuidv7();
    const base = { chapterId, threadId: id, userId: karim.user.id };
    const at = (offset: number) => new Date(startMs + thread * 10_000 + offset);
    const root = { ...base, id, text: `Fil ${thread}`, createdAt: at(0) };
    const answers = Array.from({ length: replies }, (_unused, reply) => ({
      ...base,
      id: uuidv7(),
      parentId: id,
      level: 2,
      text: `Fil ${thread}, réponse ${reply}`,
      createdAt: at(reply + 1),
    }));
    return [root, ...answers];
  });
  for (let from = 0; from < threads; from += 100) {
    await app.db.insert(comments).values(rows.slice(from, from + 100).flat());
  }
  const total = threads * (1 + replies);
  await app.db.update(chapters).set({ comments: total }).where(eq(chapters.id, chapterId));
  return rows.map(([root]) => root?.id ?? '');
}
