import { formatCount, formatPercent, plural } from '#shared/formats.ts';

/**
 * How many users read a chapter, and how many of them the next one, in words.
 * @param wentOn null for the last chapter.
 */
export function readerWords(readers: number, wentOn: number | null): string {
  const all = plural(readers, 'lecteur');
  if (wentOn === null || readers === 0) return all;
  if (readers === 1) return `${all}, qui ${wentOn === 1 ? 'a' : 'n’a pas'} lu le suivant`;
  if (wentOn === 0) return `${all}, dont aucun n’a lu le suivant`;
  const share = formatPercent(Math.round((wentOn / readers) * 100));
  const verb = wentOn === 1 ? 'a' : 'ont';
  return `${all}\u00A0: ${formatCount(wentOn)} de ces ${formatCount(readers)} ${verb} lu le suivant (${share})`;
}
