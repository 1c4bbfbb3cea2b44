/** The author's inbox: what readers write about their novels, and what authors do about it. */
import { z } from 'zod';
import { commentTextProblem, cleanCommentText } from '../text/comment-text.ts';
import { commentLimits, heldWordLimits, inboxReadMax } from '../constants.ts';
import { messages } from '../messages.ts';
import { memberRoles } from '../site/novel-powers.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, noBody } from './fields.ts';
import { inboxTypoSchema, inboxWriterSchema } from './studio-typos.ts';

const quotedSchema = z.object({ text: z.string(), name: z.string() });

/** A reader's comment, as the novel's author sees it. */
export const inboxCommentSchema = z.object({
  kind: z.literal('comment'),
  _id: idSchema,
  /** `held`: waits for approval. `removed`: by a moderator or author. `withdrawn`: by its writer. */
  state: z.enum(['shown', 'held', 'removed', 'withdrawn']),
  /** Null once a removed comment's words are deleted. */
  text: z.string().nullable(),
  date: instantSchema,
  writer: inboxWriterSchema,
  /** The caller may remove it: not their own, except for admins. */
  canRemove: z.boolean(),
  /** The caller may block its writer: owners may, and nobody of their team is blocked. */
  canBlock: z.boolean(),
  novel: z.object({ _id: idSchema, title: z.string() }),
  chapter: z.object({
    _id: idSchema,
    title: z.string(),
    number: z.int(),
    areCommentsClosed: z.boolean(),
  }),
  /** Its parent; null at the beginning of a thread. */
  answers: quotedSchema.nullable(),
  /** The author's first answer. */
  answer: quotedSchema.extend({ date: instantSchema }).nullable(),
  /** The word of the novel's list that holds it. */
  heldWord: z.string().nullable(),
  /** Who removed it and why; the caller may put it back while they removed it themselves. */
  removal: z
    .object({ actor: z.string(), reason: z.string(), date: instantSchema, canRestore: z.boolean() })
    .nullable(),
  isRead: z.boolean(),
  /** It does not wait for an answer. */
  isSettled: z.boolean(),
});
export type InboxComment = z.infer<typeof inboxCommentSchema>;

/** One entry of the inbox, by its `kind`. */
export const inboxEntrySchema = z.discriminatedUnion('kind', [inboxCommentSchema, inboxTypoSchema]);
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

export const inboxFilters = ['all', 'unread', 'waiting', 'held', 'typos'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

const cursor = z.string().max(200).optional();

/**
 * A page of the inbox, newest first: of the novels on which the caller has a role, or of one of them.
 * Comments are for roles that answer them, reports of typos for all. Counts stop at `inboxCountMax`.
 */
export const listInbox = defineCall({
  method: 'GET',
  path: '/api/studio/inbox',
  limit: 'read',
  query: z.object({
    filter: z.enum(inboxFilters).default('all'),
    novel: idSchema.optional(),
    cursor,
  }),
  response: z.object({
    entries: z.array(inboxEntrySchema),
    nextCursor: z.string().nullable(),
    counts: z.object({ unread: z.int(), waiting: z.int(), held: z.int(), typos: z.int() }),
    /** Novels that have entries, for the filter; empty on further pages. */
    novels: z.array(z.object({ _id: idSchema, title: z.string() })),
    /** The novel that was asked for, and the caller's role on it; null for all novels. */
    novel: z
      .object({ _id: idSchema, title: z.string(), role: z.enum(['owner', ...memberRoles]) })
      .nullable(),
    /** The caller's role answers comments and holds words: on that novel, or on any of all. */
    answersComments: z.boolean(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
export type InboxPage = z.infer<typeof listInbox.response>;

/** Marks entries read or unread; ids of other people's novels are ignored. Idempotent. */
export const markInboxRead = defineCall({
  method: 'POST',
  path: '/api/studio/inbox/read',
  limit: 'write',
  body: z.object({ ids: z.array(idSchema).min(1).max(inboxReadMax), isRead: z.boolean() }),
  response: z.object({ changed: z.int() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

const reason = z
  .string(messages.moderationReasonMissing)
  .overwrite(tidyText)
  .min(1, messages.moderationReasonMissing)
  .max(commentLimits.reasonCharacters, `Au plus ${commentLimits.reasonCharacters} caractères.`);

/** A call about one comment of the caller's novels; it answers with the changed entry. */
const onComment = <const Path extends string, Body extends z.ZodType>(path: Path, body: Body) =>
  defineCall({
    method: 'POST',
    path,
    limit: 'write',
    params: idParams,
    body,
    response: z.object({ entry: inboxCommentSchema }),
    refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  });

const answerText = z.string('La réponse est vide.').transform((raw, context) => {
  const message = commentTextProblem(raw);
  if (message !== null) context.addIssue({ code: 'custom', message });
  return cleanCommentText(raw);
});

/** Answers a comment where it stands: a reply like any other. Idempotent per `requestId`. */
export const answerComment = onComment(
  '/api/studio/comments/{id}/answer',
  z.object({ text: answerText, requestId: idSchema }),
);

/** Says that a comment waits for no answer, or waits for one again. Idempotent. */
export const closeComment = onComment(
  '/api/studio/comments/{id}/settle',
  z.object({ isSettled: z.boolean() }),
);

/** Removes a comment, or refuses a held one; its writer sees the reason. Idempotent. */
export const removeOwnComment = onComment('/api/studio/comments/{id}/remove', z.object({ reason }));

/** Puts back a comment that the caller removed. Idempotent. */
export const restoreOwnComment = onComment(
  '/api/studio/comments/{id}/restore',
  z.object({ reason }),
);

/** Shows a held comment to everybody. Idempotent. */
export const approveComment = onComment('/api/studio/comments/{id}/approve', noBody);

/**
 * Keeps the comment's writer from commenting on any novel of its novel's author, who alone may do that,
 * and admins. Members of the author's novels cannot be blocked. Idempotent.
 */
export const blockWriter = onComment('/api/studio/comments/{id}/block', z.object({ reason }));

const blockedReaderSchema = z.object({ _id: idSchema, name: z.string(), date: instantSchema });
export type BlockedReader = z.infer<typeof blockedReaderSchema>;

/** Readers whom the caller has blocked, last blocked first. */
export const listBlockedReaders = defineCall({
  method: 'GET',
  path: '/api/studio/blocked-readers',
  limit: 'read',
  query: z.object({ cursor }),
  response: z.object({ readers: z.array(blockedReaderSchema), nextCursor: z.string().nullable() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** Lets a reader comment on the caller's novels again. Idempotent. */
export const unblockReader = defineCall({
  method: 'DELETE',
  path: '/api/studio/blocked-readers/{id}',
  limit: 'write',
  params: idParams,
  response: z.object({ isBlocked: z.literal(false) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

const wordsResponse = z.object({ words: z.array(z.string()) });

/** The words that hold comments of a novel. */
export const getHeldWords = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/held-words',
  limit: 'read',
  params: idParams,
  response: wordsResponse,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** A star is at the end, after a letter, an accent of its own or a digit. */
const starPlaces = /^[^*]*$|^[^*]*[\p{L}\p{M}\p{N}]\*$/u;
const starMisplaced = (word: string): string =>
  `«\u00A0${word}\u00A0»\u00A0: l’étoile ne se met qu’à la fin, juste après une lettre, comme dans «\u00A0spoil*\u00A0».`;

/**
 * Replaces them; comments that are already there stay as they are. A star at the end of a word holds
 * all words that begin so.
 */
export const setHeldWords = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/held-words',
  limit: 'write',
  params: idParams,
  body: z.object({
    words: z
      .array(
        z
          .string()
          .overwrite(tidyText)
          .min(1)
          .max(
            heldWordLimits.characters,
            `Au plus ${heldWordLimits.characters} caractères par mot.`,
          )
          .refine((word) => starPlaces.test(word), {
            error: ({ input }) => starMisplaced(String(input)),
          }),
      )
      .max(heldWordLimits.words, `Au plus ${heldWordLimits.words} mots.`),
  }),
  response: wordsResponse,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Whether the comments of a chapter are closed. */
export const getCommentsClosed = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/comments',
  limit: 'read',
  params: idParams,
  response: z.object({ isClosed: z.boolean() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Closes the comments of a chapter to new ones, or opens them. Idempotent. */
export const setCommentsClosed = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/comments',
  limit: 'write',
  params: idParams,
  body: z.object({ isClosed: z.boolean() }),
  response: z.object({ isClosed: z.boolean() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
