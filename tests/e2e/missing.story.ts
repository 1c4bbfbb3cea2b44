import { expect, test } from './fixtures.ts';

for (const path of ['/nulle-part', '/novel/aucun-roman-de-ce-nom', '/nulle/part.html']) {
  test(`${path} is a 404 page with a way home`, async ({ page, expectFailure }) => {
    expectFailure(404);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
    await expect(page).toHaveURL('/');
  });
}

test('an unknown call answers in JSON, whatever the method', async ({ request, baseURL }) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const answer = await request.fetch('/api/nulle-part', {
      method,
      headers: { origin: baseURL ?? '' },
    });
    expect(answer.status(), method).toBe(404);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body.error, method).toBe('NOT_FOUND');
    expect(body.message, method).toBe(body.msg);
    expect(String(body.message), method).toMatch(/\.$/);
  }
});

test('an address with broken percent-encoding is refused without an outage', async ({
  request,
}) => {
  const answer = await request.get('/novel/%E0%A4%A');
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'MALFORMED' });
});
