import { readFile, readdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|dict|html|svg|json|txt|xml|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a `.br` and a `.gz` next to every text file of a folder, at maximum compression. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.test(entry.name))
      .map(async (entry) => {
        const path = `${entry.parentPath}/${entry.name}`;
        const bytes = await readFile(path);
        const [small, smaller] = await Promise.all([
          gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }),
          brotli(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          }),
        ]);
        await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)]);
      }),
  );
}
