import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookUploads } from '#server/db/schema/uploads.ts';
import { users } from '#server/db/schema/identity.ts';
import { isRefusal } from '#server/http/refusal.ts';
import * as uploads from '#server/publishing/studio/uploads.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { openTestApp } from '#tests/world/app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const mebibyte = 1024 * 1024;

/** How many other queries the database answered while `work` ran. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let answers = 0;
  let isOver = false;
  const ask = async () => {
    for (; !isOver; answers++) {
      await app.db.execute(sql`select 1`);
      await nextTurn();
    }
  };
  const asking = ask();
  await work.finally(() => {
    isOver = true;
  });
  await asking;
  return answers;
}

test('a large file is written and read in the embedded database while other queries are answered', async () => {
  const [author] = await app.db.insert(users).values({ name: 'Adèle', role: 'author' }).returning();
  if (!author) throw new Error('nobody was added');
  // One line, without an end.
  const bytes = Buffer.from('La pluie tombait sur la gare. '.repeat((4 * mebibyte) / 30));
  const read = Promise.withResolvers<undefined>();
  const books: typeof app.books = {
    ...app.books,
    read: async (...asked) => {
      const result = await app.books.read(...asked);
      read.resolve(undefined);
      return result;
    },
  };
  const uploading = uploads.uploadBook({ ...app, books }, author.id, {
    bytes,
    fileName: 'pluie.txt',
  });
  await read.promise;
  // 16 chunks of a quarter of a mebibyte.
  expect(await answersDuring(uploading)).toBeGreaterThanOrEqual(16);

  const body = await uploading;
  if (isRefusal(body)) throw new Error(body.message);
  const kept = await uploads.findUpload(app.db, author.id, body._id, app.clock.now());
  if (!kept) throw new Error('the upload was not kept');
  const again = await uploads.readUpload(app, kept);
  if (isRefusal(again)) throw new Error(again.message);
  expect(uploads.toUploadBody(kept, again)).toEqual(body);
});

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

test('an upload deleted while it is written is not reported as stored', async () => {
  const [author] = await app.db.insert(users).values({ name: 'Adèle', role: 'author' }).returning();
  if (!author) throw new Error('nobody was added');
  const bytes = Buffer.from('La pluie tombait sur la gare. '.repeat(mebibyte / 30));
  const uploading = uploads.uploadBook(app, author.id, { bytes, fileName: 'pluie.txt' });
  const forgetting = async () => {
    let forgotten: unknown[] = [];
    while (forgotten.length === 0) {
      await nextTurn();
      forgotten = await app.db
        .delete(bookUploads)
        .where(eq(bookUploads.ownerId, author.id))
        .returning({ id: bookUploads.id });
    }
  };
  const [answer] = await Promise.all([uploading, forgetting()]);
  expect(answer).toMatchObject({ refusal: 'NOT_FOUND' });
});
