import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '#shared/messages.ts';
import type { decideContentNotice } from '#shared/contracts/moderation.ts';
import { noticeMeasures } from '#shared/site/content-notices.ts';
import { paths } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import { moderateComment } from '#server/community/moderate-comment.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import type { Database } from '#server/core/db/database.ts';
import { contentNotices, moderationActs } from '#server/core/db/schema/community.ts';
import { exists } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { lockAddressee, writeLetters, type Letter } from '#server/core/queue/write-letter.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { takeDownChapter, takeDownNovel } from '../take-down-chapter.ts';
import { readPlace } from './places.ts';
import { noticeNumber } from './receive-notice.ts';

/** The notice of the address; else 404 `NOT_FOUND`. */
export const onNotice = exists(
  contentNotices,
  ({ id }: { id: string }) => eq(contentNotices.id, id),
  messages.noticeMissing,
);

/** What the act of a decision keeps, beside its reason: the facts. */
const detailsSchema = z.object({
  number: z.string(),
  place: z.string(),
  path: z.string().nullable(),
  /** It could be seen then; else its title is not told to who sent the notice. */
  wasOnline: z.boolean(),
  measure: z.enum(noticeMeasures),
  rule: z.string(),
  isAutomated: z.literal(false),
  /** Whose content it was; null for an erased account and the publisher itself. */
  personId: z.string().nullable(),
});

type World = Pick<App, 'db' | 'clock' | 'changed'>;
type Decision = z.output<typeof decideContentNotice.body>;

/**
 * Decides about a notice in one transaction: does the measure, records facts, rule and measure in
 * `moderation_acts`, and writes to whoever sent it, and to whose content was restricted. Refuses
 * `NOTICE_DECIDED`, `MALFORMED` for a measure of another kind of content, and `NOT_FOUND` for content
 * that is not there to be removed.
 */
export async function decideNotice(
  { db, clock, changed }: World,
  actor: Pick<User, 'id' | 'role'>,
  { id, ...decision }: Decision & { id: string },
): Promise<Refusal | null> {
  const now = clock.now();
  const tags: string[] = [];
  const collect: World['changed'] = (some) => {
    tags.push(...some);
    return Promise.resolve();
  };
  const refusal = await transactionWithDeadlockRetry(db, async (tx) => {
    const isIt = eq(contentNotices.id, id);
    const [notice] = await tx.select().from(contentNotices).where(isIt).for('update');
    if (!notice) return refuse('NOT_FOUND', messages.noticeMissing);
    if (notice.decidedAt !== null) return refuse('NOTICE_DECIDED', messages.noticeDecided);
    const { measure, facts, rule } = decision;
    if (![notice.placeKind, 'other', 'none'].includes(measure)) {
      const errors = [{ field: 'measure', message: messages.noticeMeasureElsewhere }];
      return refuse('MALFORMED', messages.malformed, { errors });
    }
    // Before it changes what stands there.
    const { words, path, isOnline: wasOnline, personId } = await readPlace(tx, notice);
    const isWritten = measure !== 'none' && personId !== null;
    const isThere = isWritten && (await lockAddressee(tx, personId));
    // Pages are dropped from the cache when all of it is committed.
    const inside = { db: tx, clock, changed: collect };
    const number = noticeNumber(notice);
    // The facts are for both sides, not for the ledgers of readers.
    const reason = `Signalement ${number}`;
    const isDone = await apply(inside, actor, { measure, id: notice.placeId, reason });
    if (!isDone) return refuse('NOT_FOUND', messages.noticeNothingToRemove);
    const kept = { number, place: words, path, wasOnline, measure, rule, personId };
    const details: z.input<typeof detailsSchema> = { ...kept, isAutomated: false };
    const act = { actorId: actor.id, act: 'notice.decided', subjectId: id, reason: facts } as const;
    await tx.insert(moderationActs).values({ ...act, details, createdAt: now });
    await tx.update(contentNotices).set({ decidedAt: now }).where(isIt);
    await writeLetters(tx, lettersOf(notice, isThere ? personId : null), now);
    return null;
  });
  if (isRefusal(refusal)) return refusal;
  if (tags.length > 0) await changed(tags);
  return null;
}

/** Does what was decided, by what admins do without a notice too. @returns whether there was what to do. */
async function apply(
  world: World,
  actor: Pick<User, 'id' | 'role'>,
  { measure, id, reason }: Pick<Decision, 'measure'> & { id: string; reason: string },
): Promise<boolean> {
  switch (measure) {
    case 'comment':
      return !isRefusal(
        await moderateComment(world, actor, { act: 'removed', id, reason, isOfNotice: true }),
      );
    case 'chapter':
      return (await takeDownChapter(world, id, reason, { isOfNotice: true })) !== null;
    case 'novel':
      return (await takeDownNovel(world, id, reason)) !== null;
    case 'other':
    case 'none':
      return true;
  }
}

function lettersOf(
  { id: noticeId, email: address }: typeof contentNotices.$inferSelect,
  personId: string | null,
): Letter[] {
  const [kind, toSender] = ['notice_decided' as const, { noticeId, address }];
  const toPerson = { kind, userId: personId, about: `${noticeId}:person`, payload: { noticeId } };
  return [
    ...(address === '' ? [] : [{ kind, userId: null, about: noticeId, payload: toSender }]),
    ...(personId === null ? [] : [toPerson]),
  ];
}

/**
 * The decision about a notice; null for none. `path` leads its person to what exists afterwards: a chapter
 * that was removed is in the studio alone.
 */
export async function readDecision(db: Database, noticeId: string) {
  const isIt = and(
    eq(moderationActs.subjectId, noticeId),
    eq(moderationActs.act, 'notice.decided'),
  );
  const [act] = await db.select().from(moderationActs).where(isIt);
  if (!act) return null;
  const details = detailsSchema.parse(act.details);
  const left = details.wasOnline ? details.path : null;
  const path = details.measure === 'chapter' ? paths.myNovels : left;
  return { ...details, facts: act.reason, path };
}
