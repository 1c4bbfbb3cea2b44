import { createHash } from 'node:crypto';
import { publisherSettings } from './publisher.ts';

const settings = [
  'SITE_URL',
  'CREDIT_CATALOGUE',
  'ANALYTICS_SRC',
  'SERVICE_WORKER',
  ...publisherSettings,
];

/** Whether a build has a service worker; with `SERVICE_WORKER=off` it removes the one before it. */
export function hasServiceWorker(environment: Record<string, string | undefined>): boolean {
  return environment.SERVICE_WORKER !== 'off';
}

/**
 * The settings that the pages were built with. A server with other settings would publish a legal
 * notice that is not true, so it compares and refuses to start.
 */
export function buildSettings(environment: Record<string, string | undefined>): string {
  const lines = settings.map((name) => `${name}=${environment[name] ?? ''}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
