import { desc, eq, isNotNull } from 'drizzle-orm';
import { noticedPacesMax } from '#shared/constants.ts';
import type { NoticedPace } from '#shared/contracts/reading-paces.ts';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { readingPaces } from '#server/core/db/schema/protection.ts';
import { paceWindowMs } from './reading-pace.ts';

/** The accounts that opened premium chapters too fast within the last month, last noticed first. */
export async function listNoticedPaces({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<NoticedPace[]> {
  const now = clock.now();
  const rows = await db
    .select({ pace: readingPaces, user: users })
    .from(readingPaces)
    .innerJoin(users, eq(users.id, readingPaces.userId))
    .where(isNotNull(readingPaces.noticedAt))
    .orderBy(desc(readingPaces.noticedAt), desc(readingPaces.userId))
    .limit(noticedPacesMax);
  return rows.map(({ pace, user }) => ({
    _id: pace.userId,
    name: user.displayName || user.name,
    rate: pace.rate,
    noticedAt: (pace.noticedAt ?? now).toISOString(),
    state: stateOf(pace, now),
    stoppedUntil: pace.stoppedUntil?.toISOString() ?? null,
    traces: {
      natural: pace.naturalTraces,
      mechanical: pace.mechanicalTraces,
      missing: pace.missingTraces,
    },
  }));
}

/** A state without recent changes may be over. */
function stateOf(
  { state, stoppedUntil, noticedAt }: typeof readingPaces.$inferSelect,
  now: Date,
): NoticedPace['state'] {
  if (stoppedUntil !== null && stoppedUntil > now) return 'stopped';
  const isRecent = noticedAt !== null && now.getTime() - noticedAt.getTime() < paceWindowMs;
  return state === 'slowed' && isRecent ? 'slowed' : 'over';
}
