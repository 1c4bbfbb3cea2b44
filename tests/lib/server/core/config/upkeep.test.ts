import { expect, test } from 'vitest';
import { parseUpkeep } from '#server/core/config/upkeep.ts';

const age = `age1${'q'.repeat(58)}`;
const fingerprint = 'ABCD'.repeat(10);

test('backs up nothing by night without a folder', () => {
  expect(parseUpkeep({ BACKUP_KEEP: '3' })).toEqual({
    upkeep: { backups: null, alertEmail: null },
  });
});

test.each([
  [age, { program: 'age', key: age }],
  [`ssh-ed25519 ${'A'.repeat(68)} moi@ici`, { program: 'age' }],
  [fingerprint, { program: 'gpg', key: fingerprint }],
])('encrypts for %s', (key, recipient) => {
  expect(parseUpkeep({ BACKUP_FOLDER: '/nuits', BACKUP_RECIPIENT: key })).toMatchObject({
    upkeep: { backups: { folder: '/nuits', keep: 14, recipient } },
  });
});

test.each([
  { BACKUP_FOLDER: 'nuits' },
  { BACKUP_KEEP: '0' },
  // A private key, a short id that others may have, an option of the program.
  { BACKUP_RECIPIENT: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
  { BACKUP_RECIPIENT: 'ABCD1234' },
  { BACKUP_RECIPIENT: '--output=/etc/passwd' },
  { ALERT_EMAIL: 'moi' },
])('%o is refused by its name', (environment) => {
  const result = parseUpkeep(environment);
  const [name = ''] = Object.keys(environment);
  expect('problems' in result && result.problems).toEqual([
    expect.stringContaining(`${name} n’a pas la forme attendue`),
  ]);
});
