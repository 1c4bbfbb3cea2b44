/** Edits of what an import proposes; `src/lib/shared/site/import-plan.ts` applies them. */
import { z } from 'zod';
import { tidyLine } from '../text/written-text.ts';

/**
 * Identifies a fragment of a book: « 3 » is the beginning of the third proposal, « 3@2 » what
 * begins at its second heading. Counted from 1, independently of other edits.
 */
const pieceSchema = z
  .string()
  .regex(/^[1-9]\d{0,4}(?:@[1-9]\d{0,4})?$/, 'Ce passage n’est pas dans le livre.');

/** One edit. Their order does not matter, except that the last of one kind for a fragment wins. */
export const importEditSchema = z.discriminatedUnion('kind', [
  /** A chapter begins at this heading. */
  z.object({
    kind: z.literal('split'),
    piece: pieceSchema.regex(/@/, 'On coupe à un intertitre\u00A0: 3@2.'),
  }),
  /** What begins here belongs to the previous chapter. */
  z.object({ kind: z.literal('merge'), piece: pieceSchema }),
  z.object({ kind: z.literal('take'), piece: pieceSchema }),
  z.object({ kind: z.literal('skip'), piece: pieceSchema }),
  z.object({
    kind: z.literal('rename'),
    piece: pieceSchema,
    title: z.string().overwrite(tidyLine).min(1, 'Donnez un titre au chapitre.').max(200),
  }),
]);
export type ImportEdit = z.infer<typeof importEditSchema>;

export const importEditsMax = 5_000;
export const importEditsSchema = z
  .array(importEditSchema)
  .max(importEditsMax, 'Il y a trop de modifications.');

/** How certain the importer is of a proposal's kind. */
export const confidences = ['certain', 'probable', 'doubtful'] as const;
export type Confidence = (typeof confidences)[number];
