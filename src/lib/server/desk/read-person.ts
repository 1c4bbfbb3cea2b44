import { and, desc, eq, gt, max, sql } from 'drizzle-orm';
import { deskListMax, moderationBeginningCharacters } from '#shared/constants.ts';
import type { DeskPersonBody } from '#shared/contracts/desk.ts';
import { beginningOf } from '#shared/site/formats.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments, withheldComments } from '#server/core/db/schema/community.ts';
import { staffNotes } from '#server/core/db/schema/desk.ts';
import { identities, users } from '#server/core/db/schema/identity.ts';
import { creditTransactions, unlocks } from '#server/core/db/schema/money.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { challengeLocks, readingPaces } from '#server/core/db/schema/protection.ts';
import { listBlockers } from '#server/community/blocked-readers.ts';
import { toModeratedName } from '#server/community/moderated-name.ts';
import { listSessions, type User } from '#server/people/identity/sessions.ts';
import { readLog } from './log.ts';
import { readErasure } from './read-erasure.ts';
import { listOrders, toFoundPerson } from './search.ts';
import { isLockOf } from './staff-acts.ts';

type World = Pick<App, 'db' | 'clock' | 'authTokens'>;

/** All that the desk shows of a person: the newest of each list, and sums for who may see them. */
export async function readPerson(
  world: World,
  reader: Pick<User, 'role'>,
  person: User,
): Promise<DeskPersonBody> {
  const { db } = world;
  const { id } = person;
  const hasSums = hasStaffPower(reader.role, 'seeMoney');
  const mayErase =
    person.erasedAt === null &&
    hasStaffPower(reader.role, 'handAccounts') &&
    !hasStaffPower(person.role, 'seeDesk');
  const [
    providers,
    bounced,
    lockedUntil,
    pace,
    open,
    orders,
    unlocked,
    written,
    mails,
    notes,
    blockers,
    log,
  ] = await Promise.all([
    db.select({ name: identities.provider }).from(identities).where(eq(identities.userId, id)),
    db.select().from(mailBounces).where(eq(mailBounces.userId, id)),
    findLock(world, id),
    db.select().from(readingPaces).where(eq(readingPaces.userId, id)),
    listSessions(world, id),
    listOrders(db, reader, eq(creditTransactions.userId, id)),
    listUnlocks(db, id),
    listComments(db, id),
    listMails(db, id),
    listNotes(db, id),
    listBlockers(db, id),
    readLog(db, reader, { person: id }, null, deskListMax),
  ]);
  const noticed = pace.find(({ noticedAt }) => noticedAt !== null);
  return {
    ...toFoundPerson(person),
    erasedAt: toInstant(person.erasedAt),
    providers: providers.map(({ name }) => providerNames[name]),
    bouncedAddress: bounced[0]?.address ?? null,
    suspendedUntil: toInstant(person.commentsSuspendedUntil),
    lockedUntil: toInstant(lockedUntil),
    pace: noticed?.noticedAt
      ? {
          state: noticed.state,
          rate: noticed.rate,
          noticedAt: noticed.noticedAt.toISOString(),
          stoppedUntil: toInstant(noticed.stoppedUntil),
        }
      : null,
    sessions: open.map((session) => ({
      id: session.id,
      device: session.device,
      lastUsedAt: session.lastUsedAt.toISOString(),
    })),
    orders,
    unlocks: unlocked.map(({ at, cost, ...place }) => ({
      ...place,
      at: at.toISOString(),
      ...(hasSums && { cost }),
    })),
    comments: written,
    mails,
    notes,
    blockers,
    log: log.entries,
    ...(hasSums && { credits: person.credits }),
    ...(mayErase && { erasure: await readErasure(world, person) }),
  };
}

const providerNames = { google: 'Google', apple: 'Apple' } as const;

const toInstant = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** The lock that ends last. */
async function findLock({ db, clock }: World, userId: string): Promise<Date | null> {
  const [lock] = await db
    .select({ until: max(challengeLocks.lockedUntil) })
    .from(challengeLocks)
    .where(and(isLockOf(db, userId), gt(challengeLocks.lockedUntil, clock.now())));
  return lock?.until ?? null;
}

const place = { chapterId: chapters.id, title: chapters.title, novelTitle: novels.title };

/** Reviews, and the answers to them, have no chapter. */
const commentPlace = { ...place, title: sql<string>`coalesce(${chapters.title}, 'avis')` };

function listUnlocks(db: Database, userId: string) {
  return db
    .select({ ...place, at: unlocks.createdAt, cost: unlocks.costCredits })
    .from(unlocks)
    .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(unlocks.userId, userId))
    .orderBy(desc(unlocks.createdAt), desc(unlocks.chapterId))
    .limit(deskListMax);
}

async function listComments(db: Database, userId: string): Promise<DeskPersonBody['comments']> {
  const rows = await db
    .select({ comment: comments, withheld: withheldComments.text, place: commentPlace })
    .from(comments)
    .leftJoin(chapters, eq(chapters.id, comments.chapterId))
    .innerJoin(novels, sql`${novels.id} = coalesce(${chapters.novelId}, ${comments.novelId})`)
    .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
    .where(eq(comments.userId, userId))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(deskListMax);
  return rows.map(({ comment, withheld, place: where }) => {
    const isRemoved = comment.removedAt !== null;
    const text = isRemoved ? withheld : comment.text;
    return {
      _id: comment.id,
      at: comment.createdAt.toISOString(),
      place: where,
      beginning: text === null ? null : beginningOf(text, moderationBeginningCharacters),
      isRemoved,
    };
  });
}

async function listMails(db: Database, userId: string): Promise<DeskPersonBody['mails']> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.channel, 'email')))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(deskListMax);
  return rows.map(({ id, kind, createdAt, sentAt, failedAt, failure }) => ({
    _id: id,
    at: (sentAt ?? failedAt ?? createdAt).toISOString(),
    kind,
    state: sentAt ? 'sent' : failedAt ? 'failed' : 'waiting',
    failure,
  }));
}

async function listNotes(db: Database, userId: string): Promise<DeskPersonBody['notes']> {
  const rows = await db
    .select({ note: staffNotes, writer: users })
    .from(staffNotes)
    .leftJoin(users, eq(users.id, staffNotes.writerId))
    .where(eq(staffNotes.userId, userId))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id))
    .limit(deskListMax);
  return rows.map(({ note, writer }) => ({
    _id: note.id,
    at: note.createdAt.toISOString(),
    text: note.text,
    writer: toModeratedName(writer),
  }));
}
