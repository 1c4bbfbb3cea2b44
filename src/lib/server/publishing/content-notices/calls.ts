import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { contentNoticesPageSize } from '#shared/constants.ts';
import {
  decideContentNotice,
  listContentNotices,
  type ContentNotice,
} from '#shared/contracts/moderation.ts';
import { contentNotices } from '#server/core/db/schema/community.ts';
import type { Database } from '#server/core/db/database.ts';
import { encodeCursor, readCursor, type Cursor } from '#server/core/http/cursor.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { requirePower } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { countLoss } from '../take-down-chapter.ts';
import { decideNotice, onNotice, readDecision } from './decide-notice.ts';
import { readPlaces } from './places.ts';
import { noticeNumber } from './receive-notice.ts';

/** Who decides about illegal content. */
const requireStaff = requirePower('decideNotices');

export const calls = [
  endpoint(listContentNotices, requireStaff, async ({ app, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const { notices, next } = await listNotices(app.db, after, query.q);
    return { notices, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(decideContentNotice, [requireStaff, onNotice], async ({ app, caller, params, body }) => {
    const refusal = await decideNotice(app, caller.user, { id: params.id, ...body });
    return refusal ?? { success: true as const };
  }),
];

/** A page of what waits for a decision or is asked for, and the next cursor (null at the end). */
async function listNotices(
  db: Database,
  after: Cursor | null,
  asked: string | undefined,
): Promise<{ notices: ContentNotice[]; next: Cursor | null }> {
  const { createdAt, id, decidedAt, sequence, email: sender } = contentNotices;
  const number = /^S-20\d{2}-(\d{6,9})$/i.exec(asked ?? '')?.[1];
  const isNamed =
    number === undefined
      ? eq(sql`lower(${sender})`, (asked ?? '').toLowerCase())
      : eq(sequence, Number(number));
  const isLater = after
    ? sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const rows = await db
    .select()
    .from(contentNotices)
    .where(and(asked ? isNamed : isNull(decidedAt), isLater))
    .orderBy(asc(createdAt), asc(id))
    .limit(contentNoticesPageSize + 1);
  const shown = rows.slice(0, contentNoticesPageSize);
  const places = await readPlaces(db, shown);
  const losses = await Promise.all(
    shown.map(async ({ placeKind, placeId }) =>
      placeKind === 'comment' ? null : await countLoss(db, placeKind, placeId),
    ),
  );
  const decisions = await Promise.all(shown.map((notice) => readDecision(db, notice.id)));
  const last = shown.at(-1);
  return {
    notices: shown.flatMap((notice, at) => {
      const place = places[at];
      if (!place) return [];
      const { category, reasons, name, email, placeKind } = notice;
      return {
        _id: notice.id,
        number: noticeNumber(notice),
        date: notice.createdAt.toISOString(),
        category,
        reasons,
        name,
        email,
        kind: placeKind,
        place: place.words,
        path: place.path,
        isOnline: place.isOnline,
        text: place.text,
        loss: losses[at] ?? null,
        decision: decisions[at] ?? null,
      };
    }),
    next: rows.length > shown.length && last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}
