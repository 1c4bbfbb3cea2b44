import { expect, test } from 'vitest';
import { users } from '#server/core/db/schema/identity.ts';
import { createLog } from '#server/core/log.ts';
import { openTestApp } from '#tests/world/app.ts';

test('a database error is logged without user input', async () => {
  const app = await openTestApp();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const lea = { name: 'Léa Secrète', email: 'lea@exemple.test' };
  await app.db.insert(users).values(lea);
  const error: unknown = await app.db
    .insert(users)
    .values(lea)
    .catch((reason: unknown) => reason);
  log.error({ err: error }, 'call failed');
  const [line = ''] = lines;
  expect(line).toContain('insert into');
  expect(line).toContain('users_email_unique');
  expect(line).toContain('log.test.ts');
  expect(line).not.toMatch(/Léa|Secrète|exemple\.test/);
  await app.close();
});

test('any other error keeps its message, its code and its causes', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  log.error({ err: new Error('no answer', { cause }) }, 'call failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'call failed',
    err: { message: 'no answer', cause: { message: 'refused', code: 'ECONNREFUSED' } },
  });
});
