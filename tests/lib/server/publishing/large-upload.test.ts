import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { users } from '../../../../src/lib/server/db/schema/identity.ts';
import { isRefusal } from '../../../../src/lib/server/http/refusal.ts';
import * as uploads from '../../../../src/lib/server/publishing/studio/uploads.ts';
import { openTestApp } from '../../../world/app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const mebibyte = 1024 * 1024;

/** How often other requests had their turn while `work` ran. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns++) await nextTurn();
  };
  const counting = count();
  await work.finally(() => {
    isOver = true;
  });
  await counting;
  return turns;
}

test('a large file is written and read in the embedded database while others are answered', async () => {
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
  expect(await turnsDuring(uploading)).toBeGreaterThanOrEqual(16);

  const body = await uploading;
  if (isRefusal(body)) throw new Error(body.message);
  const kept = await uploads.findUpload(app.db, author.id, body._id, app.clock.now());
  if (!kept) throw new Error('the upload was not kept');
  const again = await uploads.readUpload(app, kept);
  if (isRefusal(again)) throw new Error(again.message);
  expect(uploads.toUploadBody(kept, again)).toEqual(body);
});

test('an upload that is forgotten while it is read does not exist', async () => {
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
