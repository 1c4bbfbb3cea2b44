import { describe, expect, test } from 'vitest';
import { initials, initialsGround, initialsGrounds } from '#shared/site/initials.ts';

describe('initials', () => {
  test.each([
    ['Léa Martin', 'LM'],
    ['léa martin', 'LM'],
    ['Élodie', 'É'],
    ['Jean-Baptiste d’Arcy', 'JA'],
    ['Anne Sophie de La Tour', 'AT'],
    ['  Nora   Lefèvre ', 'NL'],
    ['山田 太郎', '山太'],
    ['🙂 Zoé', 'Z'],
    ['🙂', '?'],
    ['', '?'],
  ])('of “%s” are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test('have a background of their own, always the same for a name', () => {
    const names = Array.from({ length: 200 }, (_, index) => `Personne ${index}`);
    const grounds = names.map(initialsGround);
    expect(names.map(initialsGround)).toEqual(grounds);
    expect(new Set(grounds)).toEqual(new Set(initialsGrounds));
  });

  test.each(initialsGrounds)('are readable in white on %s', (ground) => {
    expect(contrastWithWhite(ground)).toBeGreaterThanOrEqual(4.5);
  });
});

/** WCAG 2.2, contrast ratio. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
