import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { featuredNovels, novels } from '#server/core/db/schema/catalogue.ts';
import type { App } from '../app.ts';
import { isPublic } from './novels.ts';

/** A novel that the operator has put on the front page. */
export type FeaturedChoice = { slug: string; title: string; chosenAt: Date };

/** The operator's choice; null where the front page features what is read most. */
export async function readFeatured(db: Database): Promise<FeaturedChoice | null> {
  const [chosen] = await db
    .select({ slug: novels.slug, title: novels.title, chosenAt: featuredNovels.chosenAt })
    .from(featuredNovels)
    .innerJoin(novels, eq(novels.id, featuredNovels.novelId))
    .orderBy(desc(featuredNovels.chosenAt))
    .limit(1);
  return chosen ?? null;
}

/** A novel by its id, or by its slug. */
export type NovelName = { id: string } | { slug: string };

/**
 * Puts a public novel with a published chapter on the front page, in place of the one before.
 * @returns false if there is none by this name.
 */
export async function featureNovel(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  name: NovelName,
): Promise<boolean> {
  const [novel] = await db
    .select({ id: novels.id })
    .from(novels)
    .where(and(named(name), isPublic, gt(novels.chapterCount, 0)));
  if (!novel) return false;
  const chosenAt = clock.now();
  await db.transaction(async (tx) => {
    await tx
      .insert(featuredNovels)
      .values({ novelId: novel.id, chosenAt })
      .onConflictDoUpdate({ target: featuredNovels.novelId, set: { chosenAt } });
    await tx.delete(featuredNovels).where(ne(featuredNovels.novelId, novel.id));
  });
  await changed(['home']);
  return true;
}

/** Takes a novel, or whichever was chosen, off the front page. Changes nothing if it was not chosen. */
export async function unfeatureNovel(
  { db, changed }: Pick<App, 'db' | 'changed'>,
  name: { id: string } | 'any',
): Promise<void> {
  await db
    .delete(featuredNovels)
    .where(name === 'any' ? undefined : eq(featuredNovels.novelId, name.id));
  await changed(['home']);
}

const named = (name: NovelName) =>
  'id' in name ? eq(novels.id, name.id) : eq(novels.slug, name.slug);
