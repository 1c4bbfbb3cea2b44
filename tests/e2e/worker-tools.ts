import { expect, type Page } from 'playwright/test';

/** What a browser does with the site's service worker by itself, as its developer tools can ask for. */
export type WorkerTools = {
  /** A push message arrives. */
  push: (data: string) => Promise<void>;
  /** The connection is back: Background Sync wakes the worker. */
  sync: (tag: string) => Promise<void>;
  close: () => Promise<void>;
};

type Registrations = { registrations: { registrationId: string; scopeURL: string }[] };

/** Opens the tools of the worker of the page's origin. */
export async function openWorkerTools(page: Page): Promise<WorkerTools> {
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
    registrationId = own?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  return {
    push: async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    sync: async (tag) => {
      const event = { origin, registrationId, tag, lastChance: false };
      await session.send('ServiceWorker.dispatchSyncEvent', event);
    },
    close: () => session.detach(),
  };
}
