import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { isCountryCode } from '#shared/money/billing-countries.ts';

/**
 * The caller's address. `trustedHops` proxies in front are trusted: each appends the address it
 * saw to `X-Forwarded-For`, so the caller's is that many from the right; anything further left
 * was written by the caller and is ignored. An IPv6 caller is its /64, one subnet of one
 * household.
 */
export function callerAddress(request: IncomingMessage, trustedHops: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustedHops === 0) return network(direct);
  const named = forwardedAddresses(request).at(-trustedHops);
  return network(named !== undefined && isIP(named) ? named : direct);
}

/**
 * The caller's country as a trusted proxy says it in the header that `COUNTRY_HEADER` names: an ISO
 * code. Null without one, or where it says none: `XX`, `EU`, or `T1` of Cloudflare.
 */
export function networkCountryOf(
  { countryHeader, trustProxyHops }: { countryHeader: string | null; trustProxyHops: number },
  headers: Pick<Headers, 'get'>,
): string | null {
  if (countryHeader === null || trustProxyHops === 0) return null;
  const said = headers.get(countryHeader)?.trim().toUpperCase() ?? '';
  return isCountryCode(said) ? said : null;
}

/** What `X-Forwarded-For` names, the nearest last: addresses where proxies wrote it. */
export function forwardedAddresses(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  return (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((address) => withoutPort(address.trim()))
    .filter((address) => address !== '');
}

/** A network that a caller belongs to, and its budget as a multiple of one address's. */
export type CallerNetwork = { network: string; budgets: number };

/**
 * The networks of an address as `callerAddress` gives it, narrowest first. An IPv4 address is its
 * own. An IPv6 one is its /64, and the /56 and the /48 around it: a household may have as many as
 * 256 subnets, a small company or a rented server 65,536, so that each could pose as a new
 * caller.
 */
export function callerNetworks(address: string): readonly CallerNetwork[] {
  const own = { network: address, budgets: 1 };
  const groups = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(address);
  const [, site, link] = groups ?? [];
  if (site === undefined || link === undefined) return [own];
  const house = (Number.parseInt(link, 16) & 0xff00).toString(16);
  return [
    own,
    { network: `${site}:${house}::/56`, budgets: 4 },
    { network: `${site}::/48`, budgets: 16 },
  ];
}

const knownMax = 10_000;
const knownMaxCharacters = 200;

/**
 * Finds the networks of a request's caller, cached within a bound, for a hot path where parsing
 * each address would be measurable.
 */
export function createNetworkLookup(
  trustedHops: number,
): (request: IncomingMessage) => readonly CallerNetwork[] {
  const known = new Map<string, readonly CallerNetwork[]>();
  return (request) => {
    const direct = request.socket.remoteAddress ?? '';
    const forwarded = trustedHops === 0 ? undefined : request.headers['x-forwarded-for'];
    const key = forwarded === undefined ? direct : `${direct} ${String(forwarded)}`;
    const cached = known.get(key);
    if (cached) return cached;
    const networks = callerNetworks(callerAddress(request, trustedHops));
    if (known.size >= knownMax) known.clear();
    if (key.length <= knownMaxCharacters) known.set(key, networks);
    return networks;
  };
}

/** `1.2.3.4:5678` and `[2001:db8::1]:5678` without their port. */
function withoutPort(address: string): string {
  const bracketed = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1];
  return bracketed ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The network of an address: an IPv6 one's /64. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  const all = [...groups, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, 4).join(':')}::/64`;
}
