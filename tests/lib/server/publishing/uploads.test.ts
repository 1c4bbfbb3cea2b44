import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import * as uploads from '#server/publishing/studio/uploads.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { openTestApp } from '#tests/world/app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('an upload deleted while it is read does not exist', async () => {
  const [author] = await app.db.insert(users).values({ name: 'Adèle', role: 'author' }).returning();
  if (!author) throw new Error('nobody was added');
  const file = { bytes: Buffer.from('La pluie.\n\nLa gare.'), fileName: 'pluie.txt' };
  const body = await uploads.uploadBook(app, author.id, file);
  if (isRefusal(body)) throw new Error(body.message);
  const kept = await uploads.findUpload(app.db, author.id, body._id, app.clock.now());
  if (!kept) throw new Error('the upload was not kept');
  await uploads.deleteUpload(app.db, author.id, body._id);
  expect(await uploads.readUpload(app, kept)).toMatchObject({ refusal: 'NOT_FOUND' });
});

test('an account erased while its book is read stores nothing of it', async () => {
  const [author] = await app.db.insert(users).values({ name: 'Adèle', role: 'author' }).returning();
  if (!author) throw new Error('nobody was added');
  const books: typeof app.books = {
    ...app.books,
    read: async (...asked) => {
      const result = await app.books.read(...asked);
      await eraseAccount(app, author.id, { lostCredits: 0 });
      return result;
    },
  };
  const file = { bytes: Buffer.from('La pluie.\n\nLa gare.'), fileName: 'pluie.txt' };
  const answer = await uploads.uploadBook({ ...app, books }, author.id, file);
  expect(answer).toMatchObject({ refusal: 'TOKEN_INVALID' });
  expect(await app.db.$count(bookUploads, eq(bookUploads.ownerId, author.id))).toBe(0);
});
