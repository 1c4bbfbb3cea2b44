import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { callerAddress, networkCountryOf, callerNetworks } from '#server/core/http/address.ts';

function request(forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

test.each([
  ['what the caller writes is ignored without a proxy', '1.2.3.4', 0, '10.0.0.1'],
  ['one proxy is believed about the last address only', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['two proxies are believed about the last two', '6.6.6.6, 1.2.3.4, 10.0.0.9', 2, '1.2.3.4'],
  ['fewer addresses than proxies give the direct one', '1.2.3.4', 2, '10.0.0.1'],
  ['no header gives the direct one', undefined, 1, '10.0.0.1'],
  ['empty parts are skipped', ' , 1.2.3.4 ,', 1, '1.2.3.4'],
  ['a port is no part of an address', '1.2.3.4:51823', 1, '1.2.3.4'],
  ['what is no address is not believed', 'moi', 1, '10.0.0.1'],
  ['an IPv6 caller is its network', '2001:db8:1:2:aaaa::1', 1, '2001:db8:1:2::/64'],
  ['in brackets too', '[2001:DB8::5]:443', 1, '2001:db8:0:0::/64'],
  ['an IPv4 address in IPv6 clothes is itself', '::ffff:1.2.3.4', 1, '1.2.3.4'],
])('%s', (_, header, hops, expected) => {
  expect(callerAddress(request(header), hops)).toBe(expected);
});

test.each([
  ['an IPv4 address is its own network', '1.2.3.4', ['1.2.3.4']],
  [
    'an IPv6 one stands in three',
    '2001:db8:1:ab12::/64',
    ['2001:db8:1:ab12::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ],
  [
    'also where it is short',
    '2001:db8:0:7::/64',
    ['2001:db8:0:7::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ],
])('%s', (_, address, expected) => {
  expect(callerNetworks(address).map(({ network }) => network)).toEqual(expected);
});

test.each([
  ['re', 'RE'],
  ['CH', 'CH'],
  ['EU', null],
  ['AP', null],
  ['XX', null],
  ['T1', null],
])('the header’s “%s” is the country %s', (said, country) => {
  const trusted = { countryHeader: 'cf-ipcountry', trustProxyHops: 1 };
  expect(networkCountryOf(trusted, new Headers({ 'cf-ipcountry': said }))).toBe(country);
});
