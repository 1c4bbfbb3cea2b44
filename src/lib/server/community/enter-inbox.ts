import { readsEverythingOf } from '../catalogue/free-readers.ts';
import type { Database } from '../db/database.ts';
import { heldComments, inboxEntries } from '../db/schema/conversation.ts';
import type { User } from '../identity/sessions.ts';
import { findHeldWord } from './held-words.ts';
import { settleEntry } from './take-out-comment.ts';

type Added = { id: string; parentId: string | null; text: string; createdAt: Date };

/**
 * Enters a new comment in the inbox of the novel's author; a comment of the author settles the one
 * that it answers instead. A comment with a word of the novel's list is held, unless the writer may
 * edit the novel. @returns whether it is held.
 */
export async function enterInbox(
  tx: Database,
  writer: Pick<User, 'id' | 'role'>,
  novel: { id: string; ownerId: string | null },
  { id, parentId, text, createdAt }: Added,
): Promise<boolean> {
  if (writer.id === novel.ownerId) {
    if (parentId !== null) await settleEntry(tx, parentId, createdAt, id);
    return false;
  }
  const word = readsEverythingOf(novel, writer) ? null : await findHeldWord(tx, novel.id, text);
  const entry = { commentId: id, novelId: novel.id, createdAt };
  // What is held waits for approval; the answer is due once it is approved.
  await tx.insert(inboxEntries).values({ ...entry, settledAt: word === null ? null : createdAt });
  if (word === null) return false;
  await tx.insert(heldComments).values({ ...entry, word });
  return true;
}
