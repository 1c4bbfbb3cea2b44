import { languageName } from '#shared/site/formats.ts';

/** The languages that are offered, and the novel's own. */
export function languageOptions(
  offered: readonly string[],
  known: string,
): { value: string; label: string }[] {
  const values = known === '' || offered.includes(known) ? offered : [known, ...offered];
  return values.map((value) => ({ value, label: languageName(value) }));
}
