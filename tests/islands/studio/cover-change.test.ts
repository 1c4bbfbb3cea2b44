import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropOf, moveFrame } from '#islands/studio/novel/cover-change.ts';

const part = fc.double({ min: 0, max: 1, noNaN: true });
const pixels = fc.integer({ min: 1, max: 12_000 });
const frame = fc.record({
  across: part,
  down: part,
  size: fc.double({ min: 0.3, max: 1, noNaN: true }),
});

test('a crop is 2:3 and within the picture, wherever the frame is', () => {
  fc.assert(
    fc.property(frame, pixels, pixels, part, part, (at, width, height, byX, byY) => {
      const moved = moveFrame(at, cropOf(at, width, height), byX - 0.5, byY - 0.5);
      const crop = cropOf(moved, width, height);
      expect((crop.width * width) / (crop.height * height)).toBeCloseTo(2 / 3, 6);
      for (const edge of [crop.x, crop.y]) expect(edge).toBeGreaterThanOrEqual(-1e-9);
      expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9);
      expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test('the largest frame fills a picture of a cover’s proportions', () => {
  const crop = cropOf({ across: 0.5, down: 0.5, size: 1 }, 800, 1200);
  expect(crop).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});
