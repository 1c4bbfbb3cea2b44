import type { Browser, BrowserContext, Page } from 'playwright/test';
import { besidePorts, siteUrl } from './addresses.ts';
import { signedInPerson, type SignedInPerson } from './control.ts';
import { rememberChoice } from './fixtures.ts';

/** One more browser in which this person is signed in, on a page without islands. */
export async function openDevice(browser: Browser, { id }: SignedInPerson): Promise<Page> {
  const context = await browser.newContext();
  await rememberChoice(context);
  const page = await context.newPage();
  await signInAgain(page, { id });
  return page;
}

/** Signs the page's browser in as a person who is there already. */
export async function signInAgain(page: Page, { id }: Pick<SignedInPerson, 'id'>): Promise<void> {
  const door = `http://127.0.0.1:${besidePorts.control}`;
  const answer = await page.request.post(door, { data: { id } });
  const { cookie, token } = signedInPerson.parse(await answer.json());
  await page.context().addCookies([
    {
      ...cookie,
      domain: '127.0.0.1',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'None',
    },
  ]);
  await page.goto(`${siteUrl('demo')}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

/** Ends the session of these pages in another tab. */
export async function signOutElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await other.evaluate(() => localStorage.removeItem('auth_token'));
}
