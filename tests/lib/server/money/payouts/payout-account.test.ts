import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readPay } from '#server/money/payouts/read-pay.ts';
import { removeAccount, saveAccount } from '#server/money/payouts/payout-account.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { addStatement } from '#tests/world/pay.ts';
import { describeWithOutbox, readLetters, waiting } from '#tests/world/outbox.ts';
import { addUser } from '#tests/world/people.ts';

const first = { holderName: 'Élise Plume', iban: 'FR7630006000011234567890189' };
const second = { holderName: 'Élise Plume', iban: 'DE89370400440532013000' };

describeWithOutbox('the bank account of an author', (world) => {
  async function save(userId: string, account: typeof first) {
    const saved = await saveAccount(world.app, userId, account);
    if (isRefusal(saved)) throw new Error('the account is refused');
    return saved;
  }

  const letters = () => readLetters(world);

  test('is written to its author when it changes, once an hour, and never in full', async () => {
    const { app } = world;
    const author = await addUser(app, { role: 'author', email: 'elise@exemple.test' });
    await save(author.id, first);
    const [known] = await letters();
    expect(known).toMatchObject({
      to: 'elise@exemple.test',
      subject: 'Un compte bancaire est enregistré pour vos droits',
    });
    expect(known?.text).toContain('sur le compte FR76 •••• 0189');
    expect(known?.text).not.toContain('30006000');
    expect(known?.text).toContain('/my-novels?vue=releves');

    // The same again is no change.
    const before = await save(author.id, first);
    app.clock.advance(60_000);
    const after = await save(author.id, first);
    expect(after.updatedAt).toEqual(before.updatedAt);
    expect(await waiting(app)).toEqual([]);

    await save(author.id, second);
    await removeAccount(app.db, author.id);
    app.clock.advance(60_000);
    await save(author.id, first);
    const changed = await save(author.id, { ...second, holderName: 'Autre Nom' });
    expect(await letters()).toHaveLength(1);
    // The last of them is told when the hour is over, with the hour of the change.
    app.clock.advance(3_600_000);
    const sent = await letters();
    const ibans = sent.map(({ text }) => /compte (\w\w\d\d)/.exec(text)?.[1]);
    expect(ibans).toEqual(['FR76', 'DE89']);
    const when = formatInstant(changed.updatedAt.toISOString()).replaceAll(/\s/g, ' ');
    expect(sent[1]?.text).toContain(when);
    // Who removes an account first cannot make the next one look like no change.
    expect(new Set(sent.map(({ subject }) => subject)).size).toBe(1);
    app.clock.advance(3_600_000);
    await save(author.id, first);
    expect(await letters()).toHaveLength(3);
  });

  test('is written to nobody without an address, and shows the publisher its day', async () => {
    const { app } = world;
    const author = await addUser(app, { role: 'author', email: null });
    await addStatement(app, author.id);
    const { updatedAt } = await save(author.id, second);
    expect(await waiting(app)).toEqual([]);
    const { authors } = await readPay(app);
    expect(authors.find(({ _id }) => _id === author.id)?.account).toEqual({
      maskedIban: 'DE89 •••• 3000',
      updatedAt: updatedAt.toISOString(),
      isRecent: true,
    });
  });

  test('is not kept for an account that was deleted while it was on its way', async () => {
    const { app } = world;
    const author = await addUser(app, { role: 'author', email: 'partie@exemple.test' });
    expect(await eraseAccount(app, author.id, { lostCredits: null })).toBeNull();
    expect(await saveAccount(app, author.id, first)).toMatchObject({ refusal: 'TOKEN_INVALID' });
    expect(await app.db.$count(payoutAccounts, eq(payoutAccounts.userId, author.id))).toBe(0);
  });
});
