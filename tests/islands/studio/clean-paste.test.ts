import { expect, test } from 'vitest';
import { cleanPastedHtml } from '../../../src/islands/studio/editor/clean-paste.ts';

test('attributes, styles and comments go; what says italic or bold is marked', () => {
  const pasted =
    '<!-- x --><style>p{color:red}</style><p class=MsoNormal style="margin:0">' +
    "<span lang=FR style='font-style:italic;font-weight:700'>a</span><o:p>b</o:p></p>";
  expect(cleanPastedHtml(pasted)).toBe('<p><span data-paste="italic bold">a</span></p>');
});

test('the wrapper of Google Docs is not bold', () => {
  const pasted = '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a</p></b>';
  expect(cleanPastedHtml(pasted)).toBe('<span><p>a</p></b>');
});

test('bullets that Word draws are no text', () => {
  const pasted = '<p><!--[if !supportLists]--><span>·&nbsp;</span><!--[endif]-->Un point</p>';
  expect(cleanPastedHtml(pasted)).toBe('<p>Un point</p>');
});

test('words that look like attributes stay', () => {
  expect(cleanPastedHtml('<p>Il écrit style="x" et lang="fr".</p>')).toBe(
    '<p>Il écrit style="x" et lang="fr".</p>',
  );
});

test('what our editor copied stays as it is', () => {
  const copied = '<p data-pm-slice="1 1 []" lang="en">a</p>';
  expect(cleanPastedHtml(copied)).toBe(copied);
});
