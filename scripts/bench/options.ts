import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What a run of the bench measures, and for how long. */
export type BenchOptions = {
  /** Novels of the large catalogue; the small one always has `smallNovels`. */
  novels: number;
  /** Alternating rounds, real server then bare server, for each subject. */
  rounds: number;
  /** Length of one round against one server. */
  roundSeconds: number;
  /** Cold renders of each page on each catalogue. */
  renders: number;
};

export const smallNovels = 1_000;

export const usage = `npm run bench -- [--quick] [--novels 100000] [--rounds 5] [--seconds 2] [--renders 20]`;

const full: BenchOptions = { novels: 100_000, rounds: 5, roundSeconds: 2, renders: 20 };
const quick: BenchOptions = { novels: 5_000, rounds: 2, roundSeconds: 1, renders: 6 };

const whole = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional();

const given = z.object({
  novels: whole(smallNovels, 2_000_000),
  rounds: whole(1, 100),
  seconds: whole(1, 60),
  renders: whole(1, 1_000),
  quick: z.boolean().default(false),
});

/** Parses the command line; null for an invalid one. */
export function parseOptions(words: readonly string[]): BenchOptions | null {
  const values = readWords(words);
  const result = given.safeParse(values);
  if (values === null || !result.success) return null;
  const defaults = result.data.quick ? quick : full;
  return {
    novels: result.data.novels ?? defaults.novels,
    rounds: result.data.rounds ?? defaults.rounds,
    roundSeconds: result.data.seconds ?? defaults.roundSeconds,
    renders: result.data.renders ?? defaults.renders,
  };
}

function readWords(words: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...words],
      options: {
        quick: { type: 'boolean' },
        novels: text,
        rounds: text,
        seconds: text,
        renders: text,
      },
    }).values;
  } catch {
    return null;
  }
}
