import { z } from 'zod';
import { challengeErrorsMax, pointerTracePointsMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idSchema, instantSchema } from './fields.ts';

/** The five kinds of the specification, section 9: faces, context, idiom, short story, situation. */
export const challengeKinds = ['emotion', 'context', 'idiom', 'story', 'social'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

export const challengeDifficulties = ['easy', 'medium', 'hard'] as const;
export type ChallengeDifficulty = (typeof challengeDifficulties)[number];

/** The caller's lock state, as every call of the challenge returns it. */
const lockStateSchema = z.object({
  /** Wrong answers that count so far; at `errorsMax` access is locked. Shown as “1/2”. */
  errors: z.int().min(0).max(challengeErrorsMax),
  errorsMax: z.literal(challengeErrorsMax),
  lockedUntil: instantSchema.nullable(),
  /** While locked: how many more answers to the suspension page's challenge are accepted. */
  triesLeft: z.int().min(0),
});
export type LockStateBody = z.infer<typeof lockStateSchema>;

/** A question as it is asked; its answer stays in the database. */
export const challengeSchema = z.object({
  challengeId: idSchema,
  kind: z.enum(challengeKinds),
  difficulty: z.enum(challengeDifficulties),
  question: z.string(),
  /** The text that the question is about. */
  passage: z.string().nullable(),
  /** The face that the question is about: the address of an image, and its text alternative. */
  picture: z.object({ src: z.string().startsWith('data:'), alternative: z.string() }).nullable(),
  /** In random order, with random ids. */
  choices: z.array(z.object({ choiceId: idSchema, text: z.string() })).length(4),
  expiresAt: instantSchema,
});
export type ChallengeBody = z.infer<typeof challengeSchema>;

/**
 * Draws a challenge; the server chooses the question, and returns the same one until it is answered
 * or expires. `chapter`: for a premium chapter that the caller may read, or has the credits for;
 * refused with 423 `ACCESS_LOCKED` while locked, and with 409 `CHALLENGE_NOT_NEEDED` if the chapter
 * is free or the session has a pass for it. `suspension`: the suspension page's, for a locked-out
 * caller; refused with 409 for others, and with 423 when this lock's tries are used up.
 */
export const drawChallenge = defineCall({
  method: 'POST',
  path: '/api/challenge/draw',
  limit: 'challenge',
  body: z.discriminatedUnion(
    'purpose',
    [
      z.object({ purpose: z.literal('chapter'), chapterId: idSchema }),
      z.object({ purpose: z.literal('suspension') }),
    ],
    'purpose vaut chapter ou suspension.',
  ),
  response: challengeSchema.extend({ standing: lockStateSchema }),
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'PREMIUM_LOCKED',
    'ACCESS_LOCKED',
    'CHALLENGE_NOT_NEEDED',
  ],
});

const coordinate = z.int().min(-100_000).max(100_000);

/**
 * Answers a challenge, once. A wrong answer is a successful call: `correct` is the result,
 * `feedback` and `notice` are the specification's sentences for the question and for the page.
 */
export const answerChallenge = defineCall({
  method: 'POST',
  path: '/api/challenge/answer',
  limit: 'challenge',
  body: z.object({
    challengeId: idSchema,
    choiceId: idSchema,
    /** The pointer's positions and times in milliseconds; optional, stored as a signal. */
    pointerTrace: z
      .array(z.object({ x: coordinate, y: coordinate, t: z.int().min(0).max(86_400_000) }))
      .max(pointerTracePointsMax, `Au plus ${pointerTracePointsMax} points.`)
      .default([]),
  }),
  response: z.object({
    correct: z.boolean(),
    feedback: z.string(),
    notice: z.string().nullable(),
    standing: lockStateSchema,
  }),
  refusals: ['ACCESS_LOCKED', 'CHALLENGE_GONE'],
});

/** Whether the caller's access is locked, and until when. Never refused for being locked. */
export const getAccessLock = defineCall({
  method: 'GET',
  path: '/api/challenge/lock',
  limit: 'read',
  response: lockStateSchema,
  refusals: [],
});
