import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { items } from '#server/core/db/schema/items.ts';
import { listItems } from '#server/catalogue/items/items.ts';
import { openTestApp } from '../world/app.ts';
import { ask, unknownId } from '../world/marks.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const lamp = { name: 'Lampe', description: 'De chevet.', price: 4.35 };

describe('items', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let lea: TestBrowser;
  let admin: TestBrowser;
  beforeAll(async () => {
    app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
    lea = await signInAs(app);
    admin = await signInAs(app, { name: 'Rédaction', role: 'admin' });
  });
  afterAll(() => app.close());

  const add = (browser: TestBrowser | null, body: unknown) =>
    ask(app, browser, 'POST', '/api/items', body);
  const change = (browser: TestBrowser | null, id: string, body: unknown) =>
    ask(app, browser, 'PUT', `/api/items/${id}`, body);
  const read = (id: string) => ask(app, null, 'GET', `/api/items/${id}`);
  const newItem = async () => ((await add(lea, lamp)).body as { _id: string })._id;

  test('a signed-in user adds one, and anyone reads it', async () => {
    const added = await add(lea, { ...lamp, name: '  Lampe\n' });
    const item = { ...lamp, creator: lea.user.id, date: '2026-11-21T12:00:00.000Z' };
    expect(added).toMatchObject({ status: 200, body: item });
    const { _id: id } = added.body as { _id: string };
    expect(await read(id)).toEqual({ status: 200, body: { ...item, _id: id } });
    const [row] = await app.db.select().from(items).where(eq(items.id, id));
    expect(row?.priceCents).toBe(435);
  });

  test('its creator and admins change it', async () => {
    const id = await newItem();
    expect(await change(lea, id, { ...lamp, price: 0 })).toMatchObject({ body: { price: 0 } });
    expect(await change(admin, id, { ...lamp, name: 'Lampadaire' })).toMatchObject({ status: 200 });
    expect((await read(id)).body).toMatchObject({ name: 'Lampadaire', creator: lea.user.id });
  });

  test('a missing one is reported as missing', async () => {
    expect(await read(unknownId)).toMatchObject({
      status: 404,
      body: { message: 'Article non trouvé' },
    });
    expect(await change(lea, unknownId, lamp)).toMatchObject({ status: 404 });
    expect(await read('trois')).toMatchObject({ status: 400 });
  });

  test.each([
    [{ ...lamp, name: ' ' }, 'Veuillez remplir tous les champs obligatoires'],
    [{ name: 'Lampe' }, 'Veuillez remplir tous les champs obligatoires'],
    [{ ...lamp, price: null }, 'Veuillez remplir tous les champs obligatoires'],
    [{ ...lamp, price: -0.01 }, 'Le prix ne peut pas être négatif.'],
    [{ ...lamp, price: 1.005 }, 'Le prix va au centime près.'],
    [{ ...lamp, price: 1_000_001 }, 'Ce prix est trop élevé.'],
    [{ ...lamp, name: 'a'.repeat(121) }, 'Au plus 120 caractères.'],
    [{ ...lamp, description: 'a'.repeat(4_001) }, 'Au plus 4000 caractères.'],
  ])('refuses %j', async (body, message) => {
    const id = await newItem();
    for (const answer of [await add(lea, body), await change(lea, id, body)]) {
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ message }] } });
    }
  });

  test('the list continues on the next page', async () => {
    await app.db.delete(items);
    const at = app.clock.now();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `Article ${index}`,
      priceCents: index,
      createdAt: new Date(at.getTime() + (index % 7)),
    }));
    await app.db.insert(items).values(rows);
    const first = await listItems(app.db, null);
    const second = await listItems(app.db, first.nextCursor);
    expect(first.items).toHaveLength(50);
    expect(second).toMatchObject({ items: { length: 10 }, nextCursor: null });
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(new Set(names).size).toBe(60);
  });
});
