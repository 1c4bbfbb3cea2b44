import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/core/db/schema/identity.ts';
import { mailBounces } from '#server/core/db/schema/outbox.ts';
import { takeReport } from '#server/notices/bounces.ts';
import { deliveryReport } from '#tests/world/delivery-report.ts';
import { addFollower, describeWithOutbox, grow, tell } from '#tests/world/outbox.ts';

describeWithOutbox('an e-mail that comes back', (world) => {
  /** Somebody who follows a novel, and the e-mail about its second chapter as it was sent. */
  const tellSomebody = async (title: string) => {
    const { app, mail } = world;
    const { id } = await grow(app, title, 1);
    await tell(app);
    const reader = await addFollower(app, id);
    await grow(app, title, 2);
    await tell(app);
    const [sent] = mail.mailbox.mails();
    mail.mailbox.clear();
    return { reader, returned: sent?.raw.toString() ?? '' };
  };
  const bounceOf = async (userId: string) => {
    const rows = await world.app.db
      .select()
      .from(mailBounces)
      .where(eq(mailBounces.userId, userId));
    return rows[0];
  };

  test('ends what its reader asked for, however often it is taken', async () => {
    const { app, mail } = world;
    const { reader, returned } = await tellSomebody('Retour');
    const report = deliveryReport({ recipient: reader.email, returned });
    for (let time = 0; time < 2; time++) expect(await takeReport(app, report)).toBe(reader.email);
    expect(await bounceOf(reader.id)).toMatchObject({
      address: reader.email,
      answer: expect.stringContaining('550 5.1.1') as string,
      bouncedAt: app.clock.now(),
    });
    await grow(app, 'Retour', 3);
    await tell(app);
    expect(mail.mailbox.mails()).toEqual([]);
  });

  test('counts where it was passed on to another address', async () => {
    const { reader, returned } = await tellSomebody('Transmis');
    const report = deliveryReport({ recipient: 'ailleurs@exemple.test', returned });
    expect(await takeReport(world.app, report)).toBe(reader.email);
  });

  test('says nothing of an address that its reader has since', async () => {
    const { app } = world;
    const { reader, returned } = await tellSomebody('Déménagé');
    const email = `nouvelle-${reader.id}@exemple.test`;
    await app.db.update(users).set({ email }).where(eq(users.id, reader.id));
    expect(await takeReport(app, deliveryReport({ recipient: reader.email, returned }))).toBeNull();
    expect(await bounceOf(reader.id)).toBeUndefined();
  });

  test('is believed with the id of an e-mail of ours alone', async () => {
    const { reader, returned } = await tellSomebody('Forgé');
    const forged = returned.replace(
      /^Message-ID: <[^@]+@/im,
      `Message-ID: <${crypto.randomUUID()}@`,
    );
    expect(forged).not.toBe(returned);
    const report = deliveryReport({ recipient: reader.email, returned: forged });
    expect(await takeReport(world.app, report)).toBeNull();
    expect(await bounceOf(reader.id)).toBeUndefined();
  });
});
