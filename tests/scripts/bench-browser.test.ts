import { describe, expect, test } from 'vitest';
import { parseBrowserOptions } from '#scripts/bench/browser/options.ts';
import { cellsOf, quartiles } from '#scripts/bench/browser/report.ts';

describe('the options of bench:browser', () => {
  test('visits nine times unless told otherwise', () => {
    expect(parseBrowserOptions([])).toEqual({ rounds: 9, only: '' });
    expect(parseBrowserOptions(['--rounds', '3', '--only', 'LCP', '--against', 'main'])).toEqual({
      rounds: 3,
      only: 'LCP',
      against: 'main',
    });
  });

  test.each([[['--rounds', '0']], [['--rounds', 'neuf']], [['--against', '']], [['--vite']]])(
    'refuses %j',
    (words) => {
      expect(parseBrowserOptions(words)).toBeNull();
    },
  );
});

describe('the table of bench:browser', () => {
  const row = { name: 'toucher', unit: 'ms', goal: 200 } as const;

  test('tells how far visits are apart', () => {
    expect(quartiles([9, 1, 5, 3, 7])).toEqual([3, 7]);
    expect(quartiles([4])).toEqual([4, 4]);
  });

  test('compares the medians of two commits, and the last one with the goal', () => {
    expect(
      cellsOf({
        row,
        values: [
          [400, 420, 380],
          [190, 200, 210],
        ],
      }),
    ).toEqual(['toucher (ms)', '400', '380–420', '200', '190–210', '0,50', '200', 'oui']);
    expect(cellsOf({ row, values: [[201]] }).at(-1)).toBe('non');
  });

  test('shows a decimal of what is counted in thousands of bytes', () => {
    const bytes = { name: 'JS', unit: 'kB', goal: 5 } as const;
    expect(cellsOf({ row: bytes, values: [[4.96]] })).toEqual([
      'JS (kB)',
      '5,0',
      '5,0–5,0',
      '5,0',
      'oui',
    ]);
  });
});
