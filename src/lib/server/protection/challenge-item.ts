import { z } from 'zod';
import { challengeDifficulties } from '#shared/contracts/challenge.ts';
import { faceSchema } from './faces.ts';

const text = z.string().trim().min(1).max(400);
const choice = z.string().trim().min(4).max(80);

/**
 * One question of a pool. It has one defensible answer; the wrong ones are plausible to someone
 * who has not understood. Plain spaces: `typeset` makes the no-break ones of French.
 */
export const challengeItemSchema = z.strictObject({
  /** Identifies the item in the database; never sent. */
  key: z.string().regex(/^[a-z]+(?:-[a-z0-9]+)+$/),
  difficulty: z.enum(challengeDifficulties),
  question: text,
  /** What the question is about, where it is a text. */
  passage: text.optional(),
  /** What the question is about, where it is a face. */
  face: faceSchema.optional(),
  answer: choice,
  wrong: z.tuple([choice, choice, choice]),
});
export type ChallengeItem = z.infer<typeof challengeItemSchema>;

/** Puts a no-break space before « ; : ! ? » and inside quotation marks. */
export function typeset(text: string): string {
  return text.replaceAll(/ ([;:!?»])/g, '\u00A0$1').replaceAll('« ', '«\u00A0');
}
