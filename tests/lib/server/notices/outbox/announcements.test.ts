import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { addAnnouncement, deleteAnnouncement } from '#server/publishing/studio/announcements.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  addBrowser,
  addFollower,
  addListener,
  describeWithOutbox,
  expandAll,
  grow,
  tell,
} from '#tests/world/outbox.ts';
import { signInAs } from '#tests/world/people.ts';
import { sendDue } from '#server/notices/outbox/send-outbox.ts';

describeWithOutbox('an announcement', (world) => {
  let made = 0;
  const newNovel = async () => {
    const author = await signInAs(world.app, { displayName: 'Mathilde', role: 'author' });
    const novel = await grow(world.app, `Le Phare ${++made}`, 1);
    const owned = { ownerId: author.user.id };
    await world.app.db.update(novels).set(owned).where(eq(novels.id, novel.id));
    await tell(world.app);
    return { id: novel.id, author };
  };
  const announce = async ({ id, author }: Awaited<ReturnType<typeof newNovel>>, isSent = true) => {
    const written = { title: 'Une pause', text: 'Un secret du texte.' };
    const body = { ...written, key: crypto.randomUUID(), isSent };
    const added = await addAnnouncement(world.app, author.user, id, body);
    if (isRefusal(added)) throw new Error(added.message);
    return added;
  };
  const mails = () =>
    Promise.all(
      world.mail.mailbox.mails().map(async (mail) => {
        const { subject = '', text = '' } = await world.mail.mailbox.read(mail);
        return { to: mail.to, subject, text };
      }),
    );

  test('is sent by e-mail to followers who asked, with its title and its address', async () => {
    const novel = await newNovel();
    const lea = await addFollower(world.app, novel.id);
    const muted = await addFollower(world.app, novel.id);
    await world.app.db
      .update(favorites)
      .set({ isMuted: true })
      .where(eq(favorites.userId, muted.id));
    await addFollower(world.app, novel.id, { emailPace: 'off' });
    const { _id } = await announce(novel);
    await tell(world.app);
    await tell(world.app);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual(expect.stringContaining(lea.email));
    expect(mail?.subject).toBe(`Le Phare ${made}\u00A0: Une pause`);
    expect(mail?.text).toContain(`/annonce/${_id}`);
    expect(mail?.text).not.toContain('secret');
  });

  test('is pushed to followers’ browsers', async () => {
    const novel = await newNovel();
    const reader = await addListener(world.app, novel.id);
    const browser = await addBrowser(world, reader);
    const { _id } = await announce(novel);
    await tell(world.app);
    const [message, ...others] = browser.received().map(({ text }) => JSON.parse(text) as unknown);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ title: `Le Phare ${made}`, body: 'Une pause' });
    expect(JSON.stringify(message)).toContain(_id);
  });

  test('that is not to be sent tells nobody', async () => {
    const novel = await newNovel();
    await addFollower(world.app, novel.id);
    await announce(novel, false);
    await tell(world.app);
    expect(await mails()).toEqual([]);
  });

  test('that was deleted before it was sent is not', async () => {
    const novel = await newNovel();
    await addFollower(world.app, novel.id);
    const { _id } = await announce(novel);
    await expandAll(world.app);
    await deleteAnnouncement(world.app, novel.author.user, _id);
    await sendDue(world.app, 'email');
    expect(await mails()).toEqual([]);
    expect(
      await world.app.db.select().from(announcements).where(eq(announcements.id, _id)),
    ).toEqual([]);
  });

  test('stands in one digest with the chapters that came out', async () => {
    const novel = await newNovel();
    await addFollower(world.app, novel.id);
    await announce(novel);
    await expandAll(world.app);
    await grow(world.app, `Le Phare ${made}`, 2);
    await tell(world.app);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Annonce\u00A0: Une pause');
    expect(mail?.text).toContain('Chapitre 2');
  });
});
