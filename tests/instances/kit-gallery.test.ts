import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const reason = existsSync(dist) ? '' : ' (skipped: the site is not built)';
/** The route, and words that only the gallery and the examples have. */
const traces = ['_kit', 'gallery-examples', 'Anticonstitutionnellementincompréhensibilissime'];

describe.skipIf(reason !== '')(`the build${reason}`, () => {
  test('has neither the gallery of the kit nor an example of it', async () => {
    const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(?:m?js|css|html|json)$/.test(entry.name),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'utf8');
      expect({ name, found: traces.filter((trace) => text.includes(trace)) }).toEqual({
        name,
        found: [],
      });
    }
  });
});
