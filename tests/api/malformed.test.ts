import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldSentence } from '#server/core/http/field-sentence.ts';
import type { FieldError } from '#shared/contracts/refusals.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls } from '../world/calls.ts';
import { signInAs } from '../world/people.ts';

/** Bodies of every wrong shape: a value that is missing, of another type, too long, too short. */
const long = 'x'.repeat(60_000);
const bodies: readonly unknown[] = [undefined, null, 12, [], {}, 'text'];
const values: readonly unknown[] = [null, 12, -1, 1e300, 0.5, '', long, [], [12], {}, true];

describe('what is wrong with a field', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  });
  afterAll(() => app.close());

  test.each(allCalls)('is said in French by %s', async (_name, call) => {
    // A new user: one of the calls ends its session.
    const admin = await signInAs(app, { role: 'admin' });
    const names = fieldNames(call.body);
    const told: FieldError[] = [];
    const isFile = call.isFileBody === true;
    const all = [
      ...bodies,
      ...values.map((value) => Object.fromEntries(names.map((name) => [name, value]))),
    ];
    // Whoever may do nothing with an object is refused before the body is read.
    for (const body of all) {
      const { error } = call.body.safeParse(body, { error: fieldSentence });
      const issues = error?.issues ?? [];
      told.push(...issues.map(({ path, message }) => ({ field: path.join('.'), message })));
    }
    for (const path of [addressOf(call), addressOf(call, '!')]) {
      const isRead = call.method !== 'GET' && !isFile && !path.includes('!');
      for (const body of isRead ? all : [undefined]) {
        const query = '?countView=12&page=-1&tri=%00&apres=x&search=a%00b&q=' + 'x'.repeat(2000);
        const response = await callEndpoint(app, path + query, {
          method: call.method,
          headers: admin.headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        expect(response.status).not.toBe(500);
        if (response.status !== 400) {
          await response.body?.cancel();
          continue;
        }
        const { errors = [] } = (await response.json()) as { errors?: FieldError[] };
        told.push(...errors);
      }
    }
    const english = told.filter(({ message }) =>
      /invalid|expected|received|too (?:big|small)|must|option|unrecognized|required/i.test(
        message,
      ),
    );
    expect(english).toEqual([]);
  });
});

/** The names that a body's schema knows, as far as it says so. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const shape = 'shape' in schema ? schema.shape : undefined;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
