import { and, asc, eq, inArray } from 'drizzle-orm';
import { novelPartsMax } from '#shared/constants.ts';
import type { App } from '#server/app.ts';
import { isFree, type Chapter } from '#server/catalogue/chapters.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import { isPublicNovel } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import type { User } from '#server/people/identity/sessions.ts';

export type Priced = Pick<Chapter, 'id' | 'isPremium' | 'freeFrom' | 'creditCost'>;

/** The rest of a novel, or of one of its parts, by its title. */
export type WantedRest = { novelId: string; part?: string | undefined };

type Sum = { chapters: number; credits: number };
/** What unlocking the rest costs a reader, and what each part with premium chapters costs. */
export type RestPrice = Sum & { title: string; parts: (Sum & { part: string })[] };

/**
 * The premium chapters of a novel that are locked for a reader (null: anonymous), and their cost;
 * null if the novel does not exist. One who reads everything of it has no parts to pay.
 */
export async function priceRest(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  user: User | null,
  novelId: string,
): Promise<RestPrice | null> {
  const rest = await findRest(db, user, { novelId }, clock.now());
  if (rest === null) return null;
  const { title, premium, locked } = rest;
  const titles = new Set(premium.map(({ part }) => part).filter((part) => part !== null));
  const parts = [...titles].slice(0, novelPartsMax).map((partTitle) => {
    const own = locked.filter(({ part }) => part === partTitle);
    return { part: partTitle, chapters: own.length, credits: sumOf(own) };
  });
  return { title, chapters: locked.length, credits: sumOf(locked), parts };
}

type InPart = Priced & Pick<Chapter, 'part'>;
type Rest = {
  /** The novel's. */
  title: string;
  /** All chapters that are not free, by number; none for one who reads everything. */
  premium: InPart[];
  /** Those that the reader has not unlocked. */
  locked: InPart[];
  /** The novel's author and admins pay nothing. */
  isReadFree: boolean;
};

/** The rest as it is now; null if there is no such public novel. */
export async function findRest(
  db: Database,
  user: Pick<User, 'id' | 'role'> | null,
  { novelId, part }: WantedRest,
  now: Date,
): Promise<Rest | null> {
  const [novel] = await db
    .select({ title: novels.title, ownerId: novels.ownerId })
    .from(novels)
    .where(isPublicNovel(novelId));
  if (!novel) return null;
  const { title } = novel;
  if (user && readsEverythingOf(novel, user)) {
    return { title, premium: [], locked: [], isReadFree: true };
  }
  const marked = await db
    .select({
      id: chapters.id,
      part: chapters.part,
      isPremium: chapters.isPremium,
      freeFrom: chapters.freeFrom,
      creditCost: chapters.creditCost,
    })
    .from(chapters)
    .where(
      and(
        eq(chapters.novelId, novelId),
        eq(chapters.status, 'published'),
        eq(chapters.isPremium, true),
        part === undefined ? undefined : eq(chapters.part, part),
      ),
    )
    .orderBy(asc(chapters.chapterNumber));
  const premium = marked.filter((chapter) => !isFree(chapter, now));
  const locked = user ? await withoutUnlocked(db, user.id, premium) : premium;
  return { title, premium, locked, isReadFree: false };
}

async function withoutUnlocked(db: Database, userId: string, wanted: InPart[]): Promise<InPart[]> {
  if (wanted.length === 0) return [];
  const rows = await db
    .select({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .where(
      and(
        eq(unlocks.userId, userId),
        inArray(
          unlocks.chapterId,
          wanted.map(({ id }) => id),
        ),
      ),
    );
  const open = new Set(rows.map(({ chapterId }) => chapterId));
  return wanted.filter(({ id }) => !open.has(id));
}

/** What chapters cost together, in credits. */
export function sumOf(priced: readonly Priced[]): number {
  return priced.reduce((sum, { creditCost }) => sum + creditCost, 0);
}
