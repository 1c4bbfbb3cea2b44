import { z } from 'zod';
import { reviewLimits } from '../constants.ts';
import { cleanCommentText, commentCharacters, commentTextProblem } from '../text/comment-text.ts';
import { tidyLine } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema } from './fields.ts';

const answer = z.object({ text: z.string(), reason: z.string().nullable() });

/**
 * What is the caller's of a novel's reviews: their own (with the reason, where it was removed by others),
 * why they may not write one, the reviews that they find useful, and whether they answer for the novel.
 */
export const getOwnReview = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/review',
  limit: 'read',
  params: idParams,
  response: z.object({
    review: answer.extend({ _id: idSchema, title: z.string(), hasSpoiler: z.boolean() }).nullable(),
    /** Why the caller may not write one; null if they may. */
    closedSentence: z.string().nullable(),
    useful: z.array(idSchema),
    mayAnswer: z.boolean(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});
export type OwnReview = z.infer<typeof getOwnReview.response>;

const words = ({ min, max }: { min: number; max: number }, what = 'Le texte') =>
  z.string(`${what} est vide.`).transform((raw, context) => {
    const isShort = commentCharacters(raw) < min;
    const problem = commentTextProblem(raw, max, what);
    const message = problem ?? (isShort ? `Au moins ${min} caractères.` : null);
    if (message !== null) context.addIssue({ code: 'custom', message });
    return cleanCommentText(raw);
  });

/** Writes or replaces the caller's review; it is removed as a comment is (`removeComment`). */
export const saveReview = defineCall({
  method: 'PUT',
  path: '/api/novels/{id}/review',
  limit: 'comment',
  params: idParams,
  body: z.object({
    title: words(reviewLimits.title, 'Le titre').overwrite(tidyLine),
    text: words(reviewLimits.text),
    hasSpoiler: z.boolean(),
  }),
  response: z.object({ _id: idSchema }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Writes or replaces the one answer of the novel's team to a review. */
export const answerReview = defineCall({
  method: 'PUT',
  path: '/api/reviews/{id}/answer',
  limit: 'comment',
  params: idParams,
  body: z.object({ text: words(reviewLimits.answer) }),
  response: z.object({ _id: idSchema }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Finds another's review useful, or no longer. Idempotent. */
export const voteReview = defineCall({
  method: 'PUT',
  path: '/api/reviews/{id}/useful',
  limit: 'write',
  params: idParams,
  body: z.object({ isUseful: z.boolean() }),
  response: z.object({ useful: z.int() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
