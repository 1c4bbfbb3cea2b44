import { createHash } from 'node:crypto';
import { publisherSettings } from './publisher.ts';

const settings = ['SITE_URL', 'CREDIT_CATALOGUE', 'ANALYTICS_SRC', ...publisherSettings];

/**
 * Names the settings that the pages were built with. A server that runs with others would publish
 * a notice that is not true, so it compares and refuses.
 */
export function buildSettings(environment: Record<string, string | undefined>): string {
  const told = settings.map((name) => `${name}=${environment[name] ?? ''}`);
  return createHash('sha256').update(told.join('\n')).digest('hex');
}
