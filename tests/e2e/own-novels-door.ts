import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { pagesOf } from '#server/publishing/studio/seen.ts';
import { createNovel } from '#server/publishing/studio/edit-novel.ts';

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

/** Takes what these authors have published off the site: other stories mean novels of their own. */
export async function retireNovels(app: App, authors: unknown): Promise<object> {
  const ownerIds = z.array(z.uuid()).parse(authors);
  const retired = await app.db.transaction(async (tx) => {
    const owned = tx
      .select({ id: novels.id })
      .from(novels)
      .where(inArray(novels.ownerId, ownerIds));
    await tx
      .update(chapters)
      .set({ status: 'draft', publishedAt: null })
      .where(inArray(chapters.novelId, owned));
    return tx
      .update(novels)
      .set({ isDraft: true, chapterCount: 0 })
      .where(inArray(novels.ownerId, ownerIds))
      .returning({ id: novels.id });
  });
  await app.changed(retired.flatMap(({ id }) => pagesOf(id)));
  return {};
}
