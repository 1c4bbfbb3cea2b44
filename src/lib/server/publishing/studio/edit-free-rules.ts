import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { FreeRulesBody, setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { freeRules } from '#server/core/db/schema/free-rules.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import { applyFreeRules } from '../free-rules.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';

type Input = z.output<(typeof setFreeRule)['body']>;

/** The rules of a novel. Refuses as `findOwnNovel`. */
export async function readFreeRules(
  { db }: Pick<App, 'db'>,
  author: Author,
  novelId: string,
): Promise<FreeRulesBody | Refusal> {
  const novel = await findOwnNovel(db, author, novelId, 'price');
  return isRefusal(novel) ? novel : rulesOf(db, novelId);
}

async function rulesOf(db: Database, novelId: string): Promise<FreeRulesBody> {
  const rows = await db
    .select({ part: freeRules.part, days: freeRules.days })
    .from(freeRules)
    .where(eq(freeRules.novelId, novelId))
    .orderBy(asc(freeRules.part));
  return {
    days: rows.find(({ part }) => part === '')?.days ?? null,
    parts: rows.filter(({ part }) => part !== ''),
  };
}

/** Sets rules, and with them from when the novel's chapters are free. Refuses as `findOwnNovel`. */
export async function writeFreeRule(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  author: Author,
  novelId: string,
  input: Input,
): Promise<FreeRulesBody | Refusal> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'price', { lock: true });
    if (isRefusal(novel)) return novel;
    await replaceRules(tx, novelId, input);
    await applyFreeRules(tx, novelId, clock.now());
    return { rules: await rulesOf(tx, novelId), isSeen: !novel.isDraft };
  });
  if (isRefusal(done)) return done;
  if (done.isSeen) await changed(pagesOf(novelId));
  return done.rules;
}

/**
 * Writes the rule of a novel (null among `parts`) or of parts of it; `applyFreeRules` makes the
 * chapters follow.
 */
export async function replaceRules(
  tx: Database,
  novelId: string,
  { parts, rule }: Input,
): Promise<void> {
  // Without a row, a part has the rule of its novel, and the novel none.
  const isRowless = (part: string | null) =>
    rule.kind === 'inherit' || (rule.kind === 'never' && part === null);
  const [rowless, ruled] = [parts.filter(isRowless), parts.filter((part) => !isRowless(part))];
  const titles = (some: Input['parts']) => [...new Set(some.map((part) => part ?? ''))];
  await tx
    .delete(freeRules)
    .where(and(eq(freeRules.novelId, novelId), inArray(freeRules.part, titles(rowless))));
  if (ruled.length === 0) return;
  const days = rule.kind === 'after' ? rule.days : null;
  await tx
    .insert(freeRules)
    .values(titles(ruled).map((part) => ({ novelId, part, days })))
    .onConflictDoUpdate({ target: [freeRules.novelId, freeRules.part], set: { days } });
}
