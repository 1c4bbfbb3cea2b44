import { readingWordsPerMinute } from '#shared/reading/reading-speed.ts';

/**
 * The remaining time of a text, in words.
 *
 * @param words of the whole text.
 * @param read how much of it was read: 1 is its end.
 */
export function timeLeft(words: number, read = 0): string {
  if (read === 1) return 'Fin du chapitre';
  const minutes = (words * (1 - read)) / readingWordsPerMinute;
  return minutes < 1 ? 'Moins d’une minute' : `Encore ${Math.ceil(minutes)}\u00A0min`;
}
