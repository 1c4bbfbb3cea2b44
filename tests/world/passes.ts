import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { challengePasses } from '#server/core/db/schema/protection.ts';

/** As if these chapters' questions had been answered in all of a user's sessions. */
export async function pass(
  { db }: Pick<App, 'db'>,
  userId: string,
  chapterIds: readonly string[],
): Promise<void> {
  const open = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  const passes = open.flatMap(({ id }) =>
    chapterIds.map((chapterId) => ({ sessionId: id, chapterId })),
  );
  await db.insert(challengePasses).values(passes).onConflictDoNothing();
}
