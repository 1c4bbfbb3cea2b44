import { asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { heldWords } from '#server/core/db/schema/conversation.ts';
import { foldWords, hasBeginning, hasWords } from './fold-words.ts';

/** The words that hold a comment of a novel, as its author wrote them. */
export async function listHeldWords(db: Database, novelId: string): Promise<string[]> {
  const rows = await db
    .select({ word: heldWords.word })
    .from(heldWords)
    .where(eq(heldWords.novelId, novelId))
    .orderBy(asc(heldWords.folded));
  return rows.map(({ word }) => word);
}

/**
 * Replaces the words of a novel; of two that differ in case or accents alone, the first stays, and one
 * with a star rather than the same without. What has no letter and no digit is left out.
 * @returns the words as they are stored.
 */
export async function setHeldWords(
  { db }: Pick<App, 'db'>,
  novelId: string,
  words: readonly string[],
): Promise<string[]> {
  const byFolded = new Map<string, string>();
  for (const word of words) {
    const folded = foldWords(word);
    const first = byFolded.get(folded);
    const isWider = first !== undefined && mayGoOn(word) && !mayGoOn(first);
    if (folded !== '' && (first === undefined || isWider)) byFolded.set(folded, word.trim());
  }
  const rows = [...byFolded].map(([folded, word]) => ({ novelId, folded, word }));
  return db.transaction(async (tx) => {
    // Two forms at once: the last one wins, whole.
    await tx
      .select({ id: novels.id })
      .from(novels)
      .where(eq(novels.id, novelId))
      .for('no key update');
    await tx.delete(heldWords).where(eq(heldWords.novelId, novelId));
    if (rows.length > 0) await tx.insert(heldWords).values(rows);
    return listHeldWords(tx, novelId);
  });
}

/** The first word of the novel's list that a text has, or null. */
export async function findHeldWord(
  db: Database,
  novelId: string,
  text: string,
): Promise<string | null> {
  const rows = await db
    .select({ word: heldWords.word })
    .from(heldWords)
    .where(eq(heldWords.novelId, novelId))
    .orderBy(asc(heldWords.folded));
  if (rows.length === 0) return null;
  const folded = foldWords(text);
  // The stored form may be of an older rule.
  const held = rows.find(({ word }) =>
    (mayGoOn(word) ? hasBeginning : hasWords)(folded, foldWords(word)),
  );
  return held?.word ?? null;
}

/** Its author ended it with a star: it holds all words that begin so. */
const mayGoOn = (word: string): boolean => word.trim().endsWith('*');
