import { describe, expect, test } from 'vitest';
import { drawnCoverOf, drawnKinds } from '#shared/drawn-cover.ts';

describe('the cover of a novel without a picture', () => {
  test('is the same each time, in the colour of its genre', () => {
    const drawn = drawnCoverOf('L’Herbier des disparus', ['Mystery', 'Romance']);
    expect(drawnCoverOf('L’Herbier des disparus', ['Romance'])).toEqual(drawn);
    expect(drawn.initials).toBe('HD');
    expect(drawnCoverOf('L’Herbier des disparus', ['Horror']).hue).not.toBe(drawn.hue);
  });

  test('is one of six, and all of them come up', () => {
    const kinds = Array.from({ length: 60 }, (_, index) => drawnCoverOf(`Roman ${index}`, []).kind);
    expect(new Set(kinds)).toEqual(new Set(drawnKinds));
  });
});
