import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from '#server/notices/push/public-address.ts';

test.each(['9.9.9.9', '185.199.108.153', '2a00:1450:4007:80e::200a'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  '2002:7f00:1::',
  'localhost',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('a name that leads to this machine is not connected to', async () => {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  publicLookup('localhost', { all: false }, (error) => resolve(error));
  expect((await promise)?.message).toBe('the name leads to no public address');
});
