import type { ChallengeDifficulty } from '../../shared/contracts/challenge.ts';
import type { Face } from './faces.ts';

/**
 * One question of a pool. It has one answer that can be defended; the wrong ones are plausible to
 * somebody who has not understood. Plain spaces: `typeset` makes those that French wants unbroken.
 */
export type ChallengeItem = {
  /** Names the item in the database; never sent. */
  key: string;
  difficulty: ChallengeDifficulty;
  question: string;
  /** What the question is about, where it is a text. */
  passage?: string;
  /** What the question is about, where it is a face. */
  face?: Face;
  answer: string;
  wrong: readonly [string, string, string];
};

/** Puts a no-break space before « ; : ! ? » and inside quotation marks. */
export function typeset(text: string): string {
  return text.replaceAll(/ ([;:!?»])/g, '\u00A0$1').replaceAll('« ', '«\u00A0');
}
