import type { Browser, CDPSession, Page } from 'playwright';

/** Measurements of a page before any interaction. */
export type Seen = {
  /** Bytes of scripts over the wire. */
  scriptBytes: number;
  /** The document, and everything else needed before the first paint. */
  requestsBeforeText: number;
  layoutShift: number;
  /** Addresses of scripts that contain React. */
  reactIn: string[];
};

const reactMarks = /react\.(?:element|transitional\.element|fragment)|__reactFiber|reactRoot/;

/**
 * Opens an address as a new, anonymous reader with a phone, and waits until the network is idle.
 */
export async function see(browser: Browser, address: string): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  });
  try {
    const page = await context.newPage();
    const scripts = await watchScripts(await context.newCDPSession(page), page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })),
    );
    await page.waitForLoadState('networkidle');
    return {
      scriptBytes: scripts.bytes(),
      requestsBeforeText: 1 + (await countBlocking(page)),
      layoutShift: await layoutShift(page),
      reactIn: await scripts.reactIn(),
    };
  } finally {
    await context.close();
  }
}

/** Counts the encoded bytes of script answers; `rel=preload` and module imports included. */
async function watchScripts(session: CDPSession, page: Page) {
  const ids = new Set<string>();
  const addresses = new Set<string>();
  const bytesOf = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.mimeType.includes('javascript')) return;
    ids.add(requestId);
    addresses.add(response.url);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytesOf.set(requestId, (bytesOf.get(requestId) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return {
    bytes: () => [...ids].reduce((sum, id) => sum + (bytesOf.get(id) ?? 0), 0),
    reactIn: async () => {
      const found: string[] = [];
      for (const address of addresses) {
        const source = await (await page.request.get(address)).text();
        if (reactMarks.test(source)) found.push(address);
      }
      return found;
    },
  };
}

/** Render-blocking stylesheets and scripts, as the browser itself reports them. */
function countBlocking(page: Page): Promise<number> {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus?: string;
    })[];
    const blocking = entries.filter((entry) => entry.renderBlockingStatus === 'blocking');
    const written = document.querySelectorAll(
      'link[rel="stylesheet"], script[src]:not([async], [defer], [type="module"])',
    );
    return Math.max(blocking.length, written.length);
  });
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        sum += entry.value;
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
    return sum;
  });
}
