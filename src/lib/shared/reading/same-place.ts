import type { PlaceStateBody } from '../contracts/places.ts';

type Place = PlaceStateBody['place'];

/** Whether two places in a chapter's text are the same one, or both none. */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a === null || b === null) return a === b;
  return a.paragraph === b.paragraph && a.offset === b.offset && a.mark === b.mark;
}
