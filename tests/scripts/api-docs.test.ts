import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderApi } from '#scripts/api-docs.ts';

test('docs/api.md says what the contracts say; `npm run docs:api` writes it', async () => {
  expect(await readFile('docs/api.md', 'utf8')).toBe(await renderApi());
});
