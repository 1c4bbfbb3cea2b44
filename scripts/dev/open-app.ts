import type { IncomingMessage } from 'node:http';
import { createApp } from '#server/app.ts';
import { startBackgroundJobs } from '#server/background-jobs.ts';
import { callerAddress } from '#server/core/http/address.ts';
import { findPageLock } from '#server/people/protection/access-lock.ts';
import { pageLocks } from '#server/people/protection/page-locks.ts';
import { paths } from '#shared/site/paths.ts';
import { fillDemo } from '../demo/fill.ts';
import { readConfig } from '../demo/read-config.ts';
import { devLog } from './dev-log.ts';
import type { Failure } from './error-overlay.ts';

/**
 * The demonstration's app. No page is kept: each request is rendered from the files as they are.
 * Errors that the app logs are passed to `show`.
 */
export async function openDevApp(show: (failure: Failure) => void) {
  // Nothing is built that a service worker could keep.
  const config = readConfig({ ...process.env, SERVICE_WORKER: 'off' });
  const app = await createApp(config, { log: devLog(config.logLevel, show) });
  await fillDemo(app);
  const jobs = startBackgroundJobs(app);
  return {
    /**
     * The `locals` of a request. While the reader's access is suspended, its address is rewritten to
     * the suspension page, as the production server does.
     */
    localsOf: async (request: IncomingMessage, requestId: string): Promise<App.Locals> => {
      const address = callerAddress(request, app.config.trustProxyHops);
      const locals: App.Locals = { app, requestId, address, tags: new Set() };
      const url = new URL(request.url ?? '/', app.config.siteUrl);
      if (!pageLocks.isBehind(url)) return locals;
      const lockedUntil = await findPageLock(app, request.headers.cookie);
      if (lockedUntil === null) return locals;
      request.url = paths.suspension;
      return { ...locals, lockedUntil };
    },
    close: async () => {
      await jobs.stop();
      await app.close();
    },
  };
}
