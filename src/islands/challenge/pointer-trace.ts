import { pointerTracePointsMax } from '#shared/constants.ts';

/** Where the pointer was, in pixels, and when, in milliseconds since the question was put. */
export type TracePoint = { x: number; y: number; t: number };

/** Bounds of the call, `contracts/challenge.ts`. */
const coordinateMax = 100_000;
const timeMax = 86_400_000;

/** Collects the pointer's last 100 places (specification, section 9); older ones give way. */
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
