import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { addressOf, answerWith, close, listen } from '../listen.ts';

/**
 * What it does with requests: as S3; wait for another mood; answer as another kind of server, or half of
 * an object; have no room; show objects to everybody.
 */
type S3Mood = 'well' | 'silent' | 'garbage' | 'cut' | 'full' | 'public';

export type SandboxS3 = {
  /** Settings that make the product store pictures here. */
  environment: Record<
    'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY',
    string
  >;
  /** What the bucket holds, by key. */
  objects: Map<string, Buffer>;
  /** Methods and paths of the requests so far. */
  asked: string[];
  setMood: (mood: S3Mood) => void;
  stop: () => Promise<void>;
};

const region = 'fr-par';
const bucket = 'images';

/**
 * Starts a bucket on this machine: PUT, GET and DELETE of an object by path, for who signs as AWS wants
 * it (version 4). Port 0 is a free one.
 */
export async function startS3(options: { host: string; port: number }): Promise<SandboxS3> {
  const server = await listen(options.port);
  const accessKey = `AK${randomBytes(8).toString('hex').toUpperCase()}`;
  const secretKey = randomBytes(20).toString('base64url');
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let mood: S3Mood = 'well';
  let isChanged = Promise.withResolvers<null>();

  answerWith(server, 'S3', async (request, response) => {
    const path = request.url ?? '/';
    asked.push(`${request.method ?? ''} ${path}`);
    const body = await buffer(request);
    while (mood === 'silent') await isChanged.promise;
    if (mood === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bienvenue</h1>');
      return;
    }
    if (mood === 'public' && !request.headers.authorization) {
      response.writeHead(200).end();
      return;
    }
    const key = path.slice(bucket.length + 2);
    const found = objects.get(key);
    const refusal =
      findRefusal(request, body, { accessKey, secretKey }) ??
      (path.startsWith(`/${bucket}/`) ? null : ([404, 'NoSuchBucket'] as const));
    if (refusal) {
      refuse(response, ...refusal);
    } else if (request.method === 'PUT' && mood === 'full') {
      refuse(response, 403, 'QuotaExceeded');
    } else if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (!found) {
      refuse(response, 404, 'NoSuchKey');
    } else {
      const sent = mood === 'cut' ? found.subarray(0, found.length / 2) : found;
      response.writeHead(200, { 'content-length': sent.length }).end(sent);
    }
  });

  return {
    environment: {
      S3_ENDPOINT: addressOf(server, options.host),
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    objects,
    asked,
    setMood: (next) => {
      mood = next;
      isChanged.resolve(null);
      isChanged = Promise.withResolvers();
    },
    stop: () => close(server),
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function findRefusal(
  { method = '', url = '/', headers }: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): [status: number, code: string] | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return [403, 'AccessDenied'];
  const [, credential, scope = '', scopeRegion, signed = '', signature] = given;
  if (credential !== accessKey) return [403, 'InvalidAccessKeyId'];
  if (scopeRegion !== region) return [400, 'AuthorizationHeaderMalformed'];
  const digest = sha256(body);
  if (headers['x-amz-content-sha256'] !== digest) return [400, 'XAmzContentSHA256Mismatch'];
  const date = String(headers['x-amz-date']);
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url, '', lines.join(''), signed, digest].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  let key: string | Buffer = `AWS4${secretKey}`;
  for (const part of [...scope.split('/'), text]) {
    key = createHmac('sha256', key).update(part).digest();
  }
  return key.toString('hex') === signature ? null : [403, 'SignatureDoesNotMatch'];
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
