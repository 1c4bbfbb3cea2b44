import { fewRequests, siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';

test('every answer carries the security headers @desktop', async ({ page, request, catalogue }) => {
  await page.goto('/');
  const asset = await page.locator('script[src]').first().getAttribute('src');
  const image = await page.locator('img[src]').first().getAttribute('src');
  const { novel, free } = catalogue.mixed;
  for (const path of [
    '/',
    `/novel/${novel.slug}`,
    `/novel/${novel._id}`,
    `/chapter/${free._id}`,
    '/mentions-legales',
    '/nulle-part',
    '/api/novels',
    '/api/nulle-part',
    `/api/chapters/${catalogue.mixed.locked._id}`,
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.svg',
    '/healthz',
    '/novel/%E0%A4%A',
    required(asset, 'script'),
    required(image, 'image'),
  ]) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers();
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff');
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    if (headers['content-type']?.startsWith('text/html')) {
      expect.soft(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
      expect.soft(headers['permissions-policy'], path).toContain('camera=()');
      expect.soft(headers['tdm-reservation'], path).toBe('1');
    }
    expect.soft(headers['x-powered-by'], path).toBeUndefined();
  }
});

test('a script that slipped into a page does not run', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(/Content Security Policy|\/slipped-in/);
  const slipped =
    '<script>window.slipped = 1</script><script src="https://ailleurs.example/slipped-in.js">' +
    '</script><img src="/favicon.svg" onload="window.slipped = 2" alt="">';
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const answer = await route.fetch();
    const body = (await answer.text()).replace('<main', `${slipped}<main`);
    return route.fulfill({ response: answer, body });
  });
  for (const path of [
    '/',
    `/novel/${catalogue.mixed.novel.slug}`,
    `/chapter/${catalogue.mixed.free._id}`,
    '/mentions-legales',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('load');
    await expect(page.locator('img[onload]')).toHaveCount(1);
    expect(await page.evaluate(() => Reflect.get(window, 'slipped') as unknown)).toBeUndefined();
  }
});

test('a call refuses every method that it does not have, in JSON and counted @desktop', async ({
  request,
}) => {
  const id = '01890000-0000-7000-8000-000000000000';
  for (const [method, path] of [
    ['PATCH', '/api/auth/user'],
    ['GET', '/api/auth/logout'],
    ['DELETE', `/api/novels/${id}`],
    ['POST', '/api/auth/google'],
    ['GET', '/api/auth/apple/callback'],
  ] as const) {
    const answer = await request.fetch(path, { method });
    expect(answer.status(), `${method} ${path}`).toBe(405);
    expect(await answer.json()).toMatchObject({ error: 'METHOD_NOT_ALLOWED' });
  }
  const statuses: number[] = [];
  for (let calls = 0; calls <= fewRequests; calls++) {
    const answer = await request.fetch(`${siteUrl('limited')}/api/auth/logout`);
    statuses.push(answer.status());
  }
  expect(statuses.at(-1)).toBe(429);
});

test('a form on another site changes nothing, whatever it is posted to @desktop', async ({
  request,
}) => {
  for (const path of ['/api/auth/logout', '/api/auth/profile', '/', '/login', '/auth/success']) {
    const answer = await request.post(path, {
      headers: { origin: 'https://ailleurs.example', 'sec-fetch-site': 'cross-site' },
      form: { bio: 'pris' },
    });
    expect([403, 405], path).toContain(answer.status());
  }
});
