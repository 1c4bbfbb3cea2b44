import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { build } from '../build.ts';
import { buildFingerprint } from '../build/fingerprint.ts';
import { withTicks } from '../progress.ts';

const stampFile = new URL('../../dist/fingerprint', import.meta.url);

/**
 * Builds the site as the demonstration does, so that both share one build; skipped when it is
 * fresh.
 */
export async function ensureBuilt(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const isFresh =
    existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === buildFingerprint();
  if (!isFresh) await withTicks('Construction du site', () => build());
}

/** Configuration of a server on this machine with a database in memory. */
export function memoryConfig(port: number, settings: Record<string, string> = {}): Config {
  const result = parseConfig({
    FEUILLETON_MODE: 'test',
    DATABASE_URL: 'memory:',
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: port === 0 ? 'http://localhost' : `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...settings,
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}
