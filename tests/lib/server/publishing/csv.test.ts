import { expect, test } from 'vitest';
import { csvLine } from '#server/core/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  [' \t@A1', " \t'@A1"],
  ['＝1', "'＝1"],
  ['a,=1', "a,'=1"],
  ['a; -1', '"a; \'-1"'],
  ['a\t+1|＠b', "a\t'+1|'＠b"],
  ['a\n=1', '"a\n\'=1"'],
  ['"=1', '"""\'=1"'],
  ['\u200B=1', "\u200B'=1"],
  ['\u0001=1', "\u0001'=1"],
  ['a,\u001B+1', "a,\u001B'+1"],
  ['a\u2028=1', "a\u2028'=1"],
  ['a\u0085@b', "a\u0085'@b"],
  ['a - b = c', 'a - b = c'],
  ['Peut-être, dit-elle', 'Peut-être, dit-elle'],
])('no cell is a formula, whatever separates cells: %j', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test('numbers and amounts stay numbers, also below zero', () => {
  expect(csvLine([-3, -0.5, { cents: -1_205 }, { cents: 7 }, null])).toBe(
    '-3;-0,5;-12,05;0,07;\r\n',
  );
});
