import { z } from 'zod';
import { pointerTracePointsMax } from '#shared/constants.ts';

/**
 * How a pointer moved to an answer. `missing`: too little data, as with a keyboard, a screen
 * reader or a finger; it counts neither for nor against anyone.
 */
type TraceKind = 'natural' | 'mechanical' | 'missing';

/** How many of an account's answers are of each kind. */
export type TraceCounts = Record<TraceKind, number>;

const pointSchema = z.object({ x: z.number(), y: z.number(), t: z.number() });
const traceSchema = z.array(pointSchema).max(pointerTracePointsMax).catch([]);
type Trace = z.output<typeof traceSchema>;

/** Fewer points than this are a tap, or a pointer at rest. */
const pointsMin = 8;
/** Shorter paths than this are a hand that rests on the mouse. */
const wayMinPixels = 60;
/** A line drawn by hand strays further from it. */
const strayMaxPixels = 0.75;
/** Browsers report times of movements to the millisecond; a hand is not regular to two. */
const beatMaxMs = 2;

/**
 * Counts answers by their traces. A trace is mechanical when it is a straight line at an even
 * rhythm, or identical to another answer's. The signal is weak and easily forged: it is only ever
 * used together with the rate (decision 45).
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

/** The kind of a single trace. */
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
