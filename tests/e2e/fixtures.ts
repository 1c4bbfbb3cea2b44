import { expect, test as base, type BrowserContext } from 'playwright/test';
import { controlUrl, siteNames, siteUrl, type ControlledSite } from './addresses.ts';
import { axeViolations } from './axe.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { signedInPerson, type SignedInPerson, type WantedPerson } from './control.ts';

/** Part of an address or of a message, a pattern for either, or an HTTP status. */
export type Announced = string | RegExp | number;

type Fixtures = {
  /** Whether the visitor has chosen about cookies; set it to false where the banner is the matter. */
  hasChosen: boolean;
  /** Whether pages fetch nothing beside themselves; set by `sentAlone`. */
  fetchesNothing: boolean;
  /** Says that a failure is part of the story; any other one fails the test. */
  expectFailure: (what: Announced) => void;
  /** Fails with a readable list when axe finds something on the page. */
  axe: () => Promise<void>;
  /** What the server's API tells a stranger now: for stories that compare lists and counts. */
  catalogueNow: Catalogue;
  /**
   * Signs the browser in on the demonstration's site, or on another one, as somebody whom
   * no other story knows, and leaves it on a page without islands. The sign-in itself has its own
   * story.
   */
  signInAs: (who?: WantedPerson, site?: ControlledSite) => Promise<SignedInPerson>;
};

type WorkerFixtures = {
  /** What the server's API told a stranger when this worker began: addresses do not change. */
  catalogue: Catalogue;
};

/**
 * Chromium reports, as an error of the page, a view transition that it gave up itself because the
 * new page was on screen before it could begin: https://drafts.csswg.org/css-view-transitions-2/
 * Playwright says that stories have no service worker, unless they allow it. And what a page gave up
 * to fetch, as all does that `sentAlone` cancels, is no failure.
 */
const browserNoise =
  /Transition was (aborted|skipped)|Service Worker registration blocked by Playwright|\(net::ERR_ABORTED\)/;

/** A visitor who has chosen about cookies: the banner has stories of its own. */
const chosen = JSON.stringify({
  necessary: true,
  analytics: false,
  preferences: false,
  marketing: false,
  accepted: '2025-03-20T08:00:00.000Z',
});
const siteOrigins = siteNames.map(siteUrl);

/**
 * The visitor of this context has chosen about cookies. Done by a script: a stored state would cost a
 * page and a navigation per site before each story.
 */
export async function rememberChoice(context: BrowserContext): Promise<void> {
  await context.addInitScript(storeChoice, [siteOrigins, chosen] as const);
}

/** Runs in each page of ours before its scripts. */
function storeChoice([origins, choice]: readonly [string[], string]): void {
  if (!origins.includes(location.origin) || localStorage.getItem('cookieConsent') !== null) return;
  localStorage.setItem('cookieConsent', choice);
}

/** The stories' `test`: a console error or warning, a page error, a failed request fail it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hasChosen: [true, { option: true }],
  fetchesNothing: [false, { option: true }],
  context: async ({ context, hasChosen, fetchesNothing }, use) => {
    if (hasChosen) await rememberChoice(context);
    if (fetchesNothing) {
      await context.route('**/*', (route) =>
        route.request().isNavigationRequest() ? route.continue() : route.abort('aborted'),
      );
    }
    await use(context);
  },
  expectFailure: [
    async ({ context }, use) => {
      const announced: Announced[] = [];
      const problems = watch(context, announced);
      await use((what) => void announced.push(what));
      expect(problems(), 'console messages and requests that no story announced').toEqual([]);
    },
    { auto: true },
  ],
  axe: async ({ page }, use) => {
    await use(async () => {
      expect(await axeViolations(page), `axe on ${page.url()}`).toEqual([]);
    });
  },
  catalogue: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: siteUrl('demo') });
      await use(await readCatalogue(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  catalogueNow: async ({ request }, use) => {
    await use(await readCatalogue(request));
  },
  signInAs: async ({ page, context, request }, use) => {
    const authors: string[] = [];
    await use(async (who = {}, site = 'demo') => {
      const answer = await request.post(controlUrl(site), { data: who });
      const person = signedInPerson.parse(await answer.json());
      await context.addCookies([
        {
          ...person.cookie,
          domain: '127.0.0.1',
          path: '/',
          httpOnly: true,
          secure: true,
          sameSite: 'None',
        },
      ]);
      await page.goto(`${siteUrl(site)}/robots.txt`);
      await page.evaluate((token) => localStorage.setItem('auth_token', token), person.token);
      if (who.role === 'author' || who.role === 'admin') authors.push(person.id);
      return person;
    });
    if (authors.length === 0) return;
    // A page that still asks for something about these novels would be refused.
    for (const tab of context.pages()) await tab.close();
    await request.post(`${controlUrl()}/retire-novels`, { data: authors });
  },
});

/** For stories about what the server sends: pages without scripts, styles and pictures, in a tenth of the time. */
export const sentAlone = { javaScriptEnabled: false, fetchesNothing: true };

export { expect };

function watch(context: BrowserContext, announced: readonly Announced[]): () => string[] {
  const problems: { text: string; address: string; status: number | null }[] = [];
  const note = (text: string, address: string, status: number | null = null) =>
    problems.push({ text, address, status });
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const status = /status of (\d{3})/.exec(message.text())?.[1];
    note(message.text(), message.location().url, status ? Number(status) : null);
  });
  context.on('weberror', (error) => note(String(error.error()), error.page()?.url() ?? ''));
  context.on('response', (response) => {
    const status = response.status();
    if (status >= 400) note(`${status} ${response.url()}`, response.url(), status);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // The page itself gave up what it was fetching, because it was left or closed.
    if (reason !== 'net::ERR_ABORTED') note(`${reason} ${request.url()}`, request.url());
  });
  const isAnnounced = ({ text, address, status }: (typeof problems)[number]) =>
    browserNoise.test(text) ||
    announced.some((what) => {
      if (typeof what === 'number') return status === what;
      if (typeof what === 'string') return text.includes(what) || address.includes(what);
      return what.test(text) || what.test(address);
    });
  return () => problems.filter((problem) => !isAnnounced(problem)).map(({ text }) => text);
}
