/** Typos that readers report, and what became of their reports (decision 92). */
import { z } from 'zod';
import { ownTyposPageSize, typoLimits } from '../constants.ts';
import { fieldSentences } from '../site/field-sentences.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';

const int32 = 2 ** 31;

/** Words on one line; the spaces of French typography stay what they are. */
const oneLine = (text: string): string => tidyText(text).replaceAll(/[ \n]+/g, ' ');
const words = (missing: string, max: number) =>
  z.string(missing).overwrite(oneLine).min(1, missing).max(max, `Au plus ${max} caractères.`);

export const typoStateSchema = z.enum(['open', 'accepted', 'refused', 'corrected']);

/**
 * Reports a typo in a chapter that the caller may read. The paragraph is named as a place names it
 * (decision 26); `start` counts its characters before the wrong words that are no space. Idempotent:
 * the same words of a paragraph are one report while it is open. Refuses words that are not there
 * with 409 `TEXT_CHANGED`, suspended and blocked readers with `FORBIDDEN`.
 */
export const reportTypo = defineCall({
  method: 'POST',
  path: '/api/chapters/{id}/typo',
  limit: 'comment',
  params: idParams,
  body: z
    .object({
      paragraph: z.int('Le paragraphe n’est pas valide.').min(0).max(1_000_000),
      mark: z
        .int('Le paragraphe n’est pas valide.')
        .min(-int32)
        .max(int32 - 1),
      start: z.int('Les mots ne sont pas valides.').min(0).max(1_000_000),
      wrong: words('Choisissez les mots à corriger.', typoLimits.wrongCharacters),
      correction: words(fieldSentences.correctionMissing, typoLimits.correctionCharacters),
      remark: z
        .string()
        .overwrite(tidyText)
        .max(typoLimits.remarkCharacters, `Au plus ${typoLimits.remarkCharacters} caractères.`)
        .default(''),
    })
    .refine(({ wrong, correction }) => wrong !== correction, {
      path: ['correction'],
      message: messages.typoUnchanged,
    }),
  response: z.object({ _id: idSchema, isNew: z.boolean() }),
  isBehindLock: true,
  refusals: [
    ...(['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'PREMIUM_LOCKED'] as const),
    ...(['ACCESS_LOCKED', 'TEXT_CHANGED'] as const),
  ],
});

/** A report as its reader sees it: their own words, and the answer. */
const ownTypoSchema = z.object({
  _id: idSchema,
  novel: z.object({ slug: z.string(), title: z.string() }),
  chapter: z.object({
    _id: idSchema,
    title: z.string(),
    number: z.int(),
    /** Readers may open it. */
    isPublished: z.boolean(),
  }),
  wrong: z.string(),
  correction: z.string(),
  remark: z.string(),
  date: instantSchema,
  state: typoStateSchema,
  /** Why it was refused; null where it was not. */
  reason: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  /** It has an answer that the reader has not seen. */
  isUnseen: z.boolean(),
});
export type OwnTypo = z.infer<typeof ownTypoSchema>;

/** A page of the caller's own reports, newest first. */
export const listOwnTypos = defineCall({
  method: 'GET',
  path: '/api/typos',
  limit: 'read',
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({ reports: z.array(ownTypoSchema), nextCursor: z.string().nullable() }),
  refusals: ['SIGN_IN_REQUIRED'],
});
export type OwnTyposPage = z.infer<typeof listOwnTypos.response>;

/** The caller has seen the answers to these of their reports. Others are passed over. Idempotent. */
export const seeTypoAnswers = defineCall({
  method: 'PUT',
  path: '/api/typos/seen',
  limit: 'write',
  body: z.object({ ids: z.array(idSchema).min(1).max(ownTyposPageSize) }),
  response: z.object({ seen: z.int() }),
  refusals: ['SIGN_IN_REQUIRED'],
});
