import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eraseAccount } from '#server/account/erase-account.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { closeMonth } from '#server/money/earnings/close-month.ts';
import {
  findNewStatement,
  readStatements,
  seeStatement,
} from '#server/money/earnings/read-statements.ts';
import { setShare } from '#server/money/earnings/calls.ts';
import { saveAccount } from '#server/money/payouts/payout-account.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { describeWithOutbox, readLetters, tell, waiting } from '#tests/world/outbox.ts';
import { addPastSale } from '#tests/world/past-sale.ts';
import { addSheet } from '#tests/world/pay.ts';
import { addUser } from '#tests/world/people.ts';

const half = { novelId: null, authorId: null, basisPoints: 5000, startsOn: '2026-07-01' };

// The worlds' clocks begin in November 2026. Months are closed in order, so that each test has its own.
describeWithOutbox('the letter about a statement', (world) => {
  /** An author whose chapter was unlocked in a month, for 118 cents. */
  async function addSeller(month: string, email: string | null) {
    const { app } = world;
    const author = await addUser(app, { role: 'author', email });
    const { id, chapterIds } = await addNovel(app, {
      title: `Le Fil ${crypto.randomUUID()}`,
      chapters: [chapterDraft(1, { isPremium: true })],
    });
    const [chapterId = ''] = chapterIds;
    await app.db.update(novels).set({ ownerId: author.id }).where(eq(novels.id, id));
    await app.db.update(chapters).set({ creditCost: 100 }).where(eq(chapters.id, chapterId));
    const reader = await addUser(app, { email: null });
    const at = new Date(`${month}-10T10:00:00Z`);
    await addPastSale(app, { userId: reader.id, chapterId, credits: 150, at });
    return author.id;
  }

  const letters = () => readLetters(world);

  test('is sent once to each author who has one and an address, however often a month is closed', async () => {
    const { app } = world;
    expect(await setShare(app, half, (await addUser(app, { role: 'admin' })).id)).toBeNull();
    const elise = await addSeller('2026-07', 'elise@exemple.test');
    const silent = await addSeller('2026-07', null);
    const gone = await addSeller('2026-07', 'partie@exemple.test');
    expect(await eraseAccount(app, gone, { lostCredits: null })).toBeNull();
    await tell(app);
    world.mail.mailbox.clear();

    const both = await Promise.all([closeMonth(app, '2026-07'), closeMonth(app, '2026-07')]);
    expect(both.toSorted()).toEqual(['already', 'closed']);
    expect(await closeMonth(app, '2026-07')).toBe('already');
    for (const id of [elise, silent, gone]) {
      expect(await readStatements(app.db, id, '2026-07')).toMatchObject([{ balance: 118 }]);
    }
    expect(await waiting(app)).toMatchObject([{ kind: 'statement', userId: elise }]);
    const sent = await letters();
    expect(sent).toMatchObject([
      { to: 'elise@exemple.test', subject: 'Votre relevé de juillet 2026' },
    ]);
    expect(sent[0]?.text).toContain('Vos romans ont gagné 1,18 € ce mois-là.');
    expect(sent[0]?.text).toContain('Il reste 1,18 € à vous payer, avant retenues.');
    expect(sent[0]?.text).toContain('donnez un compte bancaire');
    expect(sent[0]?.text).toContain('votre fiche fiscale');
    expect(sent[0]?.text).toContain('/my-novels?vue=releves&mois=2026-07');
    expect(await letters()).toHaveLength(1);
  });

  test('says nothing of an account that is there, and is not written where the closing fails', async () => {
    const { app } = world;
    const karim = await addSeller('2026-08', 'karim@exemple.test');
    const account = { holderName: 'Karim', iban: 'FR7630006000011234567890189' };
    await saveAccount(app, karim, account);
    await addSheet(app, karim);
    await tell(app);
    world.mail.mailbox.clear();
    const early = await closeMonth(app, '2026-12');
    expect(early).toBe('order');
    expect(await waiting(app)).toEqual([]);
    expect(await closeMonth(app, '2026-08')).toBe('closed');
    const own = (await letters()).find(({ to }) => to === 'karim@exemple.test');
    expect(own?.subject).toBe('Votre relevé d’août 2026');
    expect(own?.text).toContain('Il reste 1,18 € à vous payer, avant retenues.');
    expect(own?.text).not.toMatch(/compte bancaire|fiche fiscale/);
  });

  test('goes with an account that is deleted before it is sent', async () => {
    const { app } = world;
    const author = await addSeller('2026-09', 'zoe@exemple.test');
    expect(await closeMonth(app, '2026-09')).toBe('closed');
    expect(await eraseAccount(app, author, { lostCredits: null })).toBeNull();
    const own = (await letters()).filter(({ to }) => to === 'zoe@exemple.test');
    expect(own.map(({ subject }) => subject)).toEqual(['Votre compte est supprimé']);
  });

  test('has a mark in the author’s area, until the statement was seen', async () => {
    const { app } = world;
    const author = await addSeller('2026-10', 'lou@exemple.test');
    const find = async () => {
      const [row] = await app.db.select().from(users).where(eq(users.id, author));
      return row && findNewStatement(app.db, row);
    };
    expect(await find()).toBeNull();
    expect(await closeMonth(app, '2026-10')).toBe('closed');
    expect(await find()).toBe('2026-10');
    // A month without a statement of theirs marks nothing as seen.
    await seeStatement(app.db, author, '2030-01');
    expect(await find()).toBe('2026-10');
    await seeStatement(app.db, author, '2026-10');
    await seeStatement(app.db, author, '2026-09');
    expect(await find()).toBeNull();
  });
});
