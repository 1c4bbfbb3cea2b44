import { parseConfig, type Config } from '#server/core/config/config.ts';

/** The demonstration's settings. Throws one French line per setting that is missing or malformed. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = parseConfig(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}
