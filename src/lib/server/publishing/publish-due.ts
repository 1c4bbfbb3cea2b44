import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { textWrittenAt } from '../catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { applyPublication } from './apply-publication.ts';
import { isConnectionFailure } from '#server/core/metrics/metrics.ts';
import { dropPagesOfFreed } from './free-rules.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Publishes scheduled chapters that are due, with their working copies as last saved: corrections
 * of a scheduled chapter are published (decision 47). A working copy older than the text, because
 * an import has corrected the chapter since, stays a working copy. Every instance may call it at
 * any time: a chapter is published once, under the lock of its novel. A novel whose chapters cannot be
 * published leaves the others alone.
 * @returns how many chapters were published; rejects at the end with the errors of the novels left.
 */
export async function publishDueChapters(world: World): Promise<number> {
  const now = world.clock.now();
  const waiting = await world.db
    .selectDistinct({ id: chapters.novelId })
    .from(chapters)
    .where(isDue(now))
    .orderBy(asc(chapters.novelId));
  let count = 0;
  const errors: unknown[] = [];
  for (const { id } of waiting) {
    try {
      count += await publishDueOf(world, id, now);
    } catch (error) {
      // Without the database the others would fail too: the next run goes on.
      if (isConnectionFailure(error)) throw error;
      errors.push(new Error(`novel ${id} has chapters that cannot be published`, { cause: error }));
    }
  }
  await dropPagesOfFreed(world, now);
  if (errors.length > 0) throw new AggregateError(errors, 'due chapters are left');
  return count;
}

async function publishDueOf(world: World, novelId: string, now: Date): Promise<number> {
  const due = await world.db.transaction(async (tx) => {
    // The novel before its chapters, as in the studio.
    await tx
      .select({ id: novels.id })
      .from(novels)
      .where(eq(novels.id, novelId))
      .for('no key update');
    const rows = await listDue(tx, and(eq(chapters.novelId, novelId), isDue(now)));
    const out = rows.map((row) => ({ ...row, status: 'published' as const }));
    const tags = await applyPublication(tx, novelId, out, { by: chapters.scheduledBy, now });
    return { count: rows.length, tags };
  });
  if (due.tags.length > 0) await world.changed(due.tags);
  return due.count;
}

const isDue = (now: Date) => and(eq(chapters.status, 'scheduled'), lte(chapters.publishedAt, now));

/** Due chapters; one whose working copy was saved after its text takes it over. */
async function listDue(tx: Database, wanted: ReturnType<typeof and>) {
  const rows = await tx
    .select({
      id: chapters.id,
      publishedAt: chapters.publishedAt,
      isSilent: chapters.isSilent,
      laterCopy: chapterDrafts.chapterId,
    })
    .from(chapters)
    .leftJoin(
      chapterDrafts,
      and(
        eq(chapterDrafts.chapterId, chapters.id),
        gte(chapterDrafts.updatedAt, textWrittenAt(chapters.id)),
      ),
    )
    .where(wanted)
    .for('no key update', { of: chapters });
  return rows.map(({ laterCopy, ...row }) => ({ ...row, takesCopy: laterCopy !== null }));
}
