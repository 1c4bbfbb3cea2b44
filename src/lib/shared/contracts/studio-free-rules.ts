/** The author's area: when premium chapters become free. For permissions see `studio-novels.ts`. */
import { z } from 'zod';
import { chaptersListMax, studioLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams } from './fields.ts';
import { lineOf, studioRefusals } from './studio-novels.ts';

const days = z
  .int('Le nombre de jours est entier.')
  .min(1, 'Au moins un jour.')
  .max(studioLimits.freeAfterDays, `Au plus ${studioLimits.freeAfterDays} jours.`);

const afterSchema = z.object({ kind: z.literal('after'), days });
const neverSchema = z.object({ kind: z.literal('never') });

/** A rule by itself: of a novel, which is set with its first chapters too (`confirmUpload`). */
export const freeRuleSchema = z.discriminatedUnion('kind', [afterSchema, neverSchema]);

const freeRulesSchema = z.object({
  /** The novel's rule: so many days after publication a premium chapter is free. Null: never. */
  days: z.int().nullable(),
  /** Parts with a rule of their own, which goes before the novel's. */
  parts: z.array(z.object({ part: z.string(), days: z.int().nullable() })),
});
export type FreeRulesBody = z.output<typeof freeRulesSchema>;

/** The rules of a novel. */
export const getFreeRules = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/free-rules',
  limit: 'read',
  params: idParams,
  response: freeRulesSchema,
  refusals: studioRefusals,
});

/**
 * Sets the rule of a novel (null among `parts`) or of parts, all or none. Chapters that are out already follow it at
 * once, except those for which a day was chosen; what is free stays free. Idempotent.
 */
export const setFreeRule = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/free-rules',
  limit: 'write',
  params: idParams,
  body: z.object({
    parts: z
      .array(lineOf('La partie', studioLimits.partCharacters).nullable())
      .min(1, 'Choisissez le roman ou une partie.')
      .max(chaptersListMax, `Au plus ${chaptersListMax} parties à la fois.`),
    rule: z.discriminatedUnion('kind', [
      afterSchema,
      neverSchema,
      /** For a part: as the novel. */
      z.object({ kind: z.literal('inherit') }),
    ]),
  }),
  response: freeRulesSchema,
  refusals: studioRefusals,
});
