import { inflateSync } from 'node:zlib';

/** Sizes of headers and directory entries: of WOFF (W3C WOFF 1.0, sections 3 and 4) and OpenType. */
const woff = { header: 44, entry: 20 };
const openType = { header: 12, entry: 16 };

/**
 * Unpacks a WOFF file to the OpenType font in it. pdfkit reads WOFF too, but inflates it in
 * JavaScript for each document, which takes most of a document's time.
 * @throws Error for anything but WOFF 1.0
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file');
  const tableCount = file.readUInt16BE(12);
  const head = Buffer.alloc(openType.header + openType.entry * tableCount);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(tableCount, 4);
  // Three hints for binary search (OpenType, “Table directory”).
  const power = Math.floor(Math.log2(tableCount));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((tableCount - 2 ** power) * 16, 10);

  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < tableCount; index += 1) {
    const source = woff.header + woff.entry * index;
    const start = file.readUInt32BE(source + 4);
    const packedLength = file.readUInt32BE(source + 8);
    const length = file.readUInt32BE(source + 12);
    const packed = file.subarray(start, start + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;

    const target = openType.header + openType.entry * index;
    file.copy(head, target, source, source + 4);
    file.copy(head, target + 4, source + 16, source + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
