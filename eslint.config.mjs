import react from '@eslint-react/eslint-plugin';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { farAway } from './scripts/lint/far-away.mjs';
import { noLooseText } from './scripts/lint/no-loose-text.mjs';
import { noOwnInstanceof } from './scripts/lint/no-own-instanceof.mjs';
import { noSpreadOfLiteral } from './scripts/lint/no-spread-of-literal.mjs';
import { oneDoor } from './scripts/lint/one-door.mjs';
import { upwardOnly } from './scripts/lint/layers.mjs';

/** Imports that a zone may not make (design section 4). */
function mayNotImport(...zones) {
  const forbidden = zones.map(([regex, message]) => ({ regex, message }));
  return ['error', { patterns: [farAway, ...forbidden] }];
}

const server = ['^#server/', 'Server code never reaches the browser.'];
const browser = ['^#browser/', 'This runs on the server: browser code has no place here.'];
const sandbox = ['^#sandbox/', 'Nothing imports the sandbox.'];
const islands = ['^#islands/', 'Only pages and components mount islands.'];
const layouts = ['^#(?:components|layouts)/', 'Code below pages knows no layout.'];
const views = [
  String.raw`^#(?:components|layouts)/|^[./]+/pages/`,
  'Code below pages knows no page.',
];

/** French sentences: an ordinary space there may end the line before a colon or a closing mark. */
const looseMarks = String.raw`/[^\s] [;:!?»](?=[\s.,)]|$)|« /`;
const fixedSpaces = ['Literal[value=', 'TemplateElement[value.raw=', 'JSXText[value=']
  .map((start) => `${start}${looseMarks}]`)
  .map((selector) => ({
    selector,
    message: 'Write a no-break space before ; : ! ? » and after «.',
  }));

/** What calls the API takes the address from the contract. */
const addresses = ['Literal[value=', 'TemplateElement[value.raw='].map((start) => ({
  selector: String.raw`${start}/^\u002Fapi\u002F./]`,
  message: 'Take method and path from the contract: `call`, `addressOf`.',
}));

/** The browser shows what is wrong in a bubble, in its own language and look. */
const bubbles = {
  selector: 'JSXOpeningElement[name.name="form"]:not(:has(JSXAttribute[name.name="noValidate"]))',
  message: 'Write `noValidate`; `useSubmit` checks the fields and shows errors below them.',
};

/** Rules of `@eslint-react` that `react-hooks` has under the same name. */
const onceOnly = Object.fromEntries(
  Object.keys(reactHooks.configs.flat['recommended-latest'].rules)
    .map((rule) => [rule.replace('react-hooks/', '@eslint-react/'), 'off'])
    .filter(([rule]) => rule in react.configs['recommended-type-checked'].rules),
);

/**
 * What oxlint does not do (`oxlint.config.ts`): the product's own rules, React, and what stands in the
 * templates of Astro. Only islands are linted with their types.
 */
export default defineConfig(
  { ignores: ['*', '!src/'] },
  { files: ['src/**/*.{ts,tsx}'], extends: [tseslint.configs.base] },
  {
    files: ['src/**/*.astro'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  ...astro.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    plugins: {
      feuilleton: {
        rules: {
          'no-loose-text': noLooseText,
          'no-own-instanceof': noOwnInstanceof,
          'no-spread-of-literal': noSpreadOfLiteral,
          'one-door': oneDoor,
          layers: upwardOnly,
        },
      },
    },
    rules: { 'feuilleton/no-spread-of-literal': 'error' },
  },
  { files: ['src/**'], rules: { 'feuilleton/no-own-instanceof': 'error' } },
  {
    files: ['src/**'],
    ignores: ['src/lib/server/core/db/schema/**'],
    rules: { 'feuilleton/one-door': 'error' },
  },
  { files: ['src/lib/server/**'], rules: { 'feuilleton/layers': 'error' } },
  {
    // Descriptions of pages for search engines, log lines and pools of questions stay out of it.
    files: [
      'src/islands/**',
      'src/lib/shared/**',
      'src/lib/browser/**',
      ...['publishing', 'money/invoices', 'money/earnings', 'notices/mail'].map(
        (name) => `src/lib/server/${name}/**`,
      ),
    ],
    ignores: ['src/lib/shared/text/typography.ts'],
    rules: { 'no-restricted-syntax': ['error', ...fixedSpaces] },
  },
  {
    files: ['src/lib/shared/**'],
    rules: { 'no-restricted-imports': mayNotImport(server, browser, sandbox, islands, views) },
  },
  {
    // Its own `reader/pages` are no pages of the site: those are further away than the next folder.
    files: ['src/lib/browser/**'],
    rules: {
      'no-restricted-imports': mayNotImport(server, sandbox, islands, layouts),
      'no-restricted-syntax': ['error', ...fixedSpaces, ...addresses],
    },
  },
  {
    files: ['src/lib/server/**'],
    rules: { 'no-restricted-imports': mayNotImport(browser, sandbox, islands, views) },
  },
  {
    files: ['src/islands/**'],
    rules: {
      'no-restricted-imports': mayNotImport(server, sandbox, views),
      'no-restricted-syntax': ['error', ...fixedSpaces, ...addresses, bubbles],
    },
  },
  {
    files: ['src/pages/**', 'src/layouts/**', 'src/components/**'],
    rules: { 'no-restricted-imports': mayNotImport(sandbox) },
  },
  // A page declares itself to Astro (`prerender`) and to the page cache (`cached`).
  {
    // Routes; the second is one in builds alone (astro.config.mjs).
    files: ['src/pages/**/*.astro', 'src/components/MissingRoute.astro'],
    rules: { 'astro/no-exports-from-components': 'off' },
  },
  {
    files: ['src/islands/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    extends: [
      react.configs['recommended-type-checked'],
      // React's own rules say the same; those say it once.
      reactHooks.configs.flat['recommended-latest'],
      jsxA11y.configs.recommended,
    ],
    rules: {
      ...onceOnly,
      'feuilleton/no-loose-text': 'error',
      // Names here follow the tree's habits: `isBusy, setBusy`, and a ref named for what it holds.
      '@eslint-react/use-state': ['error', { enforceAssignment: true, enforceSetterName: false }],
      '@eslint-react/naming-convention-ref-name': 'off',
      '@eslint-react/naming-convention-id-name': 'off',
      // What scrolls is reached by keyboards as well.
      'jsx-a11y-x/no-noninteractive-tabindex': [
        'error',
        { roles: ['tabpanel', 'region'], tags: [] },
      ],
    },
  },
);
