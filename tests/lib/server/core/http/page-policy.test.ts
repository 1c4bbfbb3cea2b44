import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrowPolicy } from '#server/core/http/render-page.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a page’s policy keeps the hashes of its own scripts and styles, and no other', () => {
  const html =
    '<style>p{}</style><script type="module">go()</script><script src="/a.js"></script>' +
    '<p>un &lt;script>ailleurs()&lt;/script></p>';
  const policy =
    `default-src 'none'; script-src 'self' ${hashOf('go()')} ${hashOf('ailleurs()')}; ` +
    `style-src 'self' ${hashOf('p{}')} ${hashOf('q{}')}; frame-ancestors 'none'`;
  expect(narrowPolicy(policy, html)).toBe(
    `default-src 'none'; script-src 'self' ${hashOf('go()')}; ` +
      `style-src 'self' ${hashOf('p{}')}; frame-ancestors 'none'`,
  );
});

test.each(['<style>', '<script>', '<script', '</style><script>'])(
  'an author’s “%s” in an attribute takes nothing from the policy',
  (words) => {
    const html =
      `<style>a{}</style><meta content="Un ${words} interdit"><style>p{}</style>` +
      '<body><script>go()</script>';
    const sources = ['a{}', 'p{}', 'go()'].map(hashOf).join(' ');
    expect(narrowPolicy(`style-src 'self' ${sources}`, html)).toBe(`style-src 'self' ${sources}`);
  },
);

test('a script that a page contains, and its policy does not name, stays forbidden', () => {
  const policy = `script-src 'self' ${hashOf('go()')}`;
  expect(narrowPolicy(policy, '<script>steal()</script>')).toBe("script-src 'self'");
});
