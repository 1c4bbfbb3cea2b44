import type { Page } from 'playwright/test';

/** Calls that wait on their way to the server. */
export type HeldCalls = {
  /** What they carried, in the order they were sent. */
  bodies: () => unknown[];
  /** Lets those that wait, and all later ones, through. */
  release: () => Promise<void>;
  /** Lets the network fail those that wait; later ones go through. */
  fail: () => Promise<void>;
};

/** Holds the page's calls to addresses that fit until the story lets them go. */
export async function holdCalls(page: Page, address: RegExp): Promise<HeldCalls> {
  const bodies: unknown[] = [];
  let letGo: (fate: 'through' | 'lost') => void = () => undefined;
  const released = new Promise<'through' | 'lost'>((resolve) => (letGo = resolve));
  const underWay: Promise<void>[] = [];
  await page.route(address, (route) => {
    bodies.push(route.request().postDataJSON());
    underWay.push(
      released.then((fate) => (fate === 'through' ? route.continue() : route.abort())),
    );
  });
  return {
    bodies: () => bodies,
    release: async () => {
      letGo('through');
      await Promise.all(underWay);
    },
    fail: async () => {
      await page.unroute(address);
      letGo('lost');
      await Promise.all(underWay);
    },
  };
}
