import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { RequestOptions } from 'node:https';

/**
 * Networks that are not the public internet (RFC 6890 and its successors at IANA). A list each: Node
 * takes an IPv4 address for one of IPv6 that stands for it.
 */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.ipv4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  // IPv4 in IPv6, and translated to it.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !notPublic[family].check(address, family);
}

/**
 * Whether a push service may be at this address, as far as its text tells: https, at a name (not at an
 * IP address), on the usual port, without credentials. Where the name leads is looked at when it is
 * connected to (`publicLookup`).
 */
export function isPublicEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isName = isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return protocol === 'https:' && isName && port === '' && username === '' && password === '';
}

/**
 * Asks name servers itself: the system's resolver waits in Node's few threads, so that names whose servers
 * are silent would hold up the look-ups of all other connections.
 */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** A name's addresses, for `https.request`: one that leads to no public address is refused there. */
export const publicLookup: NonNullable<RequestOptions['lookup']> = (
  hostname,
  options,
  callback,
) => {
  void findAddresses(hostname).then((addresses) => {
    const [first, ...others] = addresses.filter(({ address }) => isPublicAddress(address));
    if (!first) {
      callback(new Error('the name leads to no public address'), '', 0);
    } else if (options.all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};

/** IPv4 first, like Node; none where no name server answers in time. */
async function findAddresses(hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return [four, six].flatMap((found, at) =>
    found.status === 'fulfilled'
      ? found.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
}
