import { plural } from '#shared/site/formats.ts';

/**
 * What was unlocked, in a sentence. None where all that was left has gone since the price was shown,
 * or where an earlier attempt has paid for it and its answer was lost.
 */
export function unlockedSentence(chapters: number): string {
  if (chapters === 0) return 'Il ne restait rien à déverrouiller.';
  return `${plural(chapters, 'chapitre déverrouillé', 'chapitres déverrouillés')}.`;
}
