import { asc, isNull, sql, and } from 'drizzle-orm';
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
import { decideNotice, onNotice } from './decide-notice.ts';
import { readPlaces } from './places.ts';
import { noticeNumber } from './receive-notice.ts';

/** Who decides about illegal content. */
const requireStaff = requirePower('decideNotices');

export const calls = [
  endpoint(listContentNotices, requireStaff, async ({ app, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const { notices, next } = await listOpen(app.db, after);
    return { notices, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(decideContentNotice, [requireStaff, onNotice], async ({ app, caller, params, body }) => {
    const refusal = await decideNotice(app, caller.user, { id: params.id, ...body });
    return refusal ?? { success: true as const };
  }),
];

/** A page of what waits for a decision, and the next cursor (null at the end). */
async function listOpen(
  db: Database,
  after: Cursor | null,
): Promise<{ notices: ContentNotice[]; next: Cursor | null }> {
  const { createdAt, id, decidedAt } = contentNotices;
  const isLater = after
    ? sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const rows = await db
    .select()
    .from(contentNotices)
    .where(and(isNull(decidedAt), isLater))
    .orderBy(asc(createdAt), asc(id))
    .limit(contentNoticesPageSize + 1);
  const shown = rows.slice(0, contentNoticesPageSize);
  const places = await readPlaces(db, shown);
  const losses = await Promise.all(
    shown.map(async ({ placeKind, placeId }) =>
      placeKind === 'comment' ? null : await countLoss(db, placeKind, placeId),
    ),
  );
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
      };
    }),
    next: rows.length > shown.length && last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}
