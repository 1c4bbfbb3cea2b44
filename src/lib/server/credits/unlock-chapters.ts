import { and, asc, eq, inArray } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { findOwnedChapter, isFree, type Chapter } from '../catalogue/chapters.ts';
import { readsEverythingOf } from '../catalogue/free-readers.ts';
import { isPublicNovel } from '../catalogue/novels.ts';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { unlocks } from '../db/schema/money.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { User } from '../identity/sessions.ts';
import { lockBalance, moveCredits } from './ledger.ts';

/** The chapters that are now unlocked for a reader, and their remaining balance. */
export type Unlocked = { chapterIds: string[]; remainingCredits: number };

type World = Pick<App, 'db' | 'clock'>;

/**
 * The last check before credits move, inside the transaction: null lets them. It is asked only when
 * a payment would succeed, with the first chapter that it would unlock.
 */
export type BeforeCharge = (tx: Database, chapterId: string) => Promise<Refusal | null>;
type Priced = Pick<Chapter, 'id' | 'isPremium' | 'freeFrom' | 'creditCost'>;
type Order = {
  wanted: readonly Priced[];
  expectedCredits?: number | undefined;
  beforeCharge: BeforeCharge;
};

/**
 * Unlocks a premium chapter for good, for its cost in credits. A chapter that is already unlocked,
 * or free, costs nothing: idempotent. Refuses with 404 `NOT_FOUND`, with 402
 * `INSUFFICIENT_CREDITS`, and with 409 `PRICE_CHANGED` if the cost differs from the one the reader
 * was shown, and as `beforeCharge` does; a refusal changes nothing.
 */
export async function unlockChapter(
  { db, clock }: World,
  user: User,
  bought: { chapterId: string; expectedCredits?: number | undefined },
  beforeCharge: BeforeCharge,
): Promise<Unlocked | Refusal> {
  return db.transaction(async (tx) => {
    const balance = await lockBalance(tx, user.id);
    const found = await findOwnedChapter(tx, bought.chapterId);
    if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
    const { chapter, novel } = found;
    const wanted = readsEverythingOf(novel, user) ? [] : [chapter];
    const { expectedCredits } = bought;
    const order = { wanted, expectedCredits, beforeCharge };
    return charge(tx, { userId: user.id, balance }, order, clock.now());
  });
}

/**
 * Unlocks all remaining premium chapters of a novel at once, for the sum that the reader confirmed.
 * Refuses like `unlockChapter`.
 */
export async function unlockNovel(
  { db, clock }: World,
  user: User,
  { novelId, expectedCredits }: { novelId: string; expectedCredits: number },
  beforeCharge: BeforeCharge,
): Promise<Unlocked | Refusal> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const balance = await lockBalance(tx, user.id);
    const wanted = await findLocked(tx, user, novelId, now);
    if (wanted === null) return refuse('NOT_FOUND', messages.novelMissing);
    const order = { wanted, expectedCredits, beforeCharge };
    return charge(tx, { userId: user.id, balance }, order, now);
  });
}

/** What unlocking the rest of a novel costs a reader. */
export type RestOfNovel = { chapters: number; credits: number };

/**
 * The premium chapters of a novel that are locked for a reader (null: anonymous), and their cost.
 */
export async function priceRestOfNovel(
  { db, clock }: World,
  user: User | null,
  novelId: string,
): Promise<RestOfNovel | null> {
  const locked = await findLocked(db, user, novelId, clock.now());
  return locked && { chapters: locked.length, credits: sumOf(locked) };
}

async function findLocked(
  db: Database,
  user: User | null,
  novelId: string,
  now: Date,
): Promise<Priced[] | null> {
  const [novel] = await db
    .select({ ownerId: novels.ownerId })
    .from(novels)
    .where(isPublicNovel(novelId));
  if (!novel) return null;
  if (user && readsEverythingOf(novel, user)) return [];
  const premium = await db
    .select({
      id: chapters.id,
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
      ),
    )
    .orderBy(asc(chapters.chapterNumber));
  const priced = premium.filter((chapter) => !isFree(chapter, now));
  return user ? withoutUnlocked(db, user.id, priced) : priced;
}

/**
 * Charges what is still locked. The caller has locked the balance, so nothing is charged twice; the
 * chapters are locked here, so that none is deleted before its unlock is stored.
 */
async function charge(
  tx: Database,
  { userId, balance }: { userId: string; balance: number },
  { wanted, expectedCredits, beforeCharge }: Order,
  now: Date,
): Promise<Unlocked | Refusal> {
  const priced = wanted.filter((chapter) => !isFree(chapter, now));
  const standing = await lockChapters(tx, userId, priced);
  const locked = priced.filter(({ id }) => standing.get(id) !== 'unlocked');
  const chapterIds = wanted.map(({ id }) => id);
  // A retry after success: nothing is left to pay and nothing to refuse.
  if (locked.length === 0) return { chapterIds, remainingCredits: balance };
  const credits = sumOf(locked);
  if (expectedCredits !== undefined && credits !== expectedCredits) {
    return refuse('PRICE_CHANGED', messages.priceChanged, { details: { credits } });
  }
  const missingCredits = credits - balance;
  if (missingCredits > 0) {
    return refuse('INSUFFICIENT_CREDITS', messages.creditsInsufficient, {
      details: { remainingCredits: balance, missingCredits },
    });
  }
  if (locked.some(({ id }) => !standing.has(id))) {
    return refuse('NOT_FOUND', messages.chapterMissing);
  }
  const [first] = locked;
  const stop = first ? await beforeCharge(tx, first.id) : null;
  if (stop) return stop;
  await tx.insert(unlocks).values(
    locked.map(({ id, creditCost }) => ({
      userId,
      chapterId: id,
      costCredits: creditCost,
      createdAt: now,
    })),
  );
  const remainingCredits = await moveCredits(
    tx,
    userId,
    locked.map(({ id, creditCost }) => ({
      delta: -creditCost,
      kind: 'unlock' as const,
      reference: `${userId}:${id}`,
    })),
    now,
  );
  return { chapterIds, remainingCredits };
}

/**
 * Locks these chapters against deletion until the transaction ends. @returns those that still exist,
 * and whether the user has unlocked them.
 */
async function lockChapters(
  tx: Database,
  userId: string,
  wanted: readonly Priced[],
): Promise<Map<string, 'locked' | 'unlocked'>> {
  if (wanted.length === 0) return new Map();
  const isOfUser = and(eq(unlocks.chapterId, chapters.id), eq(unlocks.userId, userId));
  const rows = await tx
    .select({ id: chapters.id, unlockedId: unlocks.chapterId })
    .from(chapters)
    .leftJoin(unlocks, isOfUser)
    .where(
      inArray(
        chapters.id,
        wanted.map(({ id }) => id),
      ),
    )
    .orderBy(asc(chapters.id))
    .for('key share', { of: chapters });
  return new Map(rows.map(({ id, unlockedId }) => [id, unlockedId ? 'unlocked' : 'locked']));
}

async function withoutUnlocked(
  db: Database,
  userId: string,
  wanted: readonly Priced[],
): Promise<Priced[]> {
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

function sumOf(priced: readonly Priced[]): number {
  return priced.reduce((sum, { creditCost }) => sum + creditCost, 0);
}
