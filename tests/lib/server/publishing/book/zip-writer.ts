import { crc32, deflateRawSync } from 'node:zlib';

/** One file of a hand-made archive; false header values are for hostile fixtures. */
export type ZipEntry = {
  name: string;
  /** The name's bytes, without the flag of UTF-8. */
  rawName?: Uint8Array;
  content: string | Uint8Array;
  /** 0 stored, 8 deflate (default); other numbers are only written in the headers. */
  method?: number;
  /** Size in the headers instead of the true one. */
  announcedBytes?: number;
  /** Checksum in the headers instead of the true one. */
  announcedCrc?: number;
  unixMode?: number;
  encrypted?: boolean;
};

/** Bytes of a ZIP archive (APPNOTE 6.3), entries in the given order. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.rawName ?? Buffer.from(entry.name, 'utf8'));
    const content = Buffer.from(entry.content);
    const method = entry.method ?? 8;
    const data = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((entry.rawName ? 0 : 0x800) | (entry.encrypted === true ? 1 : 0), 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.announcedCrc ?? crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(entry.announcedBytes ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, tail, name]),
    );
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, central, end]));
}
