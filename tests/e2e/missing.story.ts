import { siteUrl } from './addresses.ts';
import { expect, sentAlone, test } from './fixtures.ts';

test.use(sentAlone);

for (const [path, message, way, home] of [
  ['/nulle-part', 'Page introuvable', 'Retour à l’accueil', '/'],
  ['/nulle/part.html', 'Page introuvable', 'Retour à l’accueil', '/'],
  ['/mentions-legales.html.br', 'Page introuvable', 'Retour à l’accueil', '/'],
  ['/novel/aucun-roman-de-ce-nom', 'Roman non trouvé', 'Voir les romans', '/'],
  ['/chapter/nimporte', 'Chapitre non trouvé', 'Voir les romans', '/'],
  ['/chapter/01999999-0000-7000-8000-000000000000', 'Chapitre non trouvé', 'Voir les romans', '/'],
  ['/genre/rien', 'Ce genre n’existe pas.', 'Voir les romans', '/'],
  ['/tag/rien-du-tout', 'Aucun roman n’a ce mot-clé.', 'Voir les romans', '/'],
  ['/auteur/personne-du-tout', 'Aucun roman n’est de cette personne.', 'Voir les romans', '/'],
  [
    '/item/01999999-0000-7000-8000-000000000000',
    'Article non trouvé',
    'Voir tous les articles',
    '/item',
  ],
] as const) {
  test(`${path} answers 404 with “${message}” and a way on`, async ({ page, expectFailure }) => {
    expectFailure(404);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(message);
    // A screen reader says it once.
    await expect(page.getByText(message, { exact: true })).toHaveCount(1);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('main').getByRole('link', { name: way })).toHaveAttribute(
      'href',
      home,
    );
  });
}

test('every missing address answers 404 and is not cached', async ({ request }) => {
  for (const path of ['/nulle-part', '/404', '/nulle-part?page=2', '/404', '/500', '/a%25b']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()['cache-control'], path).toBe('no-store');
  }
});

for (const [path, message] of [
  ['/', 'Erreur lors du chargement des romans'],
  ['/romans?q=dragon', 'Erreur lors du chargement des romans'],
  ['/genre/aventure', 'Erreur lors du chargement des romans'],
  ['/novel/un-roman', 'Erreur lors du chargement du roman'],
  ['/chapter/01999999-0000-7000-8000-000000000000', 'Erreur lors du chargement du chapitre'],
] as const) {
  test(`${path} says “${message}” in an alert when the database fails`, async ({
    page,
    expectFailure,
  }) => {
    expectFailure(503);
    const answer = await page.goto(siteUrl('failing') + path);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByRole('link', { name: 'Réessayer' })).toBeVisible();
  });
}

test('several spellings of an address lead to the one', async ({ request }) => {
  for (const [given, target] of [
    ['/mentions-legales.html', '/mentions-legales'],
    ['/mentions-legales/', '/mentions-legales'],
    ['/novel//x/', '/novel/x'],
  ] as const) {
    const answer = await request.get(given, { maxRedirects: 0 });
    expect(answer.status(), given).toBe(301);
    expect(answer.headers().location, given).toBe(target);
  }
});

test('a page takes no other method than reading', async ({ request }) => {
  const answer = await request.post('/', { data: {} });
  expect(answer.status()).toBe(405);
  expect(answer.headers().allow).toBe('GET, HEAD');
});

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
