import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { may, memberRoles, novelPowers } from '#shared/site/novel-powers.ts';

/** The rows of the decision's table: powers and, for each role, yes or nothing. */
async function readTable(): Promise<Map<string, boolean[]>> {
  const text = await readFile('docs/decisions/0086-people-of-a-novel.md', 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('`'));
  return new Map(
    rows.flatMap((row) => {
      const [, name = '', ...cells] = row.split('|');
      const granted = cells.slice(0, 5).map((cell) => cell.trim() === 'yes');
      return [...name.matchAll(/`(\w+)`/g)].map(([, power = '']) => [power, granted] as const);
    }),
  );
}

test('the decision’s table says what the code does', async () => {
  const roles = ['owner', ...memberRoles] as const;
  const coded = novelPowers.map((power) => [power, roles.map((role) => may(role, power))] as const);
  const order = (rows: Iterable<readonly [string, boolean[]]>) =>
    [...rows].toSorted(([a], [b]) => a.localeCompare(b));
  expect(order(await readTable())).toEqual(order(coded));
});

test('nobody but the owner sees pay, blocks readers, manages people, gives the novel on or deletes it', () => {
  for (const power of ['pay', 'block', 'people', 'transfer', 'deleteNovel'] as const) {
    expect(may('owner', power)).toBe(true);
    expect(memberRoles.filter((role) => may(role, power))).toEqual([]);
  }
});
