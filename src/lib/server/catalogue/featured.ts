import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { featuredNovels, novels } from '../db/schema/catalogue.ts';
import type { SaveWorld } from '../publishing/save-novel.ts';
import { isPublic } from './novels.ts';

/** A novel that the operator has put on the front page. */
export type FeaturedChoice = { slug: string; title: string; chosenAt: Date };

/** The choices, last first: the first of them that has a published chapter stands on the front page. */
export async function listFeatured(db: Database): Promise<FeaturedChoice[]> {
  return db
    .select({ slug: novels.slug, title: novels.title, chosenAt: featuredNovels.chosenAt })
    .from(featuredNovels)
    .innerJoin(novels, eq(novels.id, featuredNovels.novelId))
    .orderBy(desc(featuredNovels.chosenAt));
}

/**
 * Puts a public novel with a published chapter on the front page; chosen again, it comes first again.
 * @returns false if there is none with this slug.
 */
export async function featureNovel(
  { db, clock, changed }: SaveWorld,
  slug: string,
): Promise<boolean> {
  const [novel] = await db
    .select({ id: novels.id })
    .from(novels)
    .where(and(eq(novels.slug, slug), isPublic, gt(novels.chapterCount, 0)));
  if (!novel) return false;
  const chosenAt = clock.now();
  await db
    .insert(featuredNovels)
    .values({ novelId: novel.id, chosenAt })
    .onConflictDoUpdate({ target: featuredNovels.novelId, set: { chosenAt } });
  await changed(['home']);
  return true;
}

/** Takes a novel back from the front page. @returns false if it was not chosen. */
export async function unfeatureNovel(
  { db, changed }: SaveWorld,
  slug: string,
): Promise<boolean> {
  const novel = db.select({ id: novels.id }).from(novels).where(eq(novels.slug, slug));
  const gone = await db
    .delete(featuredNovels)
    .where(eq(featuredNovels.novelId, novel))
    .returning({ novelId: featuredNovels.novelId });
  if (gone.length === 0) return false;
  await changed(['home']);
  return true;
}
