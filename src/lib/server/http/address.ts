import type { IncomingMessage } from 'node:http';

/**
 * The caller's address. `trustedHops` proxies in front are believed: each appends the address it
 * saw to `X-Forwarded-For`, so the caller's is that many from the right; what stands further left
 * was written by the caller and means nothing.
 */
export function callerAddress(request: IncomingMessage, trustedHops: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustedHops === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return forwarded.at(-trustedHops) ?? direct;
}
