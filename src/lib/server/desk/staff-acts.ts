/** Acts of staff on people: each is done once, and stands in the log in its own transaction. */
import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { staffNotesMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { deskMessages } from '#shared/site/desk-words.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { staffNotes } from '#server/core/db/schema/desk.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import {
  challengeLocks,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import { codeOf } from '#server/core/error-code.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { endAllSessions, type SignedIn, type User } from '#server/people/identity/sessions.ts';
import { findUnrefunded, sayUnrefunded } from './read-erasure.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Who acts on whom, why; `key` makes a repetition harmless, and `asked` is what the act was asked to do:
 * the key serves for nothing else.
 */
export type StaffAct = {
  actorId: string;
  subjectId: string;
  reason: string;
  key: string;
  asked?: string;
};

/** What an act changed, for the log. */
export type ActDetails = {
  before?: string | number | null;
  after?: string | number | null;
  orderId?: string;
};

const detailsSchema = z.object({ asked: z.string() });

/** A person, erased or not; else 404 `NOT_FOUND`. */
export const onShell: Permit<unknown, { id: string }, User> = async ({ app, params }) => {
  const [person] = await app.db.select().from(users).where(eq(users.id, params.id));
  return person ?? refuse('NOT_FOUND', messages.personMissing);
};

/** A person whose account is not erased; else 404 `NOT_FOUND`. */
export const onAccount: Permit<unknown, { id: string }, User> = async (input) => {
  const person = await onShell(input);
  const isGone = !isRefusal(person) && person.erasedAt !== null;
  return isGone ? refuse('NOT_FOUND', messages.personMissing) : person;
};

/** The same, but for an admin or oneself only admins: support acts on neither. */
export const onOther: Permit<SignedIn, { id: string }, User> = async (input) => {
  const person = await onAccount(input);
  const { user } = input.caller;
  if (isRefusal(person) || user.role === 'admin') return person;
  const isOther = person.role !== 'admin' && person.id !== user.id;
  return isOther ? person : refuse('FORBIDDEN', messages.forbidden);
};

/** The act of a call: its caller, its subject, what its body says. */
export const actOf = (
  { user }: SignedIn,
  subjectId: string,
  { reason, key }: { reason: string; key: string },
  asked?: string,
): StaffAct => ({
  actorId: user.id,
  subjectId,
  reason,
  key,
  ...(asked !== undefined && { asked }),
});

/**
 * Runs an act and logs it, in one transaction in which the person's row is locked. An act of this key
 * that was done is not done again, and refused where it was another. @param isForShell also for a person
 * whose account is erased @param isUndone whether what an act of this key was asked is still to be done:
 * then `run` is asked again, and must change nothing @returns what it refused, or null.
 */
export async function actOnce(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  name: string,
  { key, asked, ...act }: StaffAct,
  run: (tx: Database, person: User) => Promise<ActDetails | Refusal>,
  { isForShell = false, isUndone = false } = {},
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .select()
      .from(users)
      .where(eq(users.id, act.subjectId))
      .for('no key update');
    if (!person) return refuse('NOT_FOUND', messages.personMissing);
    const [known] = await tx.select().from(moderationActs).where(eq(moderationActs.id, key));
    if (known) {
      const { actorId, subjectId } = act;
      const before = detailsSchema.safeParse(known.details).data?.asked;
      const isSame =
        known.act === name &&
        known.actorId === actorId &&
        known.subjectId === subjectId &&
        before === asked;
      if (!isSame) return refuse('WITHDRAWAL_REFUSED', deskMessages.formUsed);
      if (!isUndone) return null;
    }
    if (person.erasedAt !== null && !isForShell) return refuse('NOT_FOUND', messages.personMissing);
    const details = await run(tx, person);
    if (isRefusal(details)) return details;
    if (known) return null;
    const createdAt = clock.now();
    await tx
      .insert(moderationActs)
      .values({ ...act, id: key, act: name, details: { ...details, asked }, createdAt });
    return null;
  });
}

/** Gives credits (above 0) or takes them; 402 `INSUFFICIENT_CREDITS` where there are fewer. */
export async function adjustCredits(
  world: World,
  act: StaffAct,
  credits: number,
): Promise<Refusal | null> {
  try {
    return await actOnce(world, 'credits.adjusted', act, async (tx, person) => {
      // The log knows the movement by its act.
      const reference = `desk:${act.key}`;
      const movement = { delta: credits, kind: 'adjustment', reference } as const;
      const moved = [{ ...movement, reason: act.reason }];
      const after = await moveCredits(tx, person.id, moved, world.clock.now());
      return { before: after - credits, after };
    });
  } catch (error) {
    if (codeOf(error) !== 'INSUFFICIENT_CREDITS') throw error;
    return refuse('INSUFFICIENT_CREDITS', deskMessages.creditsTooFew);
  }
}

/** Ends all sessions of a person. */
export const endSessions = ({ db, clock }: World, act: StaffAct): Promise<Refusal | null> =>
  actOnce({ db, clock }, 'sessions.ended', act, async (tx, { id }) => {
    const isOpen = and(eq(sessions.userId, id), isNull(sessions.endedAt));
    const before = await tx.$count(sessions, isOpen);
    await endAllSessions({ db: tx, clock }, id);
    return { before, after: 0 };
  });

/** The access locks of an account and of the browsers that it is signed in on. */
export const isLockOf = (db: Database, userId: string) =>
  or(
    eq(challengeLocks.subject, `user:${userId}`),
    inArray(
      challengeLocks.subject,
      db
        .select({ subject: sql<string>`'browser:' || ${sessions.browserHash}` })
        .from(sessions)
        .where(eq(sessions.userId, userId)),
    ),
  );

/**
 * Ends a person's access lock, that of the browsers they are signed in on, and the client tokens that
 * were locked with them: one answer locks all of its caller's subjects at one instant. Ends the stop
 * of who opened too many chapters, too.
 */
export const liftLocks = ({ db, clock }: World, act: StaffAct): Promise<Refusal | null> =>
  actOnce({ db, clock }, 'locks.lifted', act, async (tx, { id }) => {
    const lifted = await tx
      .delete(challengeLocks)
      .where(isLockOf(tx, id))
      .returning({ until: challengeLocks.lockedUntil });
    const instants = lifted.flatMap(({ until }) => until ?? []);
    if (instants.length > 0) {
      await tx
        .delete(challengeLocks)
        .where(
          and(
            like(challengeLocks.subject, 'client:%'),
            inArray(challengeLocks.lockedUntil, instants),
          ),
        );
    }
    const [stopped] = await tx
      .select({ until: readingPaces.stoppedUntil })
      .from(readingPaces)
      .where(eq(readingPaces.userId, id));
    // Else the chapters of this hour would stop them again.
    await tx.delete(premiumOpenings).where(eq(premiumOpenings.userId, id));
    await tx
      .update(readingPaces)
      .set({ state: 'usual', stoppedUntil: null })
      .where(eq(readingPaces.userId, id));
    const ends = [...instants, ...(stopped?.until ? [stopped.until] : [])];
    const last = ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
    return { before: last?.toISOString() ?? null, after: null };
  });

/** Sends the invoice of a purchase again; 404 where it has none. */
export const sendInvoice = (
  { db, clock }: World,
  act: StaffAct,
  transactionId: string,
): Promise<Refusal | null> =>
  actOnce({ db, clock }, 'invoice.sent', act, async (tx, { id: userId }) => {
    const isIts = and(eq(invoices.transactionId, transactionId), eq(invoices.kind, 'invoice'));
    const [invoice] = await tx.select({ number: invoices.number }).from(invoices).where(isIts);
    if (!invoice) return refuse('NOT_FOUND', deskMessages.invoiceMissing);
    // The key of an outbox row is what it tells: again is another thing to tell.
    const about = `${transactionId}:${act.key}`;
    const letter = { kind: 'receipt', userId, about, payload: { transactionId } } as const;
    await writeLetter(tx, letter, clock.now());
    return { after: invoice.number, orderId: transactionId };
  });

/** Erases an account as its person could; never that of staff, nor while paid credits are to be refunded. The act stays. */
export async function erase(
  { db, clock, changed }: World,
  act: StaffAct,
  { lostCredits, isAsked }: { lostCredits: number; isAsked: boolean },
): Promise<Refusal | null> {
  const tags: string[] = [];
  const collect = (some: readonly string[]) => {
    tags.push(...some);
    return Promise.resolve();
  };
  const refusal = await actOnce({ db, clock }, 'account.erased', act, async (tx, person) => {
    if (hasStaffPower(person.role, 'seeDesk')) {
      return refuse('ERASURE_REFUSED', deskMessages.staffErased);
    }
    const unrefunded = sayUnrefunded(await findUnrefunded(tx, person.id));
    if (unrefunded !== null) return refuse('ERASURE_REFUSED', unrefunded);
    const within = { db: tx, clock, changed: collect };
    const facts = isAsked ? undefined : act.reason;
    const given = { lostCredits, isByStaff: true, facts } as const;
    return (await eraseAccount(within, person.id, given)) ?? {};
  });
  if (tags.length > 0) await changed(tags);
  return refusal;
}

/** Writes a note about a person, once for its id; 409 `LIMIT_REACHED` where there are many. */
export async function addNote(
  { db, clock }: World,
  note: { id: string; userId: string; writerId: string; text: string },
): Promise<Refusal | null> {
  const isAboutThem = eq(staffNotes.userId, note.userId);
  const [known] = await db.select().from(staffNotes).where(eq(staffNotes.id, note.id));
  if (!known && (await db.$count(staffNotes, isAboutThem)) >= staffNotesMax) {
    return refuse('LIMIT_REACHED', deskMessages.notesFull);
  }
  const [written] = known
    ? [known]
    : await db
        .insert(staffNotes)
        .values({ ...note, createdAt: clock.now() })
        .onConflictDoNothing()
        .returning();
  const isOther = written && (written.userId !== note.userId || written.text !== note.text);
  return isOther ? refuse('WITHDRAWAL_REFUSED', deskMessages.formUsed) : null;
}
