import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import { saveCopy } from '#server/publishing/studio/chapter-copy.ts';
import { createChapter } from '#server/publishing/studio/edit-chapters.ts';
import { createNovel } from '#server/publishing/studio/edit-novel.ts';
import { setPublication } from '#server/publishing/studio/set-publications.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';

const adding = z.object({ userId: z.uuid(), titles: z.array(z.string()) });
const writing = z.object({
  userId: z.uuid(),
  title: z.string(),
  language: z.string().default('fr'),
  chapters: z.array(
    z.object({
      title: z.string(),
      html: z.string(),
      isPublished: z.boolean().default(false),
      isPremium: z.boolean().default(false),
    }),
  ),
});
export type WantedOwnNovel = Omit<z.input<typeof writing>, 'userId'>;

/** A novel of an author, and its chapters in their order. */
export const ownNovel = z.object({ novelId: z.string(), chapterIds: z.array(z.string()) });
export type OwnNovel = z.infer<typeof ownNovel>;

const authorOf = (id: string) => ({ id, role: 'author' as const });

/** Makes drafts of novels for an author, in this order. */
export async function addOwnNovels(app: App, wanted: unknown): Promise<object> {
  const { userId, titles } = adding.parse(wanted);
  for (const title of titles) await addDraft(app, userId, title);
  return {};
}

/** Makes a draft of a novel with chapters, as the editor saves and publishes them. */
export async function writeOwnNovel(app: App, wanted: unknown): Promise<OwnNovel> {
  const { userId, title, language, chapters: written } = writing.parse(wanted);
  const author = authorOf(userId);
  const novelId = await addDraft(app, userId, title, language);
  const chapterIds: string[] = [];
  for (const { isPublished, isPremium, ...copy } of written) {
    const names = { key: crypto.randomUUID(), title: '' };
    const { id } = accepted(await createChapter(app, author, novelId, names));
    const { version } = accepted(await saveCopy(app, author, id, { ...copy, version: 0 }));
    if (isPublished) {
      accepted(
        await setPublication(app, author, id, { status: 'published', isSilent: false, version }),
      );
    }
    if (isPremium) await app.db.update(chapters).set({ isPremium }).where(eq(chapters.id, id));
    chapterIds.push(id);
  }
  return { novelId, chapterIds };
}

async function addDraft(app: App, userId: string, title: string, language = 'fr'): Promise<string> {
  const fields = { authorName: 'Nora Lefèvre', description: '', genres: [], tags: [] };
  return accepted(
    await createNovel(app, authorOf(userId), {
      ...fields,
      title,
      status: 'ongoing',
      language,
      key: crypto.randomUUID(),
    }),
  );
}

function accepted<Done>(answer: Done | Refusal): Done {
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer;
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
