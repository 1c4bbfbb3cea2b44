import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip,
  type BrotliOptions,
} from 'node:zlib';
import type { Dictionary } from './dictionary.ts';

export type Encoding = 'br' | 'gzip' | 'dcb' | 'identity';

/**
 * A body as it is kept: compressed, without its uncompressed copy (`bodyIn`); or uncompressed, where
 * compression was not tried. `dcb`: compressed with a dictionary that some browsers have.
 */
export type Bodies =
  | {
      br: Buffer;
      gzip: Buffer;
      dcb?: { body: Buffer; dictionary: Dictionary };
      identityBytes: number;
      effort: Effort;
    }
  | { identity: Buffer };

/** `thorough` takes some forty milliseconds for a chapter, and is a twelfth smaller. */
type Effort = 'quick' | 'thorough';

const brotliQuality = { once: 3, quick: 5, thorough: 11, thoroughLarge: 9 };
const gzipLevel = { once: 1, quick: 5, thorough: 9 };
const pageBytesMax = 256 * 1024;
const threadedFromBytes = 64 * 1024;
const compressible =
  /^(text\/|image\/svg|application\/(json|xml|atom\+xml|manifest\+json|javascript))/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Compresses a body for its first reader, who waits for it. The ETag identifies the uncompressed
 * bytes, and is weak: it is the same in each encoding, and when `compressThoroughly` is done.
 */
export async function encodeBodies(
  identity: Buffer,
  headers: Record<string, string>,
  dictionary?: Dictionary,
): Promise<{ bodies: Bodies; etag: string }> {
  const etag = etagOf(identity);
  if (!isCompressible(headers['content-type'])) return { bodies: { identity }, etag };
  return { bodies: await compress(identity, 'quick', dictionary), etag };
}

/** The weak ETag of a body. */
export function etagOf(identity: Buffer): string {
  return `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
}

/** Whether bodies of this content type get smaller. */
export function isCompressible(contentType = ''): boolean {
  return compressible.test(contentType);
}

/** The same bodies, as small as they get. */
export async function compressThoroughly(bodies: Bodies): Promise<Bodies> {
  if (isThorough(bodies)) return bodies;
  const dictionary = 'dcb' in bodies ? bodies.dcb.dictionary : undefined;
  return compress(bodyIn(bodies, 'identity'), 'thorough', dictionary);
}

/** Whether `compressThoroughly` has nothing to do. */
export function isThorough(bodies: Bodies): boolean {
  return 'identity' in bodies || bodies.effort === 'thorough';
}

/** Compresses a body that is sent once, in the encoding that its reader prefers. */
export async function compressOnce(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ encoding: Encoding; bytes: Buffer }> {
  const encoding = preferredOf(acceptEncoding);
  if (encoding === 'identity') return { encoding, bytes: body };
  if (encoding === 'gzip') {
    return { encoding, bytes: await compressGzip(body, { level: gzipLevel.once }) };
  }
  // Another thread costs more than a tenth of a millisecond of work.
  const options = brotliOptions(body, brotliQuality.once);
  const isSmall = body.length <= threadedFromBytes;
  const bytes = isSmall ? brotliCompressSync(body, options) : await compressBrotli(body, options);
  return { encoding, bytes };
}

async function compress(
  identity: Buffer,
  effort: Effort,
  dictionary?: Dictionary,
): Promise<Bodies> {
  const isLarge = effort === 'thorough' && identity.length > pageBytesMax;
  const options = brotliOptions(identity, brotliQuality[isLarge ? 'thoroughLarge' : effort]);
  const shared = { ...options, dictionary: dictionary?.bytes };
  const [gzipped, brotlied, short] = await Promise.all([
    compressGzip(identity, { level: gzipLevel[effort] }),
    compressBrotli(identity, options),
    dictionary && compressBrotli(identity, shared),
  ]);
  return {
    br: ownCopy(brotlied),
    gzip: ownCopy(gzipped),
    ...(dictionary &&
      short && { dcb: { body: ownCopy(Buffer.concat([dictionary.prefix, short])), dictionary } }),
    identityBytes: identity.length,
    effort,
  };
}

/** zlib's result is a part of a block of 16 KiB or more, which would be kept along with it. */
function ownCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(length + 16))));
}

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // The encoder allocates its window whatever the length.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
    },
  };
}

/** The bytes in an encoding. Those of `identity` are decompressed for the few who ask for them. */
export function bodyIn(bodies: Bodies, encoding: Encoding): Buffer {
  if ('identity' in bodies) return bodies.identity;
  return compressedIn(bodies, encoding) ?? brotliDecompressSync(bodies.br);
}

/** The length of `bodyIn`. */
export function lengthIn(bodies: Bodies, encoding: Encoding): number {
  if ('identity' in bodies) return bodies.identity.length;
  return compressedIn(bodies, encoding)?.length ?? bodies.identityBytes;
}

function compressedIn(
  { br, gzip, dcb }: Extract<Bodies, { br: Buffer }>,
  encoding: Encoding,
): Buffer | undefined {
  return { br, gzip, dcb: dcb?.body, identity: undefined }[encoding];
}

/** What they take in memory. */
export function bytesOf(bodies: Bodies): number {
  if ('identity' in bodies) return bodies.identity.length;
  return bodies.br.length + bodies.gzip.length + (bodies.dcb?.body.length ?? 0);
}

/**
 * The best encoding that a request accepts and a page has. `q=0` refuses one.
 * @param dictionary the request's `Available-Dictionary`.
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  bodies: Bodies,
  dictionary?: string | string[],
): Encoding {
  if ('identity' in bodies) return 'identity';
  const isShared = dictionary !== undefined && dictionary === bodies.dcb?.dictionary.name;
  if (isShared && acceptEncoding && readAccepted(acceptEncoding).dcb) return 'dcb';
  return preferredOf(acceptEncoding);
}

function preferredOf(acceptEncoding = ''): 'br' | 'gzip' | 'identity' {
  const { br, gzip } = readAccepted(acceptEncoding);
  if (br) return 'br';
  return gzip ? 'gzip' : 'identity';
}

type Accepted = { br: boolean; gzip: boolean; dcb: boolean };

/** Browsers send a handful of different headers: each is parsed once. */
const known = new Map<string, Accepted>();
const knownMax = 64;
const knownMaxCharacters = 200;

function readAccepted(header: string): Accepted {
  const cached = known.get(header);
  if (cached) return cached;
  const accepted = parseAccepted(header);
  if (known.size < knownMax && header.length <= knownMaxCharacters) known.set(header, accepted);
  return accepted;
}

function parseAccepted(header: string): Accepted {
  const refused = new Set<string>();
  const accepted = new Set<string>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (isRefused ? refused : accepted).add(name);
  }
  const takes = (name: string) => accepted.has(name) || (accepted.has('*') && !refused.has(name));
  return { br: takes('br'), gzip: takes('gzip'), dcb: accepted.has('dcb') };
}
