import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  challengeDifficulties,
  challengeKinds,
  type ChallengeKind,
} from '#shared/contracts/challenge.ts';
import { projectRoot } from '#server/core/project-root.ts';
import { faceSchema } from './faces.ts';

const text = z.string().trim().min(1).max(400);
const choice = z.string().trim().min(4).max(80);

/**
 * One question of a pool. It has one defensible answer; the wrong ones are plausible to someone
 * who has not understood. Plain spaces: `typeset` makes the no-break ones of French.
 */
const challengeItemSchema = z.strictObject({
  /** Identifies the item in the database; never sent. */
  key: z.string().regex(/^[a-z]+(?:-[a-z0-9]+)+$/),
  difficulty: z.enum(challengeDifficulties),
  /** What the question is about, where it is a face. */
  face: faceSchema.optional(),
  /** What the question is about, where it is a text. */
  passage: text.optional(),
  question: text,
  answer: choice,
  wrong: z.tuple([choice, choice, choice]),
});
export type ChallengeItem = z.infer<typeof challengeItemSchema>;

/** All questions, by kind. */
export type ChallengeItems = Readonly<Record<ChallengeKind, readonly ChallengeItem[]>>;

/**
 * Reads the pools: a file for each kind, a JSON object on each line.
 *
 * @throws Error in French that names the file and the row which is no question.
 */
export function readChallengeItems(folder: URL = poolsFolder): ChallengeItems {
  const pools = challengeKinds.map((kind) => [kind, readPool(new URL(`${kind}.jsonl`, folder))]);
  return Object.fromEntries(pools) as ChallengeItems;
}

/** Where the pools are, with a trailing slash. */
export const poolsFolder = new URL('src/lib/server/people/protection/pools/', projectRoot);

const jsonSchema = z.string().transform((row, context): unknown => {
  try {
    return JSON.parse(row);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

function readPool(file: URL): ChallengeItem[] {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row, index) => {
    const parsed = jsonSchema.pipe(challengeItemSchema).safeParse(row);
    if (parsed.success) return parsed.data;
    throw new Error(
      `${fileURLToPath(file)}, ligne ${index + 1} : cette question de la vérification est mal écrite.\n` +
        z.prettifyError(parsed.error),
    );
  });
}

/** Puts a no-break space before « ; : ! ? » and inside quotation marks. */
export function typeset(text: string): string {
  return text.replaceAll(/ ([;:!?»])/g, '\u00A0$1').replaceAll('« ', '«\u00A0');
}
