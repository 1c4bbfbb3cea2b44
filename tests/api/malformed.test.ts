import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from '#server/core/http/field-sentence.ts';
import type { FieldError } from '#shared/contracts/refusals.ts';
import { noBody } from '#shared/contracts/fields.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls } from '../world/calls.ts';
import { signInAs } from '../world/people.ts';

/** Bodies of every wrong shape: a value that is missing, of another type, too long, too short. */
const long = 'x'.repeat(60_000);
const bodies: readonly unknown[] = [undefined, null, 12, [], {}, 'text'];
const values: readonly unknown[] = [null, 12, -1, 1e300, 0.5, '', long, [], [12], {}, true];
/** Sent as well, below the limit of a request: the schema has told of the others. */
const sent = (names: readonly string[]): unknown[] => [
  undefined,
  [],
  ...[null, 'x'.repeat(3_000), [12]].map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  ),
];
const wrongQuery = '?countView=12&page=-1&tri=%00&apres=x&search=a%00b&q=' + 'x'.repeat(2000);

const english = /invalid|expected|received|too (?:big|small)|must|option|unrecognized|required/i;
const isWrong = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  !schema.safeParse(value).success;

describe('what is wrong with a field', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  });
  afterAll(() => app.close());

  test.each(allCalls)('is said in French by %s', (_name, call) => {
    const names = fieldNames(call.body);
    const all = [
      ...bodies,
      ...values.map((value) => Object.fromEntries(names.map((name) => [name, value]))),
    ];
    const told = all.flatMap(
      (body) => call.body.safeParse(body, { error: fieldSentence }).error?.issues ?? [],
    );
    // Something is wrong with each body that has to be a certain one.
    if (call.body !== noBody && !call.isFileBody) expect(told).not.toEqual([]);
    expect(told.filter(({ message }) => english.test(message))).toEqual([]);
  });

  test.each(allCalls)('is refused by %s with 400, in the shape of every refusal', async (...of) => {
    const [name, call] = of;
    // A new user: one of the calls ends its session.
    const { headers } = await signInAs(app, { role: 'admin' });
    /** Its status; where it is 400, what is wrong is told in French. */
    const statusOf = async (path: string, body?: unknown) => {
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await callEndpoint(app, path, { method: call.method, headers, ...text });
      if (response.status === 400) {
        const refusal = (await response.json()) as { error: string; errors?: FieldError[] };
        expect(refusal.error).toBe('MALFORMED');
        const told = refusal.errors ?? [];
        expect(told.filter(({ message }) => english.test(message))).toEqual([]);
      } else await response.body?.cancel();
      expect([name, response.status]).not.toEqual([name, 500]);
      return response.status;
    };
    const hasObject = call.path.includes('{');
    if (isWrong(call.params, { id: '!', slug: '!', name: '!' })) {
      expect(await statusOf(addressOf(call, '!'))).toBe(400);
    }
    if (call.method === 'GET') {
      await statusOf(addressOf(call) + wrongQuery);
      return;
    }
    if (call.isFileBody) return;
    for (const body of sent(fieldNames(call.body))) {
      const status = await statusOf(addressOf(call), body);
      // Whoever may do nothing with an object is refused before the body is read.
      if (!hasObject && isWrong(call.body, body)) expect(status).toBe(400);
    }
  });
});

// PostgreSQL has no year 0, and JavaScript no day after the year 9999.
test.each(allCalls)('no day, month or quarter of another age is taken by %s', (_name, call) => {
  for (const schema of [call.params, call.query, call.body]) {
    for (const [name, field] of fieldsOf(schema)) {
      for (const rest of ['-01-01', '-01', '-T1']) {
        if (isWrong(field, `2026${rest}`) || !isWrong(field, `2026${rest}x`)) continue;
        const taken = ['0000', '1999', '9999'].filter((year) => !isWrong(field, `${year}${rest}`));
        expect([name, taken]).toEqual([name, []]);
      }
    }
  }
});

type Field = Parameters<typeof isWrong>[0];

/** The fields of an object, of the parts of an intersection, and of what a union may be. */
function fieldsOf(schema: z.core.$ZodType): [string, Field][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape) as [string, Field][];
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap(fieldsOf);
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}

/** The names that a body's schema knows, as far as it says so. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const shape = 'shape' in schema ? schema.shape : undefined;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
