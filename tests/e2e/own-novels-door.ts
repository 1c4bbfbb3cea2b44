import { z } from 'zod';
import type { App } from '../../src/lib/server/app.ts';
import { isRefusal } from '../../src/lib/server/http/refusal.ts';
import { createNovel } from '../../src/lib/server/publishing/studio/edit-novel.ts';

const adding = z.object({ userId: z.uuid(), titles: z.array(z.string()) });

/** Makes drafts of novels for an author, in this order. */
export async function addOwnNovels(app: App, wanted: unknown): Promise<object> {
  const { userId, titles } = adding.parse(wanted);
  const author = { id: userId, role: 'author' as const };
  const fields = { authorName: 'Nora Lefèvre', description: '', genres: [], tags: [] };
  for (const title of titles) {
    const made = await createNovel(app, author, {
      ...fields,
      ...{ title, status: 'ongoing', language: 'fr', key: crypto.randomUUID() },
    });
    if (isRefusal(made)) throw new Error(made.message);
  }
  return {};
}
