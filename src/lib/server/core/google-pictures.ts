/**
 * Pictures at Google: of people's profiles, and of documents that authors copy from. The server fetches
 * them and keeps its own copy, so that no browser asks a third party. No other host is asked for one.
 */

/** Google's picture hosts; other subdomains include virtual machines of Google Cloud customers. */
const host = /^lh\d[\w-]*\.googleusercontent\.com$/;

type Limits = { bytesMax: number; timeoutMs: number };

/**
 * Where the server may fetch a picture; null for any other address.
 * @param issuer OpenID issuer of Google sign-in. If it uses http, as in the demonstration and in tests,
 * requests for Google's picture hosts go to the issuer's origin.
 */
export function findGooglePicture(address: string, issuer: string | null): URL | null {
  const url = URL.parse(address);
  if (!url) return null;
  const testOrigin = issuer?.startsWith('http://') ? new URL(issuer).origin : null;
  if (testOrigin !== null && url.origin === testOrigin) return url;
  const isGoogle =
    url.protocol === 'https:' &&
    host.test(url.hostname) &&
    `${url.port}${url.username}${url.password}` === '';
  if (!isGoogle) return null;
  return testOrigin === null ? url : new URL(`${url.pathname}${url.search}`, testOrigin);
}

/**
 * The bytes there, within the limits; follows no redirect. Throws on any failure; the error's
 * message may contain the address.
 */
export async function downloadPicture(url: URL, { bytesMax, timeoutMs }: Limits): Promise<Buffer> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error('no picture');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new Error('too large a picture');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
