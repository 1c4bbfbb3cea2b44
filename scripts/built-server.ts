import { existsSync } from 'node:fs';
import type { Config } from '#server/core/config/config.ts';
import type * as builtEntry from '#server/entry.ts';
import type { ServeOptions, Serving } from '#server/serve.ts';

const folder = new URL('../dist/', import.meta.url);
const entry = new URL('server/entry.mjs', folder);

/** Whether there is a build; it may be outdated. */
export const isSiteBuilt = (): boolean => existsSync(entry);

/** The server's bundle, as production runs it. */
export async function importBuilt(): Promise<typeof builtEntry> {
  return (await import(entry.href)) as typeof builtEntry;
}

/**
 * Serves the build in this process, as production does; see `serveWith`. `prepare` gets the
 * server's app, and may fill its database with functions from the sources.
 */
export async function serveBuilt(
  config: Config,
  options: Omit<ServeOptions, 'folder'> = {},
): Promise<Serving> {
  const { serve } = await importBuilt();
  return serve(config, { folder, ...options });
}
