import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { pipeline, type Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { damaged } from './backup-lines.ts';

const ownerOnly = 0o600;
const newline = 0x0a;
/** A row is a picture, a chapter or an author's uploaded book at most, in hexadecimal digits. */
const lineBytesMax = 128 * 1024 * 1024;

/** A program that encrypts what passes through it; `ended` rejects where it failed. */
export type Encryption = { stream: Duplex; ended: Promise<void> };

/**
 * Writes a compressed file that only its owner may read, atomically: under a temporary name,
 * synced to disk, then renamed. `produce` is given the function that writes its text. With
 * `encryption` nothing is on the disk in the clear.
 */
export async function writeBackupFile<Result>(
  path: string,
  produce: (take: (text: string) => Promise<void>) => Promise<Result>,
  encryption: Encryption | null = null,
): Promise<Result> {
  const partial = `${path}.${process.pid}.partial`;
  const handle = await open(partial, 'wx', ownerOnly);
  const gzip = createGzip();
  try {
    const file = handle.createWriteStream({ flush: true });
    const steps = encryption === null ? [gzip, file] : [gzip, encryption.stream, file];
    const written = finished(pipeline(steps, () => undefined));
    // A writer that waits for `drain` must be rejected when the disk is full. A program that ended
    // early may have left its pipe as if all were well.
    const failed = new Promise<never>((_, reject) => {
      written.catch(reject);
      encryption?.ended.catch(reject);
    });
    failed.catch(() => undefined);
    const result = await Promise.race([
      produce(async (text) => {
        if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), failed]);
      }),
      failed,
    ]);
    gzip.end();
    await Promise.race([written, failed]);
    await encryption?.ended;
    await rename(partial, path);
    return result;
  } catch (error) {
    gzip.destroy();
    encryption?.stream.destroy();
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
    // A program that ended early says more than the pipe that broke.
    await encryption?.ended;
    throw error;
  }
}

/** Reads such a file line by line; throws `BackupRefused` where it is cut short or altered. */
export async function* readBackupFile(path: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        yield Buffer.concat([...pending, chunk.subarray(start, end)]).toString();
        pending = [];
        pendingBytes = 0;
        start = end + 1;
      }
      pending.push(chunk.subarray(start));
      pendingBytes += chunk.length - start;
      if (pendingBytes > lineBytesMax) throw damaged();
    }
  } catch (error) {
    throw isZlibError(error) ? damaged() : error;
  }
  if (pendingBytes > 0) throw damaged();
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
