import type { Database } from '#server/core/db/database.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { findHeldWord } from './held-words.ts';
import { settleEntry } from './take-out-comment.ts';

type Added = { id: string; parentId: string | null; text: string; createdAt: Date };

/**
 * Enters a new comment in the inbox of the novel's team; a comment of who answers there settles the one
 * that it answers instead. A comment with a word of the novel's list is held, unless an admin wrote it.
 * @returns whether it is held.
 */
export async function enterInbox(
  tx: Database,
  writer: { isTeam: boolean; isAdmin: boolean },
  novelId: string,
  { id, parentId, text, createdAt }: Added,
): Promise<boolean> {
  if (writer.isTeam) {
    if (parentId !== null) await settleEntry(tx, parentId, createdAt, id);
    return false;
  }
  const word = writer.isAdmin ? null : await findHeldWord(tx, novelId, text);
  const entry = { commentId: id, novelId, createdAt };
  // What is held waits for approval; the answer is due once it is approved.
  await tx.insert(inboxEntries).values({ ...entry, settledAt: word === null ? null : createdAt });
  if (word === null) return false;
  await tx.insert(heldComments).values({ ...entry, word });
  return true;
}
