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
  let isOver = false;
  let letGo: (areLost: boolean) => void = () => undefined;
  const decided = new Promise<boolean>((resolve) => (letGo = resolve));
  const underWay: Promise<void>[] = [];
  await page.route(address, (route) => {
    bodies.push(route.request().postDataJSON());
    if (isOver) return route.continue();
    underWay.push(decided.then((areLost) => (areLost ? route.abort() : route.continue())));
    return undefined;
  });
  const end = async (areLost: boolean) => {
    isOver = true;
    letGo(areLost);
    await Promise.all(underWay);
  };
  return { bodies: () => bodies, release: () => end(false), fail: () => end(true) };
}
