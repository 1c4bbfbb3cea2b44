import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of an archive, whose content is made when its turn comes. */
export type ZipPart = {
  path: string;
  /** Kept as it is: pictures are compressed already. */
  isStored?: boolean;
  content: () => Promise<Uint8Array | string>;
};

/**
 * An archive as a byte stream. One part at a time is in memory, and the next one is made when the
 * receiver has taken the last. After a failure the stream breaks off, and `onFailure` is called.
 * @param first written before all others, uncompressed and without extra fields (EPUB's `mimetype`)
 */
export function zipStream(
  parts: readonly ZipPart[],
  { modifiedAt, first, onFailure }: ZipOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const mtime = modifiedAt;
  const made = zip.outputStream;
  const output = Readable.from(made as AsyncIterable<Buffer>);
  const fail = (error: unknown) => {
    onFailure(error);
    const reason = error instanceof Error ? error : new Error(String(error));
    // Alone, `output` would wait for a piece that never comes.
    if (made instanceof Readable) made.destroy(reason);
    output.destroy(reason);
  };
  zip.on('error', fail);
  if (first) {
    const bytes = Buffer.from(first.text);
    zip.addBuffer(bytes, first.path, { mtime, compress: false, forceDosTimestamp: true });
  }
  for (const { path, isStored = false, content } of parts) {
    zip.addReadStreamLazy(path, { mtime, compress: !isStored }, (done) => {
      content().then((file) => done(null, Readable.from([Buffer.from(file)])), fail);
    });
  }
  zip.end();
  return Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

type ZipOptions = {
  modifiedAt: Date;
  first?: { path: string; text: string };
  onFailure: (error: unknown) => void;
};
