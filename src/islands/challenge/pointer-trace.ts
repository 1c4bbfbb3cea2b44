import { pointerTracePointsMax } from '#shared/constants.ts';

/** Pointer position in pixels, and milliseconds since the question was shown. */
export type TracePoint = { x: number; y: number; t: number };

/** Limits of the request, `contracts/challenge.ts`. */
const coordinateMax = 100_000;
const timeMax = 86_400_000;

/** Records the last 100 pointer positions (specification, section 9); older ones are dropped. */
export function createPointerTrace(beganAtMs: number) {
  let points: TracePoint[] = [];
  return {
    add: ({ x, y, atMs }: { x: number; y: number; atMs: number }) => {
      const point = {
        x: bounded(x, -coordinateMax, coordinateMax),
        y: bounded(y, -coordinateMax, coordinateMax),
        t: bounded(atMs - beganAtMs, 0, timeMax),
      };
      points = [...points, point].slice(-pointerTracePointsMax);
    },
    points: () => points,
  };
}

function bounded(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
