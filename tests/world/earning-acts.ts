import fc from 'fast-check';

/** What may happen between closings. */
export const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('unlock' as const),
      reader: fc.nat(3),
      at: fc.nat(7),
    }),
  },
  fc.record({ kind: fc.constant('bundle' as const), reader: fc.nat(3), at: fc.nat(1) }),
  fc.record({
    kind: fc.constant('gift' as const),
    reader: fc.nat(3),
    credits: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    at: fc.nat(5),
    cents: fc.integer({ min: 1, max: 499 }),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('openDispute' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('closeDispute' as const), at: fc.nat(5), isLost: fc.boolean() }),
  fc.record({
    kind: fc.constant('price' as const),
    at: fc.nat(7),
    credits: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({
    kind: fc.constant('share' as const),
    scope: fc.nat(2),
    basisPoints: fc.nat(10_000),
    daysAgo: fc.integer({ min: -3, max: 40 }),
  }),
  fc.record({ kind: fc.constant('handover' as const), novel: fc.nat(1), author: fc.nat(1) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), author: fc.nat(1) }) },
  fc.record({ kind: fc.constant('returned' as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
);
export type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** What happens at least once: a sale, a payment that comes back, another one, a refund afterwards. */
export const plainYear: Act[] = [
  { kind: 'price', at: 0, credits: 90 },
  { kind: 'share', scope: 0, basisPoints: 5000, daysAgo: 0 },
  { kind: 'buy' },
  { kind: 'unlock', reader: 0, at: 0 },
  { kind: 'close' },
  { kind: 'pay', author: 0 },
  { kind: 'returned' },
  { kind: 'pay', author: 0 },
  { kind: 'close' },
  { kind: 'refund', at: 0, cents: 150 },
];

/** A dispute that is won after the month's end, before its closing: the next month gives it back. */
export const lateWin: Act[] = [
  { kind: 'buy' },
  { kind: 'unlock', reader: 0, at: 0 },
  { kind: 'openDispute', at: 0 },
  { kind: 'days', days: 40 },
  { kind: 'closeDispute', at: 0, isLost: false },
  { kind: 'close' },
];
