import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What a run of the browser's bench measures. */
export type BrowserBenchOptions = {
  /** Visits of each kind, on each checkout in turn. */
  rounds: number;
  /** Only visits whose name contains this. */
  only: string;
  /** A commit to measure beside this one. */
  against?: string;
};

export const usage = 'npm run bench:browser -- [--rounds 9] [--only PART] [--against COMMIT]';

const given = z.object({
  rounds: z.coerce.number().int().min(1).max(100).default(9),
  only: z.string().default(''),
  against: z.string().min(1).optional(),
});

/** Parses the command line; null for an invalid one. */
export function parseBrowserOptions(words: readonly string[]): BrowserBenchOptions | null {
  const result = given.safeParse(readWords(words));
  if (!result.success) return null;
  const { rounds, only, against } = result.data;
  return { rounds, only, ...(against !== undefined && { against }) };
}

function readWords(words: readonly string[]): unknown {
  try {
    const text = { type: 'string' } as const;
    const options = { rounds: text, only: text, against: text };
    return parseArgs({ args: [...words], options }).values;
  } catch {
    return null;
  }
}
