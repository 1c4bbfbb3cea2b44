import { readFile } from 'node:fs/promises';

/** Where `make-templates.ts` passes its results to the workers. */
export const templateVariables = {
  /** A file with a dump of a migrated PGlite. */
  embedded: 'FEUILLETON_TEST_PGLITE',
  /** The name of a migrated database on the server of `TEST_DATABASE_URL`. */
  server: 'FEUILLETON_TEST_TEMPLATE',
  /** Node's own: processes and threads that tests start find their modules compiled there. */
  compiled: 'NODE_COMPILE_CACHE',
} as const;

let read: Promise<Blob> | null = null;

/** A migrated, empty PGlite to start from, or null. Read once per worker. */
export async function readTemplate(): Promise<Blob | null> {
  const file = process.env[templateVariables.embedded];
  if (file === undefined) return null;
  read ??= readFile(file).then((bytes) => new Blob([bytes]));
  return read;
}

/** The name of the migrated database on PostgreSQL, or null. */
export function templateDatabase(): string | null {
  return process.env[templateVariables.server] ?? null;
}
