/** What of a novel a rule of free chapters is set for. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { FreeRulesBody } from '#shared/contracts/studio-free-rules.ts';
import { plural } from '#shared/site/formats.ts';
import type { TypedRule } from './FreeRuleFields.tsx';

/** Titles of parts, or null alone: the whole novel. */
export type RuleTarget = { label: string; parts: readonly (string | null)[] };

const partsOf = (chapters: readonly StudioChapterBody[]): string[] => [
  ...new Set(chapters.flatMap(({ part }) => (part === null ? [] : [part]))),
];

/**
 * What can be chosen, the proposed one first: the parts of the chosen chapters, if each stands in
 * one; else the novel. Parts that have a rule but no chapter any more are among them.
 */
export function ruleTargets(
  chapters: readonly StudioChapterBody[],
  chosen: readonly StudioChapterBody[],
  rules: FreeRulesBody,
): RuleTarget[] {
  const all = [...new Set([...partsOf(chapters), ...rules.parts.map(({ part }) => part)])];
  const novel: RuleTarget = { label: 'Tout le roman', parts: [null] };
  const single = all.map((part): RuleTarget => ({ label: part, parts: [part] }));
  const wanted = chosen.every(({ part }) => part !== null) ? partsOf(chosen) : [];
  if (wanted.length === 0) return [novel, ...single];
  if (wanted.length > 1) {
    const label = `Les ${wanted.length}\u00A0parties des chapitres choisis`;
    return [{ label, parts: wanted }, novel, ...single];
  }
  const own = single.filter(({ label }) => label === wanted[0]);
  return [...own, novel, ...single.filter((one) => !own.includes(one))];
}

/** The rule that is set there; of several parts, that of the first. */
export function currentRule(
  { days, parts }: FreeRulesBody,
  { parts: [part] }: RuleTarget,
): TypedRule {
  const own = parts.find((one) => one.part === part);
  if (part !== null && own === undefined) return { kind: 'inherit', days: '7' };
  const wanted = part === null ? days : (own?.days ?? null);
  return wanted === null ? { kind: 'never', days: '7' } : { kind: 'after', days: String(wanted) };
}

/** “La règle vaut pour les 12 chapitres de ces parties, et pour ceux qui y viendront.” */
export function reachOf({ parts }: RuleTarget, chapters: readonly StudioChapterBody[]): string {
  if (parts.includes(null)) {
    return 'La règle vaut pour tout le roman, sauf pour les parties qui ont la leur.';
  }
  const count = chapters.filter(({ part }) => parts.includes(part)).length;
  const names = parts.map((part) => `«\u00A0${part ?? ''}\u00A0»`).join(', ');
  const where = parts.length > 1 ? `de ces parties (${names})` : 'de cette partie';
  if (count === 0) return 'Aucun chapitre n’est plus dans cette partie.';
  const those = count > 1 ? `les ${plural(count, 'chapitre')}` : 'le chapitre';
  return `La règle vaut pour ${those} ${where}, et pour ceux qui y viendront.`;
}
