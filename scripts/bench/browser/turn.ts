/** Turning to the next chapter from the end of one, as a signed-in reader. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { openChromiumTab, type ChromiumTab } from '#scripts/chromium-tab.ts';
import * as storageKeys from '#shared/storage-keys.ts';
import type { VisitedSite } from './site.ts';
import { chosen } from './visit.ts';

/** What a page has begun has come to rest: files, prefetched and prerendered pages. */
const restMs = 3_000;
const turnWithinMs = 30_000;
/** A reader is at a chapter's last screens for longer; older commits prerender nothing. */
const prerenderWithinMs = 15_000;
const link = '.turns [data-turn="next"]';

/** Milliseconds from the tap on the link to the first paint of the chapter that it leads to. */
export async function measureTurn(site: VisitedSite, cpuSlowdown: number): Promise<number> {
  const tab = await openChromiumTab([
    ['Page.enable'],
    ['Runtime.enable'],
    ['Runtime.addBinding', { name: 'benchTapped' }],
    ['Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }],
  ]);
  try {
    let tappedAt = 0;
    tab.onEvent(({ method, params }) => {
      if (method === 'Runtime.bindingCalled') tappedAt = tapped.parse(params).payload;
    });
    await signIn(tab, site);
    await tab.send('Page.navigate', { url: site.url + site.chapterPath });
    await wait(restMs);
    await tab.evaluate(`scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })`);
    await waitForPrerendered(tab);
    await wait(restMs);
    const before = await tab.evaluate('location.pathname');
    await tap(tab);
    const giveUpAt = performance.now() + turnWithinMs;
    for (;;) {
      const [path, paintedAt] = painted.parse(await tab.evaluate(firstPaint).catch(() => []));
      if (path !== undefined && path !== before && paintedAt) return paintedAt - tappedAt;
      if (performance.now() > giveUpAt) throw new Error('Le chapitre suivant ne s’ouvre pas.');
      await wait(100);
    }
  } finally {
    await tab.close();
  }
}

async function waitForPrerendered(tab: ChromiumTab): Promise<void> {
  const giveUpAt = performance.now() + prerenderWithinMs;
  while (performance.now() < giveUpAt) {
    const page = tab.prerendered();
    const state = page && (await tab.evaluate('document.readyState', page).catch(() => undefined));
    if (state === 'complete') return;
    await wait(200);
  }
}

const tapped = z.object({ payload: z.coerce.number() });
const painted = z.tuple([z.string().optional(), z.number().nullish()]).partial();
const point = z.object({ x: z.number(), y: z.number() });

/** Also of a prerendered page: it is not painted before it is activated. */
const firstPaint = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return [location.pathname, paint && performance.timeOrigin + paint.startTime];
})()`;

async function signIn(tab: ChromiumTab, { url, reader }: VisitedSite): Promise<void> {
  const [name, value] = reader.headers.cookie?.split('=') ?? [];
  await tab.send('Network.setCookie', { name, value, url });
  await tab.send('Page.navigate', { url: `${url}/robots.txt` });
  await wait(restMs / 3);
  const stored = {
    [storageKeys.authToken]: reader.headers['x-auth-token'],
    [storageKeys.cookieConsent]: chosen,
  };
  await tab.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)}).length`);
}

async function tap(tab: ChromiumTab): Promise<void> {
  const at = await tab.evaluate(`(() => {
    const link = document.querySelector(${JSON.stringify(link)});
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    addEventListener('click', ({ timeStamp }) => benchTapped(String(performance.timeOrigin + timeStamp)), true);
    const { x, y, width, height } = link.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  const press = { ...point.parse(at), button: 'left', clickCount: 1 };
  await tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
  // The page may be gone before it has answered.
  tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press }).catch(() => undefined);
}
