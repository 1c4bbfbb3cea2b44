/** One visit with a fresh browser profile: throttled, observed, counted. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import * as storageKeys from '#shared/storage-keys.ts';
import type { VisitedSite } from './site.ts';

/** A network and a processor, as CDP emulates them. */
export type Conditions = {
  /** How many times slower than this machine's. */
  cpuSlowdown: number;
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number };
};

/** Milliseconds of a round trip of `phone`, which CDP adds to each request, but not to connections. */
export const phoneRoundTripMs = 150;

const bytesPerSecond = (bitsPerSecond: number) => bitsPerSecond / 8;

/** What Lighthouse simulates. */
export const phone: Conditions = {
  cpuSlowdown: 4,
  network: {
    latency: phoneRoundTripMs,
    downloadThroughput: bytesPerSecond(1_600_000),
    uploadThroughput: bytesPerSecond(750_000),
  },
};

/** “Slow 4G” of Chromium's developer tools, on a slower processor. */
export const slow4g: Conditions = {
  cpuSlowdown: 6,
  network: {
    latency: 562.5,
    downloadThroughput: bytesPerSecond(1_440_000),
    uploadThroughput: bytesPerSecond(675_000),
  },
};

export const slowProcessor: Conditions = { cpuSlowdown: 6 };

/** A request as it came over the wire, headers included. */
export type Request = { url: string; bytes: number };

export type Visit = {
  page: Page;
  /** All requests so far, with the bytes of those that are complete. */
  requests: () => Request[];
  /** Waits until no request has been under way for a moment. */
  settle: () => Promise<void>;
};

export type Visitor = {
  isSignedIn?: boolean;
  /** Without a choice about cookies, the banner shows. */
  hasChosen?: boolean;
  conditions?: Conditions;
};

const quietMs = 1_500;
const settleWithinMs = 60_000;
/** A choice about cookies, as stored. */
export const chosen = JSON.stringify({
  necessary: true,
  analytics: false,
  preferences: false,
  marketing: false,
  accepted: '2025-03-20T08:00:00.000Z',
});

/** Opens a page for `use`, and closes its browser profile afterwards. */
export async function visit<T>(
  browser: Browser,
  site: VisitedSite,
  visitor: Visitor,
  use: (visit: Visit) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  });
  try {
    await prepare(context, site, visitor);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const network = await watchRequests(session);
    await emulate(session, visitor.conditions);
    return await use({ page, ...network });
  } finally {
    await context.close();
  }
}

async function prepare(
  context: BrowserContext,
  site: VisitedSite,
  { isSignedIn = false, hasChosen = false }: Visitor,
): Promise<void> {
  const stored: Record<string, string> = {};
  if (hasChosen) stored[storageKeys.cookieConsent] = chosen;
  if (isSignedIn) {
    stored[storageKeys.authToken] = site.reader.headers['x-auth-token'] ?? '';
    const [name = '', value = ''] = site.reader.headers.cookie?.split('=') ?? [];
    await context.addCookies([{ name, value, url: site.url }]);
  }
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await context.addInitScript(observe);
}

async function emulate(session: CDPSession, conditions?: Conditions): Promise<void> {
  if (!conditions) return;
  const { cpuSlowdown, network } = conditions;
  if (network) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

async function watchRequests(session: CDPSession) {
  const requests = new Map<string, Request>();
  const open = new Set<string>();
  let changedAt = performance.now();
  const end = (requestId: string) => {
    open.delete(requestId);
    changedAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    changedAt = performance.now();
    if (request.url.startsWith('data:')) return;
    open.add(requestId);
    requests.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
    end(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await session.send('Network.enable');
  const settle = async () => {
    const giveUpAt = performance.now() + settleWithinMs;
    while (open.size > 0 || performance.now() - changedAt < quietMs) {
      if (performance.now() > giveUpAt) throw new Error('La page ne devient pas tranquille.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { requests: () => [...requests.values()], settle };
}

/** What `observe` notes in the page. Times are milliseconds since the navigation began. */
export type Observed = {
  largestPaint: number;
  firstPaint: number;
  /** Of tasks that began after the first paint: what they took beyond 50 ms. */
  blocking: number;
  /** Duration of each interaction, from the tap to the paint after it; by its number. */
  interactions: Record<number, number>;
};

/** Runs in the page before its scripts. */
function observe(): void {
  const seen: Observed = { largestPaint: 0, firstPaint: 0, blocking: 0, interactions: {} };
  Object.assign(window, { benchSeen: seen });
  const follow = (type: string, note: (entry: PerformanceEntry) => void) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    });
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  };
  follow('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
  follow('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  follow('longtask', ({ startTime, duration }) => {
    const from = Math.max(startTime + 50, seen.firstPaint);
    seen.blocking += Math.max(0, startTime + duration - from);
  });
  follow('event', (entry) => {
    const { interactionId, duration } = entry as PerformanceEventTiming;
    if (!interactionId) return;
    const known = seen.interactions[interactionId] ?? 0;
    seen.interactions[interactionId] = Math.max(known, duration);
  });
}

/** What the page has noted so far. */
export function readObserved(page: Page): Promise<Observed> {
  return page.evaluate(() => (window as unknown as { benchSeen: Observed }).benchSeen);
}
