import { expect, test } from 'vitest';
import { findCssProblems, selectorNames, type Source } from '#scripts/build/check-css.ts';
import { inLayers } from '#scripts/build/css-layers.ts';

const page: Source = {
  path: 'src/Page.astro',
  text: `---
import './page.css';
---
<p class="lead" id="top">Bonjour</p>
<style>.lead { color: red }</style>`,
};
const problemsOf = (css: string) => findCssProblems([page, { path: 'src/page.css', text: css }]);

test('a rule for a class that nothing has is found, wherever it stands', () => {
  expect(problemsOf('@layer base { .lead { color: red } #top:hover { top: 0.5rem } }')).toEqual([]);
  expect(
    problemsOf('@media (width > 1px) { .lead { & .gone, .lead > #lost { top: 0 } } }'),
  ).toEqual(['src/page.css: nothing has .gone', 'src/page.css: nothing has #lost']);
});

test('a word of a comment or of the text is no class', () => {
  const source = { path: 'src/words.ts', text: '// gone\nexport const gone = 1;' };
  const sheet = { path: 'src/page.css', text: '.gone { top: 0 }' };
  expect(findCssProblems([page, source, sheet])).toEqual(['src/page.css: nothing has .gone']);
});

test('a name may be put together at run time', () => {
  const source = { path: 'src/Field.tsx', text: 'const name = `field-${kind}`;' };
  const sheet = { path: 'src/page.css', text: '.field-city { top: 0 }' };
  expect(findCssProblems([page, source, sheet])).toEqual([]);
});

test('a sheet that nothing takes in, an order of its own and an important rule are found', () => {
  expect(findCssProblems([{ path: 'src/alone.css', text: '' }])).toEqual([
    'src/alone.css: no module takes this sheet in',
  ]);
  expect(problemsOf('@layer base, mine;')).toEqual([
    'src/page.css: @layer base, mine; is not of scripts/build/css-layers.ts',
  ]);
  expect(problemsOf('@layer mine { .lead { top: 0 !important } }')).toEqual([
    'src/page.css: !important',
    'src/page.css: @layer mine { is not of scripts/build/css-layers.ts',
  ]);
  expect(problemsOf('@layer base { .lead { top: 0 } } .lead { top: 0 }')).toEqual([
    'src/page.css: .lead is in no layer, other rules of the sheet are',
  ]);
});

test('selectors are told from values and from rules about rules', () => {
  expect(selectorNames('@media (min-width: 1.5rem) { a:has(.b) { margin: 0.5em } }')).toEqual([
    '.b',
  ]);
});

test('a sheet that names no layer goes into the last but one', () => {
  expect(inLayers('p { top: 0 }')).toBe('@layer local{p { top: 0 }}');
  expect(inLayers('@layer base { p { top: 0 } }')).toBe('@layer base { p { top: 0 } }');
});
