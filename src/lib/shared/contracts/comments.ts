import { z } from 'zod';
import { cleanCommentText, commentTextProblem } from '../text/comment-text.ts';
import { commentLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { placeSchema } from './places.ts';

/** A comment as one caller sees it; field names of the specification, section 3. */
export const commentSchema = z.object({
  _id: idSchema,
  /**
   * `removed` and `hidden` comments keep their place in the thread; their text is not sent. `held`:
   * waits for approval, sent to its writer alone.
   */
  state: z.enum(['shown', 'held', 'removed', 'hidden']),
  /** Why it was removed, for its writer alone; null for everybody else. */
  reason: z.string().nullable(),
  text: z.string(),
  name: z.string(),
  /** Address of a picture of this site; null to show initials. */
  profileImage: z.string().nullable(),
  /** Who wrote it; null once the account or the comment is gone. */
  user: idSchema.nullable(),
  date: instantSchema,
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  parentId: idSchema.nullable(),
  isReply: z.boolean(),
  mentionId: idSchema.nullable(),
  mentionName: z.string().nullable(),
  /** Its writer owns the novel or is a member of its team. */
  isTeam: z.boolean(),
  /** The caller has reported it; a report counts once. */
  isReported: z.boolean(),
  /** The paragraph that a comment of level 1 is about; null for the chapter (decision 163). */
  place: placeSchema.nullable(),
  /** On level 1: the cursor for `listReplies`; null when all replies are included. */
  repliesCursor: z.string().nullable(),
  /** Oldest first. */
  get replies() {
    return z.array(commentSchema);
  },
});
export type CommentBody = z.infer<typeof commentSchema>;

const cursorQuery = z.object({ cursor: z.string().max(200).optional() });

/**
 * Only threads about these paragraphs, as places name them: `12.-345,12.678`. A paragraph has one mark
 * for each wording that its comments were written under.
 */
const aboutSchema = z
  .string()
  .regex(/^\d{1,7}\.-?\d{1,10}(?:,\d{1,7}\.-?\d{1,10}){0,19}$/, 'Ce paragraphe n’est pas valide.')
  .transform((joined) =>
    joined.split(',').map((pair) => {
      const [paragraph = 0, mark = 0] = pair.split('.').map(Number);
      return { paragraph, mark: mark | 0 };
    }),
  );

/**
 * A page of a chapter's threads, newest first, each with its first replies. `comments` counts all
 * visible ones. Refuses callers who may not read the chapter: its comments quote it.
 */
export const listComments = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/comments',
  limit: 'read',
  params: idParams,
  query: cursorQuery.extend({ about: aboutSchema.optional() }),
  response: z.object({
    threads: z.array(commentSchema),
    nextCursor: z.string().nullable(),
    comments: z.int(),
    /**
     * Until when the caller is suspended from commenting; null if they are not, or not signed
     * in.
     */
    suspendedUntil: instantSchema.nullable(),
    /** Why the caller may not comment here, as a sentence; null if they may. */
    closedSentence: z.string().nullable(),
  }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

/** More replies of a thread, oldest first, as a flat list: `parentId` is each one's parent. */
export const listReplies = defineCall({
  method: 'GET',
  path: '/api/comments/{id}/replies',
  limit: 'read',
  params: idParams,
  query: cursorQuery,
  response: z.object({ replies: z.array(commentSchema), nextCursor: z.string().nullable() }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

const commentText = z.string('Le commentaire est vide.').transform((raw, context) => {
  const message = commentTextProblem(raw);
  if (message !== null) context.addIssue({ code: 'custom', message });
  return cleanCommentText(raw);
});

/**
 * Comments, or replies to `parentId`. A reply to level 3 is added at level 3, next to its
 * parent, and mentions its author unless it mentions another person of the thread. `mentionName`
 * is accepted for the specification's client and ignored: names come from the database. With a
 * `requestId` made by the browser, a retry adds nothing and returns the first request's comment.
 */
export const addComment = defineCall({
  method: 'POST',
  path: '/api/chapters/{id}/comment',
  limit: 'comment',
  params: idParams,
  body: z
    .object({
      text: commentText,
      parentId: idSchema.nullish(),
      isReply: z.boolean().nullish(),
      mentionId: idSchema.nullish(),
      mentionName: z.string().max(200).nullish(),
      requestId: idSchema.optional(),
      /** The paragraph that it is about; a reply has its thread's. */
      place: placeSchema.nullish(),
    })
    .refine(({ isReply, parentId }) => isReply !== true || parentId, {
      path: ['parentId'],
      message: 'Une réponse dit à quel commentaire elle répond.',
    }),
  response: z.object({ comment: commentSchema, comments: z.int() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

const reason = z
  .string()
  .trim()
  .max(commentLimits.reasonCharacters, `Au plus ${commentLimits.reasonCharacters} caractères.`)
  .transform((text) => text.toWellFormed().replaceAll('\0', ''))
  .default('');

/** Removes a comment: its author's, or any for an admin, who may give a reason. Idempotent. */
export const removeComment = defineCall({
  method: 'DELETE',
  path: '/api/comments/{id}',
  limit: 'write',
  params: idParams,
  body: z.object({ reason }).prefault({}),
  response: z.object({ comments: z.int() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/** Reports a comment to the operators. Once per user: a second report changes nothing. */
export const reportComment = defineCall({
  method: 'POST',
  path: '/api/comments/{id}/report',
  limit: 'write',
  params: idParams,
  body: z.object({ reason }).prefault({}),
  response: z.object({ success: z.literal(true) }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

/** Two calls: hide a person's comments from the caller, or show them again. Idempotent. */
const hidingCall = <const Method extends 'PUT' | 'DELETE'>(method: Method) =>
  defineCall({
    method,
    path: '/api/people/{id}/hidden',
    limit: 'write',
    params: idParams,
    response: z.object({ isHidden: z.boolean() }),
    refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  });

export const hidePerson = hidingCall('PUT');
export const unhidePerson = hidingCall('DELETE');
