import { and, count, eq, sum } from 'drizzle-orm';
import type { App } from '../app.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { isSold } from './chapters.ts';

/** How many chapters of a novel an anonymous reader would have to pay for, and their total cost. */
export type PremiumSum = { chapters: number; credits: number };

/** Adds up the published chapters of a novel that are not free at this instant. */
export async function sumPremium(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  novelId: string,
): Promise<PremiumSum> {
  const [row] = await db
    .select({ chapters: count(), credits: sum(chapters.creditCost).mapWith(Number) })
    .from(chapters)
    .where(
      and(eq(chapters.novelId, novelId), eq(chapters.status, 'published'), isSold(clock.now())),
    );
  return { chapters: row?.chapters ?? 0, credits: row?.credits ?? 0 };
}
