import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApiDocument } from './api-description.ts';

const folder = resolve(
  process.env.FEUILLETON_TEST_DATA ?? resolve(import.meta.dirname, '../../../shared/data'),
  'stripe',
);

/** Whether Stripe's API description is missing; without it those tests are skipped. */
export const isAbsent = !existsSync(folder);
export const reason = isAbsent
  ? ` (skipped: no test data at ${folder}; set FEUILLETON_TEST_DATA)`
  : '';

/** Derived from the SDK's types for 2026-07-29.dahlia. */
export function currentDescription(): ApiDocument {
  return readJson('stripe-2026-07-29.dahlia.derived.reduced.spec3.json') as ApiDocument;
}

/** Stripe's own, of 2023-08-16. */
export function officialDescription(): ApiDocument {
  return readJson('stripe-2023-08-16.reduced.spec3.json') as ApiDocument;
}

/** Stripe's example objects of 2026-07-29.dahlia, by kind. */
export function officialFixtures(): Record<string, Record<string, unknown>> {
  const { resources } = readJson('fixtures3-2026-07-29.dahlia.json') as {
    resources: Record<string, Record<string, unknown>>;
  };
  return resources;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(resolve(folder, name), 'utf8'));
}
