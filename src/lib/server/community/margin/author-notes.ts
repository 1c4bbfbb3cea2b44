/** What an author says at a paragraph to who has read the chapter (decision 163). */
import { and, eq } from 'drizzle-orm';
import type { MarginNoteBody } from '#shared/contracts/margin.ts';
import { messages } from '#shared/messages.ts';
import { marginLimits } from '#shared/reading/margin.ts';
import type { App } from '#server/app.ts';
import { toColumns } from '#server/catalogue/reading/place-columns.ts';
import type { Database } from '#server/core/db/database.ts';
import { marginNotes } from '#server/core/db/schema/margin.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { chapterTag } from '#server/core/pagecache/tags.ts';
import { findOwnChapter, type Author } from '#server/people/novel-powers/own-work.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** Adds or changes a note. Idempotent. Refuses as `findOwnChapter`; `LIMIT_REACHED` beyond `authorNotes`. */
export function setMarginNote(
  world: World,
  author: Author,
  chapterId: string,
  { id, place, text }: MarginNoteBody,
): Promise<Refusal | null> {
  const updatedAt = world.clock.now();
  const set = { ...toColumns(place), text, updatedAt };
  return change(world, author, chapterId, async (tx) => {
    const isThis = and(eq(marginNotes.id, id), eq(marginNotes.chapterId, chapterId));
    const changed = await tx.update(marginNotes).set(set).where(isThis).returning();
    if (changed.length > 0) return null;
    if (
      (await tx.$count(marginNotes, eq(marginNotes.chapterId, chapterId))) >=
      marginLimits.authorNotes
    )
      return refuse('LIMIT_REACHED', messages.marginNotesFull);
    const row = { ...set, id, chapterId, createdAt: updatedAt };
    const added = await tx.insert(marginNotes).values(row).onConflictDoNothing().returning();
    return added.length > 0 ? null : refuse('NOT_FOUND', messages.marginNoteMissing);
  });
}

/** Idempotent. Refuses as `findOwnChapter`. */
export function removeMarginNote(
  world: World,
  author: Author,
  { id, chapterId }: { id: string; chapterId: string },
): Promise<Refusal | null> {
  return change(world, author, chapterId, async (tx) => {
    await tx
      .delete(marginNotes)
      .where(and(eq(marginNotes.id, id), eq(marginNotes.chapterId, chapterId)));
    return null;
  });
}

/** Readers see a note at once: it needs the power to publish. The page says whether there are notes. */
async function change(
  { db, changed }: World,
  author: Author,
  chapterId: string,
  apply: (tx: Database) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const done = await db.transaction(async (tx) => {
    const found = await findOwnChapter(tx, author, chapterId, 'publish', { lock: true });
    return isRefusal(found) ? found : apply(tx);
  });
  if (done === null) await changed([chapterTag(chapterId)]);
  return done;
}
