import type { RequestHeaders } from './to-request.ts';

/**
 * Whether a page of another site caused this request. Browsers send `Sec-Fetch-Site`, older
 * ones `Origin`; a client that is no browser sends neither and needs no protection.
 */
export function isFromElsewhere(headers: RequestHeaders, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = headers.get('host');
  return origin !== siteUrl && origin !== `http://${host}` && origin !== `https://${host}`;
}
