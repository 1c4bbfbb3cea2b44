import { defineConfig, type OxlintConfig } from 'oxlint';
import tseslint from 'typescript-eslint';
import { farAway } from './scripts/lint/far-away.mjs';

type Rules = NonNullable<OxlintConfig['rules']>;

/** Rules of TypeScript, of `typescript-eslint`'s presets. A new one that oxlint lacks stops it. */
const presets = [
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
].flatMap(({ rules = {} }) => Object.entries(rules));

/** Not in oxlint 1.94. */
const lacking = ['@typescript-eslint/no-unsafe-class-instance-assignment'];

const strict = Object.fromEntries(
  presets
    .filter(([name, level]) => level !== 'off' && !lacking.includes(name))
    .map(([name, level]) => [name.replace('@typescript-eslint/', 'typescript/'), level]),
) as Rules;

/** Of JavaScript nothing is known but its syntax. */
const untyped = Object.fromEntries(
  Object.keys(tseslint.configs.disableTypeChecked.rules ?? {})
    .map((name) => name.replace('@typescript-eslint/', 'typescript/'))
    .filter((name) => name in strict)
    .map((name) => [name, 'off']),
) as Rules;

/** What ESLint is not needed for, in a fifth of its time: see `eslint.config.mjs` for the rest. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
    // Those are for ESLint's rules.
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: ['dist/', 'data/', '.astro/', 'test-results/', 'playwright-report/'],
  rules: {
    ...strict,
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/consistent-type-imports': 'error',
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    // An empty setting or text counts as absent.
    'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'no-console': 'error',
    eqeqeq: 'error',
  },
  overrides: [
    {
      files: ['scripts/**', 'sandbox/**', 'tests/**'],
      rules: { 'no-console': 'off', 'no-restricted-imports': ['error', { patterns: [farAway] }] },
    },
    { files: ['*.config.{ts,mjs}'], rules: { 'no-console': 'off' } },
    // App.Locals is extended the way Astro says: an interface that merges.
    { files: ['src/env.d.ts'], rules: { 'typescript/consistent-type-definitions': 'off' } },
    { files: ['**/*.{js,mjs}'], rules: untyped },
  ],
});
