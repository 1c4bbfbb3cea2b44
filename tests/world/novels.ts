import { inArray, sql } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import type { ChapterDraft } from '#server/publishing/save-chapters.ts';
import { saveNovel, type NovelDraft, type SavedNovel } from '#server/publishing/save-novel.ts';

/** A chapter draft with defaults. */
export function chapterDraft(number: number, more: Partial<ChapterDraft> = {}): ChapterDraft {
  return {
    sourceKey: `chapitre-${number}`,
    part: null,
    title: `Chapitre ${number} du récit`,
    html: `<p>Texte du chapitre ${number}.</p>`,
    wordCount: 4,
    ...more,
  };
}

/** Empties the catalogue; statements, which refer to it, refuse to be emptied but without their triggers. */
export async function removeAllNovels({ db }: Pick<App, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate novels, images cascade`);
  });
}

/** Saves a novel with so many chapters, or with these. */
export async function addNovel(
  app: App,
  more: Partial<Omit<NovelDraft, 'chapters'>> & { chapters?: number | ChapterDraft[] } = {},
): Promise<SavedNovel & { chapterIds: string[] }> {
  const { chapters: wanted = 3, ...rest } = more;
  const drafts =
    typeof wanted === 'number'
      ? Array.from({ length: wanted }, (_, index) => chapterDraft(index + 1))
      : wanted;
  const title = rest.title ?? 'Un roman';
  const saved = await saveNovel(app, {
    sourceKey: `test:${title}`,
    authorName: 'Autrice Test',
    description: 'Une description.',
    language: 'fr',
    cover: null,
    ...rest,
    title,
    chapters: drafts,
  });
  const rows = await app.db
    .select({ id: chapters.id, chapterNumber: chapters.chapterNumber })
    .from(chapters)
    .where(inArray(chapters.novelId, [saved.id]))
    .orderBy(chapters.chapterNumber);
  return { ...saved, chapterIds: rows.map(({ id }) => id) };
}
