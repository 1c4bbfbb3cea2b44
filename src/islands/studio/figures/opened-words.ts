import { formatCount, formatPercent } from '#shared/site/formats.ts';
import { shareOf } from './share-of.ts';

/** How many of a free chapter's readers unlocked the premium one after it, in a sentence. */
export function openedWords(readers: number, opened: number, next: number): string {
  const chapter = `déverrouillé le chapitre ${next}`;
  const all = formatCount(readers);
  if (readers === 0) return 'Aucun lecteur connecté pour le moment.';
  if (readers === 1) return `Son seul lecteur ${opened === 1 ? 'a' : 'n’a pas'} ${chapter}.`;
  if (opened === 0) return `Aucun des ${all} lecteurs n’a ${chapter}.`;
  if (opened === readers) return `Les ${all} lecteurs ont tous ${chapter}.`;
  const some = opened === 1 ? '1 lecteur' : `${formatCount(opened)} lecteurs`;
  const share = formatPercent(shareOf(opened, readers));
  return `${some} sur ${all} ${opened === 1 ? 'a' : 'ont'} ${chapter} (${share}).`;
}
