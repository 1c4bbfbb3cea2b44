import { parseArgs } from 'node:util';
import { z } from 'zod';

/** Parts of the table, in its order. */
const parts = ['pages', 'renders', 'calls', 'unlocks', 'memory', 'mail', 'demo'] as const;
export type BenchPart = (typeof parts)[number];

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
  /** Requests of each call in a round. */
  requests: number;
  /** How long 200 readers read. */
  loadSeconds: number;
  /** Requests over which memory must not grow. */
  manyRequests: number;
  /** Followers who get an e-mail about a new chapter. */
  followers: number;
  /** The only part to measure; all without it. */
  only?: BenchPart;
  /** A commit to measure beside this one. */
  against?: string;
};

export const smallNovels = 1_000;

export const usage = `npm run bench -- [--quick] [--novels 100000] [--rounds 5] [--seconds 2] [--renders 20] [--requests 400] [--only ${parts.join('|')}] [--against COMMIT]`;

const full: BenchOptions = {
  novels: 100_000,
  rounds: 5,
  roundSeconds: 2,
  renders: 20,
  requests: 400,
  loadSeconds: 120,
  manyRequests: 1_000_000,
  followers: 100_000,
};
const quick: BenchOptions = {
  novels: 5_000,
  rounds: 2,
  roundSeconds: 1,
  renders: 6,
  requests: 100,
  loadSeconds: 10,
  manyRequests: 50_000,
  followers: 2_000,
};

const whole = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional();

const given = z.object({
  novels: whole(smallNovels, 2_000_000),
  rounds: whole(1, 100),
  seconds: whole(1, 60),
  renders: whole(1, 1_000),
  requests: whole(1, 10_000),
  against: z.string().min(1).optional(),
  only: z.enum(parts).optional(),
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
    requests: result.data.requests ?? defaults.requests,
    loadSeconds: defaults.loadSeconds,
    manyRequests: defaults.manyRequests,
    followers: defaults.followers,
    ...(result.data.only !== undefined && { only: result.data.only }),
    ...(result.data.against !== undefined && { against: result.data.against }),
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
        requests: text,
        against: text,
        only: text,
      },
    }).values;
  } catch {
    return null;
  }
}
