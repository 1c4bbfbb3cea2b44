import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { v7 as uuidv7 } from 'uuid';
import type { S3Settings } from './config/s3.ts';
import { codeOf } from './error-code.ts';

/** A bucket by S3's protocol. What fails there or on the way is a `PicturesUnavailable`. */
export type Bucket = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Exactly what was put; null if there is no such object. */
  get: (key: string) => Promise<Buffer | null>;
  /** Removes an object, or finds it gone. */
  remove: (key: string) => Promise<void>;
  /** Whether anybody may read an object without a key. */
  isPublic: (key: string) => Promise<boolean>;
};

/** Pictures cannot be read or written for now. */
export class PicturesUnavailable extends Error {
  override name = 'PicturesUnavailable';
  readonly code = 'PICTURES_UNAVAILABLE';
  /** S3's own code, or `timeout`, `unreachable`, `nonsense`, `busy`, `missing` or `unset`. */
  readonly reason: string;

  constructor(reason: string, about: string, cause?: unknown) {
    super(`pictures are unavailable: ${about}: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Whether an error is a `PicturesUnavailable`. */
export function isPicturesUnavailable(error: unknown): error is PicturesUnavailable {
  return codeOf(error) === 'PICTURES_UNAVAILABLE';
}

/** For both attempts: a reader waits for what is read. */
const limitsMs = { read: 5_000, write: 15_000 };
const attemptAgainMs = 100;
/** A slow bucket must not gather requests without end; an upload does not wait behind readers. */
const lanesMax = { read: { underWay: 64, waiting: 512 }, write: { underWay: 8, waiting: 64 } };
/** More than the largest picture takes. */
const answerBytesMax = 32 * 1024 * 1024;

/** A name that was never used, and ends with the SHA-256 of the bytes, by which reading checks them. */
export function objectKey(bytes: Uint8Array): string {
  return `pictures/${uuidv7()}-${sha256(bytes)}`;
}

/** Makes no request yet. */
export function openBucket(
  { endpoint, region, bucket, ...keys }: S3Settings,
  withinMs = limitsMs,
): Bucket {
  const client = new AwsClient({
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
    region,
    service: 's3',
  });
  const addressOf = (key: string) => `${endpoint}/${bucket}/${key}`;
  const lanes = { read: createLane(lanesMax.read), write: createLane(lanesMax.write) };

  async function send(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array) {
    const kind = body ? 'write' : 'read';
    const signal = AbortSignal.timeout(withinMs[kind]);
    const leave = await lanes[kind](signal);
    if (!leave) throw new PicturesUnavailable(signal.aborted ? 'timeout' : 'busy', method);
    try {
      const first = await attempt(method, key, body, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      });
      if (first && first.status < 500) return first;
      // A connection that the server had closed, or a moment of its own.
      await sleep(attemptAgainMs, null, { signal });
      return await attempt(method, key, body, signal);
    } catch (error) {
      if (isPicturesUnavailable(error)) throw error;
      throw new PicturesUnavailable(signal.aborted ? 'timeout' : 'unreachable', method, error);
    } finally {
      leave();
    }
  }

  /** The answer with its body read, so that the time limit covers it. */
  async function attempt(
    method: string,
    key: string,
    body: Uint8Array | undefined,
    signal: AbortSignal,
  ) {
    const request = await client.sign(addressOf(key), {
      method,
      headers: { 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
      ...(body && { body: new Uint8Array(body) }),
    });
    const answer = await fetch(request, { signal, redirect: 'manual' });
    const etag = answer.headers.get('etag');
    return { status: answer.status, etag, bytes: await readBounded(answer, method) };
  }

  return {
    put: async (key, bytes) => {
      const { status, etag, bytes: answer } = await send('PUT', key, bytes);
      // Another kind of server may answer 200 and have stored nothing.
      if (status !== 200 || !etag) throw refused('PUT', status, answer);
    },
    get: async (key) => {
      const { status, bytes } = await send('GET', key);
      if (status === 404 && s3Code(bytes) === 'NoSuchKey') return null;
      if (status !== 200) throw refused('GET', status, bytes);
      if (!key.endsWith(sha256(bytes))) throw new PicturesUnavailable('nonsense', 'GET 200');
      return bytes;
    },
    remove: async (key) => {
      const { status, bytes } = await send('DELETE', key);
      const isGone = status === 404 && s3Code(bytes) === 'NoSuchKey';
      if (status !== 204 && !isGone) throw refused('DELETE', status, bytes);
    },
    isPublic: async (key) => {
      const signal = AbortSignal.timeout(withinMs.read);
      const asked = { method: 'HEAD', signal, redirect: 'manual' } as const;
      const answer = await fetch(addressOf(key), asked).catch((error: unknown) => {
        throw new PicturesUnavailable('unreachable', 'HEAD', error);
      });
      return answer.ok;
    },
  };
}

/**
 * So many pass at once, and as many as `waiting` wait for their turn until they are given up. Returns what
 * ends one's turn; null where there is none.
 */
function createLane(max: { underWay: number; waiting: number }) {
  const waiting = new Set<() => void>();
  let underWay = 0;
  const leave = () => {
    const [next] = waiting;
    // The place goes to the next one.
    if (next) next();
    else underWay--;
  };
  return async (signal: AbortSignal): Promise<(() => void) | null> => {
    if (underWay < max.underWay) {
      underWay++;
      return leave;
    }
    if (waiting.size >= max.waiting) return null;
    const hasPlace = await new Promise<boolean>((resolve) => {
      const begin = () => {
        waiting.delete(begin);
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        waiting.delete(begin);
        resolve(false);
      };
      waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return hasPlace ? leave : null;
  };
}

function refused(method: string, status: number, answer: Uint8Array): PicturesUnavailable {
  return new PicturesUnavailable(s3Code(answer) ?? 'nonsense', `${method} ${status}`);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function s3Code(answer: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(answer.subarray(0, 4_000));
  return /<Error>[\s\S]*<Code>(\w+)<\/Code>/.exec(text)?.[1];
}

async function readBounded(answer: Response, method: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength;
    if (size > answerBytesMax) throw new PicturesUnavailable('nonsense', method);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
