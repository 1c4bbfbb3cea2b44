import { describe, expect, test } from 'vitest';
import { drawnCoverOf, drawnKinds, drawnTints } from '#shared/site/drawn-cover.ts';

describe('the cover of a novel without a picture', () => {
  test('is the same each time, in the colour of its genre', () => {
    const draw = (genres: string[], title = 'L’Herbier des disparus') =>
      drawnCoverOf({ id: 'a', title, genres });
    const drawn = draw(['Mystery', 'Romance']);
    expect(draw(['Romance'])).toEqual(drawn);
    expect(drawn.initials).toBe('HD');
    expect(draw(['Horror']).hue).not.toBe(drawn.hue);
    // A corrected title changes its letters alone.
    expect(draw(['Romance'], 'Les Herbiers')).toEqual({ ...drawn, initials: 'H' });
  });

  test('is one of six, and all of them come up', () => {
    const kinds = Array.from(
      { length: 60 },
      (_, index) => drawnCoverOf({ id: `${index}`, title: 'Roman', genres: [] }).kind,
    );
    expect(drawnTints).toHaveLength(6);
    expect(new Set(kinds)).toEqual(new Set(drawnKinds));
  });
});
