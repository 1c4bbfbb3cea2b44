import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A body in each encoding; an encoding that saves nothing is empty. */
export type Bodies = { identity: Buffer; gzip: Buffer; br: Buffer };

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A page is compressed once and sent often: a chapter takes some forty milliseconds in a worker
 * thread, and is a thousand bytes smaller than at 9, which saves its first reader a round trip.
 */
const brotliQuality = { page: 11, large: 9, once: 4 };
const pageBytesMax = 256 * 1024;
const gzipLevel = { kept: 8, once: 4 };
const compressible = /^(text\/|application\/(json|xml|atom\+xml|manifest\+json|javascript))/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const nothing = Buffer.alloc(0);

/**
 * Compresses a body, thoroughly for the cache, or quickly where it is sent once. The ETag
 * identifies the uncompressed bytes.
 */
export async function encodeBodies(
  identity: Buffer,
  headers: Record<string, string>,
  use: 'kept' | 'once' = 'kept',
): Promise<{ bodies: Bodies; etag: string }> {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  if (!compressible.test(headers['content-type'] ?? '')) {
    return { bodies: { identity, gzip: nothing, br: nothing }, etag };
  }
  const [gzipped, brotlied] = await Promise.all([
    compressGzip(identity, { level: gzipLevel[use] }),
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use === 'once' ? use : sizeOf(identity)],
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
  ]);
  return { bodies: { identity, gzip: gzipped, br: brotlied }, etag };
}

function sizeOf(body: Buffer): 'page' | 'large' {
  return body.length > pageBytesMax ? 'large' : 'page';
}

/** The best encoding that a request accepts and a page has. `q=0` refuses one. */
export function chooseEncoding(acceptEncoding: string | undefined, bodies: Bodies): Encoding {
  if (!acceptEncoding) return 'identity';
  const accepted = readAccepted(acceptEncoding);
  if (bodies.br.length > 0 && accepted.br) return 'br';
  if (bodies.gzip.length > 0 && accepted.gzip) return 'gzip';
  return 'identity';
}

type Accepted = { br: boolean; gzip: boolean };

/** Browsers send a handful of different headers: each is parsed once. */
const known = new Map<string, Accepted>();
const knownMax = 64;
const knownMaxCharacters = 200;

function readAccepted(header: string): Accepted {
  const held = known.get(header);
  if (held) return held;
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
  return { br: takes('br'), gzip: takes('gzip') };
}
