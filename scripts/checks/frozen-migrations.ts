import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed list, as `sha256sum` writes and checks it: a hash, two spaces, a file name. */
const migrationHashesFile = 'SHA256SUMS';

/**
 * What is wrong with a folder of migrations: a file that has landed (it is in the list) is changed
 * or gone, or a new one is not listed yet. Empty where all is well.
 */
export function findMigrationFaults(folder: string): string[] {
  const listed = readList(join(folder, migrationHashesFile));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const gone = [...listed.keys()].filter((name) => !files.includes(name));
  return [
    ...gone.map((name) => `${name} has landed and is gone: databases have had it`),
    ...files.toSorted().flatMap((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      const expected = listed.get(name);
      if (expected === hash) return [];
      return expected === undefined
        ? `${name} is new: add the line “${hash}  ${name}” to ${migrationHashesFile}`
        : `${name} has landed and is changed: write another migration instead`;
    }),
  ];
}

function readList(path: string): Map<string, string> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
      if (hash === undefined || name === undefined) throw new Error(`no line of a list: ${line}`);
      return [name, hash];
    }),
  );
}
