import type { Page } from 'playwright/test';

/** Calls that wait on their way to the server. */
export type HeldCalls = {
  /** What they carried, in the order they were sent. */
  bodies: () => unknown[];
  /** Lets those that wait, and all later ones, through. */
  release: () => Promise<void>;
};

/** Holds the page's calls to addresses that fit until the story lets them go. */
export async function holdCalls(page: Page, address: RegExp): Promise<HeldCalls> {
  const bodies: unknown[] = [];
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const underWay: Promise<void>[] = [];
  await page.route(address, (route) => {
    bodies.push(route.request().postDataJSON());
    underWay.push(released.then(() => route.continue()));
  });
  return {
    bodies: () => bodies,
    release: async () => {
      letGo();
      await Promise.all(underWay);
    },
  };
}
