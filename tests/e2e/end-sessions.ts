import { expect, type Browser } from 'playwright/test';
import { siteUrl } from './addresses.ts';
import type { SignedInPerson } from './control.ts';

/** Ends all of a person's sessions in the database, from another browser than the story's. */
export async function endSessions(
  browser: Browser,
  { token, cookie }: SignedInPerson,
): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL: siteUrl('demo') });
  await elsewhere.addCookies([{ ...cookie, domain: '127.0.0.1', path: '/', secure: true }]);
  const given = await elsewhere.request.get('/api/csrf-token');
  const { csrfToken } = (await given.json()) as { csrfToken: string };
  const ended = await elsewhere.request.delete('/api/auth/sessions', {
    headers: {
      'x-auth-token': token,
      'csrf-token': csrfToken,
      'x-client-token': given.headers()['x-client-token'] ?? '',
    },
  });
  expect(ended.ok(), await ended.text()).toBe(true);
  await elsewhere.close();
}
