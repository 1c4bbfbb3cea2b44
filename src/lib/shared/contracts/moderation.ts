import { z } from 'zod';
import { commentLimits } from '../constants.ts';
import {
  contentPlaceKinds,
  noticeCategories,
  noticeLimits,
  noticeMeasures,
} from '../site/content-notices.ts';
import { fieldSentences } from '../site/field-sentences.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { dayField, idParams, idSchema, instantSchema } from './fields.ts';

/** A person as moderators see them. */
const personSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** Until when they are suspended from commenting; null if they are not. */
  suspendedUntil: instantSchema.nullable(),
});
export type SuspendedPerson = z.infer<typeof personSchema>;

/** Moderation acts on a comment, as logged; `kept`: its reports were dismissed. */
export const commentActKinds = ['comment.removed', 'comment.restored', 'comment.kept'] as const;

/** The outcome for a reported comment; `withdrawn`: its own author removed it. */
const outcomeSchema = z.object({
  act: z.enum([...commentActKinds, 'comment.withdrawn']),
  /** The name of the moderator or author. */
  actor: z.string(),
  /** The reason; empty for an author, who is not asked. */
  reason: z.string(),
  date: instantSchema,
});
export type CommentOutcome = z.infer<typeof outcomeSchema>;

/** A reported comment, with its context for moderators. */
export const reportedCommentSchema = z.object({
  _id: idSchema,
  /** Null once a removed comment's words are deleted. */
  text: z.string().nullable(),
  date: instantSchema,
  isRemoved: z.boolean(),
  /** Its words are withheld and can be restored. */
  canRestore: z.boolean(),
  /** It is shown, or an author removed it and could put it back. */
  canRemove: z.boolean(),
  /** Null for an erased account. */
  writer: personSchema.nullable(),
  /** Null for a review of the novel, and for its answer. */
  chapter: z.object({ _id: idSchema, title: z.string(), number: z.int() }).nullable(),
  novel: z.object({ title: z.string(), slug: z.string() }),
  /** Its parent; null at the beginning of a thread. */
  answers: z.object({ text: z.string(), name: z.string() }).nullable(),
  /** How many people reported it: open reports, or all once it is settled. */
  reportCount: z.int(),
  /** Reasons of the first reports, oldest first; empty reasons are left out. */
  reasons: z.array(z.string()),
  reportedAt: instantSchema,
  /** The last act; null for none. */
  outcome: outcomeSchema.nullable(),
});
export type ReportedComment = z.infer<typeof reportedCommentSchema>;

const cursor = z.string().max(200).optional();

/** Reported comments: open ones, oldest report first, or settled ones, newest first. */
export const listReportedComments = defineCall({
  method: 'GET',
  path: '/api/moderation/comments',
  limit: 'read',
  query: z.object({ state: z.enum(['open', 'settled']).default('open'), cursor }),
  response: z.object({
    comments: z.array(reportedCommentSchema),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** The reason, required for every act. */
export const reason = z
  .string(messages.moderationReasonMissing)
  .overwrite(tidyText)
  .min(1, messages.moderationReasonMissing)
  .max(commentLimits.reasonCharacters, `Au plus ${commentLimits.reasonCharacters} caractères.`);

/** `remove`, `restore` or `settle` (without action) a comment. Idempotent. */
const commentAct = <const Path extends string>(path: Path) =>
  defineCall({
    method: 'POST',
    path,
    limit: 'write',
    params: idParams,
    body: z.object({ reason }),
    /** The chapter's number of visible comments afterwards. */
    response: z.object({ comments: z.int() }),
    refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  });

export const moderateRemove = commentAct('/api/moderation/comments/{id}/remove');
export const moderateRestore = commentAct('/api/moderation/comments/{id}/restore');
export const moderateClose = commentAct('/api/moderation/comments/{id}/settle');

/** Suspends a user from commenting until a day, or lifts the suspension. Idempotent. */
export const suspendPerson = defineCall({
  method: 'POST',
  path: '/api/moderation/people/{id}/suspend',
  limit: 'write',
  params: idParams,
  body: z.object({
    reason,
    /** The day, in Paris, from which they may comment again; null: from now on. */
    until: dayField(fieldSentences.dateMissing).nullable(),
  }),
  response: personSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Notices that wait for a decision, oldest first (decision 150); `q`: of this number or sender's address, decided or not. */
export const listContentNotices = defineCall({
  method: 'GET',
  path: '/api/moderation/content-notices',
  limit: 'read',
  query: z.object({ cursor, q: z.string().overwrite(tidyText).max(noticeLimits.email).optional() }),
  response: z.object({
    notices: z.array(
      z.object({
        _id: idSchema,
        number: z.string(),
        date: instantSchema,
        category: z.enum(noticeCategories),
        reasons: z.string(),
        /** Who sent it; empty where they did not say. */
        name: z.string(),
        email: z.string(),
        kind: z.enum(contentPlaceKinds),
        place: z.string(),
        /** Null where nothing is there any more. */
        path: z.string().nullable(),
        isOnline: z.boolean(),
        /** The words of a comment. */
        text: z.string().nullable(),
        /** What taking it away takes: its chapters, their buyers, the credits they spent; null of a comment. */
        loss: z.object({ chapters: z.int(), buyers: z.int(), credits: z.int() }).nullable(),
        decision: z
          .object({
            measure: z.enum(noticeMeasures),
            facts: z.string(),
            rule: z.string(),
          })
          .nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
export type ContentNotice = z.infer<typeof listContentNotices.response>['notices'][number];

const decided = (max: number, missing: string) =>
  z.string(missing).overwrite(tidyText).min(1, missing).max(max, `Au plus ${max} caractères.`);

/** Does what is decided about a notice, records it, and tells both sides. A second decision is refused. */
export const decideContentNotice = defineCall({
  method: 'POST',
  path: '/api/moderation/content-notices/{id}/decide',
  limit: 'write',
  params: idParams,
  body: z.object({
    measure: z.enum(noticeMeasures, 'Choisissez ce qui a été fait.'),
    facts: decided(noticeLimits.facts, messages.noticeFactsMissing),
    /** The law or the paragraph of the terms. */
    rule: decided(noticeLimits.rule, messages.noticeRuleMissing),
  }),
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'NOTICE_DECIDED'],
});
