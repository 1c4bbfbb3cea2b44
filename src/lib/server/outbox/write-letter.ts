import type { Database } from '../db/database.ts';
import { outbox } from '../db/schema/outbox.ts';

/** A letter about an account, money or one's own work, and whom it is for; a deleted account has its address alone. */
export type Letter =
  | { kind: 'receipt'; userId: string; transactionId: string }
  | { kind: 'withdrawal'; userId: string; withdrawalId: string; transactionId: string }
  | { kind: 'sign_in'; userId: string; sessionId: string; device: string }
  | { kind: 'statement'; userId: string; month: string }
  | { kind: 'payout_account'; userId: string; maskedIban: string; changedAt: Date }
  | { kind: 'offer_answer'; userId: string; answer: OfferAnswer; answeredAt: Date }
  | { kind: 'name_use'; userId: string; slug: string; novelIds: readonly string[]; toldAt: Date }
  | { kind: 'push_ended'; userId: string; subscriptionId: string }
  | { kind: 'account_deleted'; userId: string; address: string };

/** What a member answered to the offer of a novel. */
export type OfferAnswer = { novelId: string; memberId: string; isAccepted: boolean };

/**
 * Writes a letter into the outbox, in the transaction of what it tells: the background job sends it.
 * The same letter again writes nothing.
 */
export function writeLetter(tx: Database, letter: Letter, now: Date): Promise<void> {
  return writeLetters(tx, [letter], now);
}

/** The same for many letters; each that was written before is left as it is. */
export async function writeLetters(
  tx: Database,
  letters: readonly Letter[],
  now: Date,
): Promise<void> {
  const rows = letters.map((letter) => ({
    ...{ kind: letter.kind, channel: 'email' as const, rank: 0 },
    ...contentOf(letter),
    ...{ dueAt: now, nextAttemptAt: now, createdAt: now },
  }));
  // 500 rows of a dozen values stay below the 65,535 parameters of a statement.
  for (let from = 0; from < rows.length; from += 500) {
    await tx
      .insert(outbox)
      .values(rows.slice(from, from + 500))
      .onConflictDoNothing({ target: outbox.deduplicationKey });
  }
}

function contentOf(
  letter: Letter,
): Pick<typeof outbox.$inferInsert, 'userId' | 'deduplicationKey' | 'payload'> {
  const { userId } = letter;
  switch (letter.kind) {
    case 'receipt': {
      const { transactionId } = letter;
      return { userId, deduplicationKey: `receipt:${transactionId}`, payload: { transactionId } };
    }
    case 'withdrawal': {
      const { withdrawalId, transactionId } = letter;
      const deduplicationKey = `withdrawal:${withdrawalId}`;
      return { userId, deduplicationKey, payload: { transactionId } };
    }
    case 'sign_in': {
      const { sessionId, device } = letter;
      return { userId, deduplicationKey: `sign_in:${sessionId}`, payload: { device } };
    }
    case 'statement': {
      const { month } = letter;
      return { userId, deduplicationKey: `statement:${month}:${userId}`, payload: { month } };
    }
    case 'payout_account': {
      const { maskedIban, changedAt } = letter;
      const deduplicationKey = `payout_account:${userId}:${changedAt.toISOString()}`;
      return { userId, deduplicationKey, payload: { maskedIban } };
    }
    case 'offer_answer': {
      const { answer, answeredAt } = letter;
      const deduplicationKey = `offer_answer:${answer.novelId}:${answeredAt.toISOString()}`;
      return { userId, deduplicationKey, payload: answer };
    }
    case 'name_use': {
      const { slug, novelIds, toldAt } = letter;
      const deduplicationKey = `name_use:${slug}:${userId}:${toldAt.toISOString()}`;
      return { userId, deduplicationKey, payload: { slug, novelIds } };
    }
    case 'push_ended':
      return { userId, deduplicationKey: `push_ended:${letter.subscriptionId}`, payload: {} };
    case 'account_deleted': {
      const deduplicationKey = `account_deleted:${userId}`;
      // The account's row is a shell that nothing may refer to.
      return { userId: null, deduplicationKey, payload: { address: letter.address } };
    }
  }
}
