import { readFile } from 'node:fs/promises';
import { asc, max, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { findLastMigration, listMigrations, migrateWithin } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { users } from '#server/db/schema/identity.ts';
import { ledgerEntries, unlocks } from '#server/db/schema/money.ts';
import { libraryEntries, novelReadDays, readerDays, viewDays } from '#server/db/schema/reading.ts';
import { checkLedger } from '#server/payments/check-ledger.ts';
import { getNovel } from '#shared/contracts/novels.ts';
import { openTestApp } from '#tests/world/app.ts';
import { callEndpoint } from '#tests/world/call-endpoint.ts';
import { createEmptyDatabase } from '#tests/world/databases.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';

const fixture = new URL('baseline-with-money.sql', import.meta.url);
const [lea, karim, author] = [1, 2, 3].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);
const novelId = '019a0000-0000-7000-8000-000000000101';

describe('a database of the baseline with money in it', () => {
  let databaseUrl: string;
  beforeEach(async () => {
    databaseUrl = await createEmptyDatabase();
    await store(databaseUrl);
  });

  test('is brought up to date, and nothing that counts is another', async () => {
    const app = await openTestApp({ DATABASE_URL: databaseUrl });

    expect(await findLastMigration(app.db)).toEqual({ tag: listMigrations().at(-1)?.tag });
    expect(await checkLedger(app.db, app.clock.now())).toEqual([]);
    const balances = await app.db
      .select({ id: users.id, credits: users.credits })
      .from(users)
      .orderBy(asc(users.id));
    expect(balances).toEqual([
      { id: lea, credits: 291 },
      { id: karim, credits: 0 },
      { id: author, credits: 7 },
    ]);
    const entries = await app.db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.sequence));
    expect(entries.map(({ delta }) => delta)).toEqual([300, -4, 300, -5, -300, 7]);
    expect(await app.db.select().from(unlocks)).toMatchObject([
      { userId: lea, chapterId: '019a0000-0000-7000-8000-000000000209', costCredits: 4 },
      { userId: lea, chapterId: '019a0000-0000-7000-8000-000000000210', costCredits: 5 },
    ]);
    expect(await app.db.select().from(libraryEntries)).toMatchObject([
      {
        ...{ userId: lea, novelId, status: 'reading', isChosen: false },
        lastChapterId: '019a0000-0000-7000-8000-000000000201',
        lastReadAt: new Date('2026-10-02T09:00:00Z'),
      },
    ]);
    expect(await app.db.select().from(readerDays).orderBy(asc(readerDays.day))).toEqual([
      { novelId, day: '2026-10-01', userId: lea },
      { novelId, day: '2026-10-02', userId: lea },
    ]);
    // Of the last days alone, and of chapters: a view of the novel's page is no reading.
    const [{ today } = { today: null }] = await app.db
      .select({ today: max(viewDays.day) })
      .from(viewDays);
    expect(await app.db.select().from(novelReadDays)).toEqual([{ novelId, day: today, views: 7 }]);
    const answer = await callEndpoint(app, `/api/novels/${novelId}`);
    expect(getNovel.response.parse(await answer.json())).toMatchObject({
      ...{ views: 41, favorites: 1, ratingAvg: 4.5, ratingCount: 2, chapterCount: 11 },
    });
    const placed = await app.db
      .select({ number: chapters.chapterNumber, views: chapters.views, title: chapters.title })
      .from(chapters)
      .orderBy(asc(chapters.chapterNumber));
    expect(placed).toEqual(
      Array.from({ length: 12 }, (_, index) => ({
        number: index + 1,
        views: 99 - index,
        title: `Chapitre ${index + 1}`,
      })),
    );
    await app.close();
  });

  test('goes on: views are counted, its book is imported again', async () => {
    const app = await openTestApp({ DATABASE_URL: databaseUrl });

    app.views.count(novelId, {
      visitorId: '019a0000-0000-7000-8000-0000000000aa',
      networkId: '019a0000-0000-7000-8000-0000000000bb',
    });
    await app.views.flush();
    const saved = await addNovel(app, {
      novelId,
      title: 'Le Phare',
      chapters: Array.from({ length: 12 }, (_, index) =>
        chapterDraft(index + 1, { title: `Chapitre ${index + 1}`, wordCount: 3 }),
      ),
    });

    expect(saved).toMatchObject({ id: novelId, added: 0, updated: 1, unchanged: 11 });
    const seen = await callEndpoint(app, `/api/novels/${novelId}`);
    expect(getNovel.response.parse(await seen.json())).toMatchObject({
      views: 42,
      chapterCount: 12,
    });
    expect(await app.db.$count(novels)).toBe(2);
    expect(await checkLedger(app.db, app.clock.now())).toEqual([]);
    await app.close();
  });
});

/** Makes the tables as the baseline alone does, and fills them. */
async function store(url: string): Promise<void> {
  const { db, close } = await openDatabase(url, { role: 'command', migrates: false });
  await db.transaction((tx) => migrateWithin(tx, { upTo: '0000_baseline' }));
  for (const statement of (await readFile(fixture, 'utf8')).split(/;\n/)) {
    if (statement.trim() !== '') await db.execute(sql.raw(statement));
  }
  await close();
}
