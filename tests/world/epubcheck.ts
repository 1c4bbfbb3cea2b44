import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Debian's package, a jar that not every kernel starts by itself. Without it such tests are skipped. */
const epubcheck = '/usr/bin/epubcheck';
export const hasEpubcheck = existsSync(epubcheck);

/** What epubcheck prints about a book. */
export async function checkEpub(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-epub-'));
  const file = join(folder, 'livre.epub');
  await writeFile(file, bytes);
  try {
    const { stdout, stderr } = await run('java', ['-jar', epubcheck, file]);
    return `${stdout}${stderr}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
