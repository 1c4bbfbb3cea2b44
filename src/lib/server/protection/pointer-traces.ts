import { z } from 'zod';
import { pointerTracePointsMax } from '#shared/constants.ts';

/**
 * How a pointer went to an answer. `missing`: there is too little to say anything, as with a
 * keyboard, a screen reader or a finger; it speaks neither for nor against anybody.
 */
type TraceKind = 'natural' | 'mechanical' | 'missing';

/** How many of an account's answers are of each kind. */
export type TraceCounts = Record<TraceKind, number>;

const pointSchema = z.object({ x: z.number(), y: z.number(), t: z.number() });
const traceSchema = z.array(pointSchema).max(pointerTracePointsMax).catch([]);
type Trace = z.output<typeof traceSchema>;

/** Fewer points than this are a tap, or a pointer that rests. */
const pointsMin = 8;
/** Shorter ways than this are a hand that rests on the mouse. */
const wayMinPixels = 60;
/** Whoever draws a line with a hand strays further from it. */
const strayMaxPixels = 0.75;
/** Browsers tell times of movements to the millisecond; a hand does not keep time to two. */
const beatMaxMs = 2;

/**
 * Counts answers by their traces. A trace is mechanical when it is a line as with a ruler, at an even
 * beat, or when it is the very trace of another answer. The signal is weak and easily forged: it is
 * only ever used together with the rate (decision 45).
 */
export function countTraces(stored: readonly unknown[]): TraceCounts {
  const counts: TraceCounts = { natural: 0, mechanical: 0, missing: 0 };
  const seen = new Set<string>();
  for (const one of stored) {
    const trace = traceSchema.parse(one);
    const written = JSON.stringify(trace);
    const kind = kindOf(trace);
    counts[kind !== 'missing' && seen.has(written) ? 'mechanical' : kind]++;
    seen.add(written);
  }
  return counts;
}

/** What one trace says by itself. */
function kindOf(trace: Trace): TraceKind {
  const [first] = trace;
  const last = trace.at(-1);
  if (!first || !last || trace.length < pointsMin) return 'missing';
  const way = Math.hypot(last.x - first.x, last.y - first.y);
  if (way < wayMinPixels) return 'missing';
  const stray = Math.max(
    ...trace.map(
      ({ x, y }) =>
        Math.abs((last.x - first.x) * (first.y - y) - (first.x - x) * (last.y - first.y)) / way,
    ),
  );
  const steps = trace.slice(1).map(({ t }, index) => t - (trace[index]?.t ?? 0));
  const beat = Math.max(...steps) - Math.min(...steps);
  return stray <= strayMaxPixels && beat <= beatMaxMs ? 'mechanical' : 'natural';
}
