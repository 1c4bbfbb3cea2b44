import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { suspensionDaysMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { startOfParisDay } from '#shared/time/paris-day.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { comments, moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { wasReported } from './moderate-comment.ts';

/**
 * Whom to suspend, why, and the day in Paris (`2026-12-05`) from which they may comment again; null
 * lifts it.
 */
type Suspension = { userId: string; until: string | null; reason: string };

const dayMs = 24 * 3_600_000;

const selectPerson = (db: Database, id: string) => db.select().from(users).where(eq(users.id, id));

/** A person who may be suspended: 404 `NOT_FOUND`, and 403 `FORBIDDEN` for an admin. */
function suspendable([person]: User[]): User | Refusal {
  if (person?.erasedAt !== null) return refuse('NOT_FOUND', messages.personMissing);
  return person.role === 'admin' ? refuse('FORBIDDEN', messages.suspensionOfAdmin) : person;
}

/** The person of the address, who may be suspended: another than who calls. */
export const onPerson: Permit<SignedIn, { id: string }> = async ({ app, caller, params }) => {
  const person = suspendable(await selectPerson(app.db, params.id));
  const isSelf = !isRefusal(person) && person.id === caller.user.id;
  return isSelf ? refuse('FORBIDDEN', messages.forbidden) : person;
};

/**
 * Suspends a user from commenting until a day, or lifts the suspension; records it in
 * `moderation_acts` and writes to them (`restriction`). Idempotent. Refuses `NOT_FOUND`, `FORBIDDEN`
 * for an admin, and `MALFORMED` for a day that is past or more than a year away.
 * @returns the user afterwards.
 */
export async function suspendPerson(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actorId: string,
  { userId, until: day, reason }: Suspension,
): Promise<User | Refusal> {
  const now = clock.now();
  const until = day === null ? null : startOfParisDay(day);
  if (
    until !== null &&
    (until <= now || until.getTime() > now.getTime() + suspensionDaysMax * dayMs)
  ) {
    const errors = [{ field: 'until', message: messages.suspensionPast }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  return db.transaction(async (tx) => {
    const person = suspendable(await selectPerson(tx, userId).for('no key update'));
    if (isRefusal(person)) return person;
    const { commentsSuspendedUntil: before } = person;
    const isSuspended = before !== null && before > now;
    const isSo = until === null ? !isSuspended : before?.getTime() === until.getTime();
    if (isSo) return person;
    const details = until && { until: until.toISOString() };
    const act = details ? 'person.suspended' : 'person.allowed';
    const about = uuidv7();
    const logged = { id: about, actorId, act, subjectId: userId, reason, details, createdAt: now };
    await tx.insert(moderationActs).values(logged);
    const isReported = await wasReported(tx, eq(comments.userId, userId));
    const payload = { act, ...(details && { ...details, facts: reason, isReported }) } as const;
    await writeLetter(tx, { kind: 'restriction', userId, about, payload }, now);
    const [changed] = await tx
      .update(users)
      .set({ commentsSuspendedUntil: until })
      .where(eq(users.id, userId))
      .returning();
    if (!changed) throw new Error('a held person has gone');
    return changed;
  });
}
