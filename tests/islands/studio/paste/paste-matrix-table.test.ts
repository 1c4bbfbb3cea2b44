import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { matrix, verdictOf } from './matrix.ts';
import { sourceNames, sources } from './sources.ts';

const rowOf = (cells: readonly string[]) => cells.join(' | ');

test('the documentation has the paste matrix that the editor is tested with', async () => {
  const text = await readFile(new URL('../../../../docs/paste-matrix.md', import.meta.url), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| --'))
    .map((line) =>
      rowOf(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    );
  expect(rows).toEqual([
    rowOf(['Construct', ...sourceNames.map((name) => sources[name].name)]),
    ...matrix.map((row) =>
      rowOf([row.construct, ...sourceNames.map((name) => verdictOf(row, row.cells[name]))]),
    ),
  ]);
});
