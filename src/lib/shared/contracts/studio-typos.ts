/** Reports of typos in the inbox of a novel's team, and what the team does about them (decision 92). */
import { z } from 'zod';
import { commentLimits } from '../constants.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { typoStateSchema } from './typos.ts';

/** Who wrote an entry of the inbox, as the novel's team sees them; null for an erased account. */
export const inboxWriterSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    picture: z.string().nullable(),
    isBlocked: z.boolean(),
  })
  .nullable();

/** A reader's report of a typo, as the novel's team sees it. */
export const inboxTypoSchema = z.object({
  kind: z.literal('typo'),
  _id: idSchema,
  state: typoStateSchema,
  /** The paragraph as it was: before the wrong words, they, and after them. */
  before: z.string(),
  wrong: z.string(),
  after: z.string(),
  correction: z.string(),
  /** In the reader's words; '' says nothing. */
  remark: z.string(),
  date: instantSchema,
  writer: inboxWriterSchema,
  novel: z.object({ _id: idSchema, title: z.string() }),
  chapter: z.object({ _id: idSchema, title: z.string(), number: z.int() }),
  /** Null while nobody has answered. */
  decision: z.object({ by: z.string(), date: instantSchema, reason: z.string() }).nullable(),
  /** The caller's role may accept and refuse it. */
  canDecide: z.boolean(),
  /** The caller may block its reader. */
  canBlock: z.boolean(),
  isRead: z.boolean(),
  isSettled: z.boolean(),
});
export type InboxTypo = z.infer<typeof inboxTypoSchema>;

const reason = z
  .string('Dites pourquoi\u00A0: le lecteur lira cette raison.')
  .overwrite(tidyText)
  .min(1, 'Dites pourquoi\u00A0: le lecteur lira cette raison.')
  .max(commentLimits.reasonCharacters, `Au plus ${commentLimits.reasonCharacters} caractères.`);

/**
 * Answers a report, once. `accept` changes the published text in that paragraph alone and keeps a
 * version; the working copy is changed too where it has the same words. It closes other open reports of
 * the same words. `corrected` says that the text is right by now. The same answer again changes nothing,
 * another one is refused with 409 `TYPO_DECIDED`. 409 `TEXT_CHANGED` where the words cannot be found
 * or changed by themselves.
 *
 * `isLeftInCopy` in the answer: the working copy has words like the wrong ones and could not be
 * corrected; its publication would bring the typo back.
 */
export const decideTypo = defineCall({
  method: 'POST',
  path: '/api/studio/typos/{id}/decision',
  limit: 'write',
  params: idParams,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('accept') }),
    z.object({ decision: z.literal('corrected') }),
    z.object({ decision: z.literal('refuse'), reason }),
  ]),
  response: z.object({ entry: inboxTypoSchema, isLeftInCopy: z.boolean() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'TEXT_CHANGED', 'TYPO_DECIDED'],
});
export type TypoDecision = z.infer<typeof decideTypo.body>;

/** Blocks the reader who reported a typo, as `blockWriter` does for a comment's. Idempotent. */
export const blockReporter = defineCall({
  method: 'POST',
  path: '/api/studio/typos/{id}/block',
  limit: 'write',
  params: idParams,
  body: z.object({
    reason: z
      .string(messages.moderationReasonMissing)
      .overwrite(tidyText)
      .min(1, messages.moderationReasonMissing)
      .max(commentLimits.reasonCharacters, `Au plus ${commentLimits.reasonCharacters} caractères.`),
  }),
  response: z.object({ entry: inboxTypoSchema }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
