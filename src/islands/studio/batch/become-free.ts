import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { FreeRulesBody } from '#shared/contracts/studio-free-rules.ts';

const dayMs = 86_400_000;

/**
 * How many published premium chapters a rule would make free at once, to the hour of a change of
 * clocks. Those whose day their author chose are not counted. Null among `parts` is the novel's rule,
 * which does not concern parts with one of their own.
 */
export function becomeFreeAtOnce(
  chapters: readonly StudioChapterBody[],
  rules: FreeRulesBody,
  parts: readonly (string | null)[],
  days: number,
  now: number,
): number {
  const ruled = new Set<string | null>(rules.parts.map(({ part }) => part));
  return chapters.filter(({ isPremium, status, publishedAt, freeFrom, isFreeByRule, part }) => {
    const isConcerned =
      (part !== null && parts.includes(part)) || (parts.includes(null) && !ruled.has(part));
    if (!isConcerned || !isPremium || status !== 'published' || publishedAt === null) return false;
    if (freeFrom !== null && (!isFreeByRule || Date.parse(freeFrom) <= now)) return false;
    return Date.parse(publishedAt) + days * dayMs <= now;
  }).length;
}
