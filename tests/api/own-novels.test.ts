import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { listOwnNovels } from '../../src/lib/shared/contracts/novels.ts';
import { novels } from '../../src/lib/server/db/schema/catalogue.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
afterEach(() => app.close());

const ask = (headers: Record<string, string> = {}) =>
  callEndpoint(app, '/api/novels/mine', { headers });

async function titles({ headers }: TestBrowser): Promise<string[]> {
  const response = await ask(headers);
  expect(response.status).toBe(200);
  const body = listOwnNovels.response.parse(await response.json());
  return body.novels.map(({ title }) => title);
}

async function addOwnNovel(ownerId: string, title: string, updatedAt: string): Promise<void> {
  const { id } = await addNovel(app, { title });
  await app.db
    .update(novels)
    .set({ ownerId, updatedAt: new Date(updatedAt) })
    .where(eq(novels.id, id));
}

describe('GET /api/novels/mine', () => {
  test('lists the caller’s novels, last changed first, and nobody else’s', async () => {
    app = await openTestApp();
    const mathilde = await signInAs(app, { name: 'Mathilde', role: 'author' });
    const other = await signInAs(app, { name: 'Karim', role: 'author' });
    await addOwnNovel(mathilde.user.id, 'Le plus ancien', '2026-10-01T08:00:00Z');
    await addOwnNovel(other.user.id, 'Celui d’un autre', '2026-11-20T08:00:00Z');
    await addOwnNovel(mathilde.user.id, 'Le dernier changé', '2026-11-01T08:00:00Z');
    await addNovel(app, { title: 'À personne' });
    expect(await titles(mathilde)).toEqual(['Le dernier changé', 'Le plus ancien']);
    expect(await titles(other)).toEqual(['Celui d’un autre']);
  });

  test('gives an admin their own novels too, which may be none', async () => {
    app = await openTestApp();
    const author = await signInAs(app, { name: 'Mathilde', role: 'author' });
    const admin = await signInAs(app, { name: 'Camille', role: 'admin' });
    await addOwnNovel(author.user.id, 'Celui de l’autrice', '2026-11-01T08:00:00Z');
    expect(await titles(admin)).toEqual([]);
  });

  test('asks a stranger to sign in', async () => {
    app = await openTestApp();
    const response = await ask();
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: 'SIGN_IN_REQUIRED',
      message: 'Connectez-vous pour continuer.',
    });
  });

  test('refuses a reader, even one who owns a novel', async () => {
    app = await openTestApp();
    const reader = await signInAs(app);
    await addOwnNovel(reader.user.id, 'Un roman', '2026-11-01T08:00:00Z');
    const response = await ask(reader.headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: 'FORBIDDEN',
      message: 'Vous n’avez pas le droit de faire cela.',
    });
  });
});
