import { parseConfig, type Config } from '#server/core/config/config.ts';
import { readSettings } from '#server/core/config/read-settings.ts';

/**
 * The environment and the file that FEUILLETON_SETTINGS names, never a server's usual one
 * (decision 131). Throws one French line per fault of the file.
 */
export function demoSettings(): Record<string, string | undefined> {
  const { values, problems } = readSettings({ ...process.env, FEUILLETON_MODE: 'demo' });
  if (values === null || problems.length > 0) throw new Error(problems.join('\n'));
  return { LOG_LEVEL: 'warn', ...values, FEUILLETON_MODE: 'demo' };
}

/** The demonstration's settings. Throws one French line per setting that is missing or malformed. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = parseConfig(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}
