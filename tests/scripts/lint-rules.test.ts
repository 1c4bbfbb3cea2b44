import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const rules = ['no-own-instanceof', 'no-spread-of-literal', 'one-door', 'layers'].map(
  (name) => `feuilleton/${name}`,
);
/** Only these rules, as in the whole configuration, without the types that others need. */
const linter = new ESLint({
  ruleFilter: ({ ruleId }) => rules.includes(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** The rules' complaints about a text in place of a file of the product. */
async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await linter.lintText(code, { filePath });
  const { messages = [] } = result ?? {};
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.map(({ message }) => message);
}

const page = 'src/pages/api/stripe/webhook.ts';
const own: Record<string, [path: string, code: string]> = {
  'an imported class of ours': [
    page,
    `import { PaymentUnavailable } from '#server/money/payments/stripe-errors.ts';
     export const isIt = (error: unknown) => error instanceof PaymentUnavailable;`,
  ],
  'a class of ours under another name': [
    'src/lib/server/money/payments/handle-stripe-event.ts',
    `import { PaymentUnavailable as Silence } from './stripe-errors.ts';
     export function isIt(error: unknown) { if (!(error instanceof Silence)) throw error; }`,
  ],
  'a class of ours in a namespace': [
    page,
    `import * as stripe from '#server/money/payments/stripe-errors.ts';
     export const isIt = (error: unknown) => error instanceof stripe.PaymentUnavailable;`,
  ],
  'a class of the same file': [
    'src/lib/server/core/db/deadlock-retry.ts',
    `class Refused extends Error {}
     export const isIt = (error: unknown) => error instanceof Refused;`,
  ],
  'a class of ours in an Astro page': [
    'src/pages/404.astro',
    `---
import { PaymentUnavailable } from '#server/money/payments/stripe-errors.ts';
const isIt = (error: unknown) => error instanceof PaymentUnavailable;
---
<p>{isIt(null)}</p>`,
  ],
};

test.each(Object.entries(own))('instanceof with %s is refused', async (_name, [path, code]) => {
  expect(await complaints(path, code)).toHaveLength(1);
});

test('instanceof with a class of the language or of a package is allowed', async () => {
  const code = `import { ClientError } from 'openid-client';
    export const isIt = (error: unknown) => error instanceof ClientError || error instanceof Error;`;
  expect(await complaints(page, code)).toEqual([]);
});

const past: Record<string, [path: string, code: string]> = {
  'the table of texts': [
    'src/lib/server/catalogue/front-page.ts',
    `import { chapters, chapterTexts as texts } from '../core/db/schema/catalogue.ts';
     export const both = [chapters, texts];`,
  ],
  'all tables of the catalogue': [
    'src/lib/server/community/chapter-calls.ts',
    `import * as tables from '#server/core/db/schema/catalogue.ts'; export const all = tables;`,
  ],
  'the table of texts in SQL': [
    'src/lib/server/publishing/studio/text-pictures.ts',
    'export const query = `select html from chapter_texts`;',
  ],
  'a release': [
    'src/lib/server/publishing/save-novel.ts',
    `import { noteRelease } from '../core/queue/note-release.ts'; export const tell = noteRelease;`,
  ],
  'a published version': [
    'src/lib/server/publishing/typos/decide-typo.ts',
    `export { keepPublished } from '../versions/archive-versions.ts';`,
  ],
};

test.each(Object.entries(past))('%s past its one door is refused', async (_name, [path, code]) => {
  expect(await complaints(path, code)).toHaveLength(1);
});

test('the one door itself, and other tables, are allowed', async () => {
  const tables = `import { chapters } from '../core/db/schema/catalogue.ts'; export const all = chapters;`;
  expect(await complaints('src/lib/server/catalogue/front-page.ts', tables)).toEqual([]);
  const texts = `import { chapterTexts } from '../core/db/schema/catalogue.ts';
    export const query = [chapterTexts, 'chapter_texts'];`;
  expect(await complaints('src/lib/server/catalogue/chapter-texts.ts', texts)).toEqual([]);
});

/** Of each layer a file, and an import of a later one. */
const downward: [file: string, imported: string][] = [
  ['core/csv.ts', '../people/identity/sessions.ts'],
  ['people/protection/access-lock.ts', '#server/catalogue/chapters.ts'],
  ['catalogue/reading/access.ts', '../../money/credits/ledger.ts'],
  ['money/credits/ledger.ts', '#server/community/comment-cursor.ts'],
  ['community/inbox.ts', '#server/publishing/apply-publication.ts'],
  ['publishing/apply-publication.ts', '../notices/settings.ts'],
  ['notices/settings.ts', '../account/user-body.ts'],
];

test.each(downward)('%s may not import %s, of a later layer', async (file, imported) => {
  const code = `import { x } from '${imported}'; export const y = x;`;
  expect(await complaints(`src/lib/server/${file}`, code)).toHaveLength(1);
  const type = `import type { App } from '#server/app.ts'; export type Mine = App;`;
  expect(await complaints(`src/lib/server/${file}`, type)).toEqual([]);
});

test('the spread of a literal is refused, in objects and in attributes', async () => {
  const object = 'export const both = (a: number, b: number) => ({ ...{ a, b }, c: 1 });';
  expect(await complaints('src/lib/shared/text/words.ts', object)).toHaveLength(1);
  const attributes = 'export const Name = (name: string) => <b {...{ title: name }}>{name}</b>;';
  expect(await complaints('src/islands/ui/Avatar.tsx', attributes)).toHaveLength(1);
  const other = 'export const both = (a: object) => ({ ...a, ...(a && { c: 1 }) });';
  expect(await complaints('src/lib/shared/text/words.ts', other)).toEqual([]);
});
