import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What chapters have in common, which a browser that has it decompresses them with (RFC 9842, decision
 * 162).
 */
export type Dictionary = {
  bytes: Buffer;
  /** What precedes a body that is compressed with it (RFC 9842, section 4): a mark, and its hash. */
  prefix: Buffer;
  /** How a browser names it in `Available-Dictionary`. */
  name: string;
};

const mark = Buffer.from([0xff, 0x44, 0x43, 0x42]);

/** The dictionary of a built client in `folder`; null where it has none. */
export function readDictionary(folder: string): Dictionary | null {
  const built = join(folder, '_astro');
  const file = existsSync(built) && readdirSync(built).find((name) => name.endsWith('.dict'));
  if (!file) return null;
  const bytes = readFileSync(join(built, file));
  const hash = createHash('sha256').update(bytes).digest();
  return { bytes, prefix: Buffer.concat([mark, hash]), name: `:${hash.toString('base64')}:` };
}
