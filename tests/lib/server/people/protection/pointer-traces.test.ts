import { describe, expect, test } from 'vitest';
import { countTraces } from '#server/people/protection/pointer-traces.ts';

const ruled = Array.from({ length: 30 }, (_, n) => ({ x: 20 + n * 9, y: 400 - n * 6, t: n * 16 }));
/** A hand: a curve, slower at both ends, at irregular times. */
const byHand = Array.from({ length: 30 }, (_, n) => ({
  x: 20 + Math.round(260 * (1 - Math.cos((Math.PI * n) / 29)) * 0.5),
  y: 400 - Math.round(60 * Math.sin((Math.PI * n) / 29) + n * 4),
  t: n * 16 + (n % 3) * 5,
}));

describe('the traces of answers', () => {
  test.each([
    ['a hand’s curve', byHand, 'natural'],
    ['a straight line at uneven times', ruled.map((p, n) => ({ ...p, t: p.t + n * n })), 'natural'],
    ['a curve at an even beat', byHand.map((p, n) => ({ ...p, t: n * 16 })), 'natural'],
    ['a ruled line at an even beat', ruled, 'mechanical'],
    ['a keyboard’s, that is none', [], 'missing'],
    ['a tap', [{ x: 10, y: 10, t: 0 }], 'missing'],
    ['a hand that rests', byHand.map((p) => ({ ...p, x: 20, y: 400 })), 'missing'],
    ['what is no trace', { x: 1 }, 'missing'],
    ['nothing', null, 'missing'],
  ])('take %s for what it is', (_, trace, kind) => {
    const none = { natural: 0, mechanical: 0, missing: 0 };
    expect(countTraces([trace])).toEqual({ ...none, [kind]: 1 });
  });

  test('count a copied trace as mechanical, and never a missing one', () => {
    expect(countTraces([byHand, byHand, byHand])).toEqual({
      natural: 1,
      mechanical: 2,
      missing: 0,
    });
    expect(countTraces([[], [], []])).toEqual({ natural: 0, mechanical: 0, missing: 3 });
  });
});
