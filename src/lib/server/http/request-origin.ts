/**
 * Whether a page of another site made the browser send this. Browsers say so themselves
 * (`Sec-Fetch-Site`), older ones by `Origin`; a program that is no browser says nothing, and is
 * nobody's victim.
 */
export function isFromElsewhere(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = headers.get('host');
  return origin !== siteUrl && origin !== `http://${host}` && origin !== `https://${host}`;
}
