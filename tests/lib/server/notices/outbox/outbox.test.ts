import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import {
  mailBounces,
  noticeSettings,
  outbox,
  pushSubscriptions,
  releasedChapters,
  releases,
} from '#server/core/db/schema/outbox.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import { expandReleases } from '#server/notices/outbox/expand-releases.ts';
import { dueInstant } from '#server/notices/outbox/due-instant.ts';
import { leasesMs, sendDue } from '#server/notices/outbox/send-outbox.ts';
import type { App } from '#server/app.ts';
import { createMailer } from '#server/notices/mail/mailer.ts';
import { claimMessages } from '#server/notices/outbox/claim-messages.ts';
import { runDepartures } from '#server/publishing/departures.ts';
import { publishDueChapters } from '#server/publishing/publish-due.ts';
import {
  addBrowser,
  addFollower,
  addListener,
  ask,
  describeWithOutbox,
  expandAll,
  grow,
  openOutboxApp,
  tell,
  waiting,
} from '#tests/world/outbox.ts';
import { findPort } from '#tests/built/built-site.ts';
import { addUser } from '#tests/world/people.ts';

function mailSettingsOf(app: App) {
  if (!app.config.mail) throw new Error('this app sends no mail');
  return app.config.mail;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeWithOutbox('what came out', (world) => {
  const sent = () =>
    Promise.all(
      world.mail.mailbox.mails().map(async (mail) => {
        const email = await world.mail.mailbox.read(mail);
        const { subject = '', text = '', html = '', messageId = '' } = email;
        return { to: mail.to, subject, text, html, messageId, email };
      }),
    );
  const rowsOf = (userId: string) =>
    world.app.db.select().from(outbox).where(eq(outbox.userId, userId));

  test('is told once to each follower who said yes, and to nobody else', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Le Phare', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    const silent = await addUser(app, { email: 'sans-rien@exemple.test' });
    await app.db.insert(favorites).values({ userId: silent.id, novelId: id });
    const off = await addFollower(app, id, { emailPace: 'off' });
    await grow(app, 'Le Phare', 2);
    for (let time = 0; time < 2; time++) await tell(app);
    const mails = await sent();
    expect(mails).toMatchObject([{ to: lea.email, subject: 'Le Phare\u00A0: chapitre 2' }]);
    expect(mails[0]?.text).toContain('Chapitre 2\u00A0: Chapitre\u00A02 du récit');
    expect(await rowsOf(off.id)).toEqual([]);
    expect(await waiting(app)).toEqual([]);
  });

  test('of a withdrawal is told to who unlocked a chapter too, unless they muted the novel', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Qui s’en va', 1);
    await tell(app);
    const follower = await addFollower(app, id);
    const [owner, muted] = [
      await addUser(app, { email: 'a@exemple.test' }),
      await addFollower(app, id),
    ];
    await ask(app, owner.id, { emailPace: 'at_once' });
    await app.db.update(favorites).set({ isMuted: true }).where(eq(favorites.userId, muted.id));
    const [chapter] = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    const chapterId = chapter?.id ?? '';
    const rows = [owner, muted].map((user) => ({ userId: user.id, chapterId, costCredits: 1 }));
    await app.db.insert(unlocks).values(rows);
    const leavesOn = addDays(parisDay(app.clock.now()), 20);
    await app.db.update(chapters).set({ leavesOn }).where(eq(chapters.id, chapterId));
    for (let time = 0; time < 2; time++) {
      await runDepartures(app);
      await tell(app);
    }
    const mails = await sent();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [follower.email, owner.email ?? ''].toSorted(),
    );
    expect(mails[0]?.subject).toMatch(/Retrait le .+tout le roman$/);
  });

  test('is expanded in batches, the last of which ends it', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Aux mille lecteurs', 1);
    await tell(app);
    const people = Array.from({ length: 1_100 }, (_, index) => ({
      name: `Lecteur ${index}`,
      email: `mille-${index}@exemple.test`,
    }));
    const added = await app.db.insert(users).values(people).returning({ id: users.id });
    await app.db.insert(favorites).values(added.map((user) => ({ userId: user.id, novelId: id })));
    const agreed = { emailPace: 'weekly', emailAgreedAt: app.clock.now() } as const;
    await app.db
      .insert(noticeSettings)
      .values(added.map((user) => ({ userId: user.id, ...agreed })));
    await grow(app, 'Aux mille lecteurs', 3);
    const counts: number[] = [];
    do counts.push(await app.db.$count(outbox));
    while (await expandReleases(app));
    expect(counts).toEqual([0, 500, 1_000, 1_100]);
    const isThis = and(eq(releases.novelId, id), isNotNull(releases.expandedUpTo));
    const [release] = await app.db.select().from(releases).where(isThis);
    expect(release?.expandedAt).toEqual(app.clock.now());
    // Again from the beginning, as after a restored backup: no row twice.
    await app.db.update(releases).set({ expandedAt: null, expandedUpTo: null }).where(isThis);
    await expandAll(app);
    expect(await app.db.$count(outbox)).toBe(1_100);
  });

  test('of a followed author is told too, once to who follows both, and to nobody who muted it', async () => {
    const { app } = world;
    const told = await addUser(app, { email: 'auteur@exemple.test' });
    const muted = await addUser(app, { email: 'muet@exemple.test' });
    const { id } = await grow(app, 'D’une autrice', 1, { authorName: 'Nora Plume' });
    await tell(app);
    for (const { id: userId } of [told, muted]) {
      await ask(app, userId, { emailPace: 'at_once' });
      await app.db.insert(followedAuthors).values({ userId, authorSlug: 'nora-plume' });
    }
    await app.db.insert(favorites).values([
      { userId: told.id, novelId: id },
      { userId: muted.id, novelId: id, isMuted: true },
    ]);
    await grow(app, 'D’une autrice', 2, { authorName: 'Nora Plume' });
    await tell(app);
    expect((await sent()).map(({ to }) => to)).toEqual(['auteur@exemple.test']);
    // Another novel of hers, which nobody has chosen.
    world.mail.mailbox.clear();
    await grow(app, 'Une autre d’elle', 1, { authorName: 'Nora Plume' });
    await tell(app);
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual([
      'auteur@exemple.test',
      'muet@exemple.test',
    ]);
    // Its owner needs no telling.
    world.mail.mailbox.clear();
    await app.db.update(novels).set({ ownerId: told.id }).where(eq(novels.id, id));
    await grow(app, 'D’une autrice', 3, { authorName: 'Nora Plume' });
    await tell(app);
    expect(await sent()).toEqual([]);
  });

  test('of a day is one digest, in the evening, of all novels', async () => {
    const { app } = world;
    const first = await grow(app, 'Matin', 1);
    const second = await grow(app, 'Midi', 1);
    await tell(app);
    const lea = await addFollower(app, first.id, { emailPace: 'daily' });
    await app.db.insert(favorites).values({ userId: lea.id, novelId: second.id });
    await grow(app, 'Matin', 2);
    await tell(app);
    app.clock.advance(minuteMs);
    await grow(app, 'Midi', 3);
    await grow(app, 'Matin', 3);
    await tell(app);
    expect(await sent()).toEqual([]);
    app.clock.advance(30 * hourMs);
    await tell(app);
    const mails = await sent();
    expect(mails).toMatchObject([{ subject: '4 nouveaux chapitres dans 2 romans' }]);
    expect(mails[0]?.text).toMatch(/Matin\n {2}· Chapitre 2\u00A0: .*\n {2}· Chapitre 3\u00A0: /);
    expect(mails[0]?.text).toMatch(/Midi\n {2}· Chapitre 2\u00A0: .*\n {2}· Chapitre 3\u00A0: /);
    expect(await waiting(app)).toEqual([]);
  });

  test('waits for the end of the hours of silence, also where they were chosen since', async () => {
    const { app } = world;
    const { id } = await grow(app, 'La Nuit', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    await grow(app, 'La Nuit', 2);
    await expandAll(app);
    const hour = Number(
      app.clock.now().toLocaleString('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit' }),
    );
    await ask(app, lea.id, { quietFromHour: hour, quietUntilHour: (hour + 2) % 24 });
    await tell(app);
    expect(await sent()).toEqual([]);
    expect(await rowsOf(lea.id)).toMatchObject([{ attempts: 0, failedAt: null }]);
    app.clock.advance(2 * hourMs);
    await tell(app);
    expect(await sent()).toHaveLength(1);
  });

  test('is not told any more when it was withdrawn, unfollowed, muted or no longer wanted', async () => {
    const { app } = world;
    const { id, chapterIds } = await grow(app, 'Changements', 1);
    await tell(app);
    const [left, muted, off, stays] = [
      await addFollower(app, id),
      await addFollower(app, id),
      await addFollower(app, id),
      await addFollower(app, id),
    ];
    const { chapterIds: grown } = await grow(app, 'Changements', 3);
    await expandAll(app);
    await app.db.delete(favorites).where(eq(favorites.userId, left.id));
    await app.db.update(favorites).set({ isMuted: true }).where(eq(favorites.userId, muted.id));
    await ask(app, off.id, { emailPace: 'off' });
    await app.db
      .update(chapters)
      .set({ status: 'draft' })
      .where(eq(chapters.id, grown[1] ?? ''));
    await tell(app);
    const mails = await sent();
    expect(mails).toMatchObject([{ to: stays.email, subject: 'Changements\u00A0: chapitre 3' }]);
    expect(chapterIds).toHaveLength(1);
    for (const { id: userId } of [left, muted, off]) {
      expect(await rowsOf(userId)).toMatchObject([{ sentAt: null, failedAt: app.clock.now() }]);
    }
  });

  test('by schedule is told, unless silently, and never again', async () => {
    const { app } = world;
    const soon = new Date(app.clock.now().getTime() + hourMs);
    const { id, chapterIds } = await grow(app, 'À l’heure', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    const added = await app.db
      .insert(chapters)
      .values(
        [2, 3].map((chapterNumber) => ({
          novelId: id,
          chapterNumber,
          title: `N° ${chapterNumber}`,
          status: 'scheduled' as const,
          publishedAt: soon,
          isSilent: chapterNumber === 3,
        })),
      )
      .returning({ id: chapters.id });
    app.clock.advance(hourMs);
    await publishDueChapters(app);
    await tell(app);
    expect(await sent()).toMatchObject([{ to: lea.email, subject: 'À l’heure\u00A0: chapitre 2' }]);
    // Withdrawn and scheduled again.
    world.mail.mailbox.clear();
    await app.db
      .update(chapters)
      .set({ status: 'scheduled', publishedAt: app.clock.now() })
      .where(eq(chapters.id, added[0]?.id ?? ''));
    await publishDueChapters(app);
    await tell(app);
    expect(await sent()).toEqual([]);
    expect(chapterIds).toHaveLength(1);
  });

  test('by an import before its hour is told, unless silently', async () => {
    const { app } = world;
    const { id } = await grow(app, 'En avance', 3);
    const lea = await addFollower(app, id);
    await tell(app);
    world.mail.mailbox.clear();
    const soon = new Date(app.clock.now().getTime() + hourMs);
    for (const chapterNumber of [2, 3]) {
      await app.db
        .update(chapters)
        .set({ status: 'scheduled', publishedAt: soon, isSilent: chapterNumber === 3 })
        .where(and(eq(chapters.novelId, id), eq(chapters.chapterNumber, chapterNumber)));
    }
    await app.db.delete(releasedChapters);
    app.clock.advance(2 * hourMs);
    await grow(app, 'En avance', 3);
    await tell(app);
    expect(await sent()).toMatchObject([{ to: lea.email, subject: 'En avance\u00A0: chapitre 2' }]);
  });

  test('from before, in an imported book, tells nobody', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Vieux livre', 1);
    await addFollower(app, id);
    await tell(app);
    world.mail.mailbox.clear();
    const publishedAt = new Date(app.clock.now().getTime() - hourMs);
    await grow(app, 'Vieux livre', 4, { chapter: { publishedAt } });
    await tell(app);
    expect(await sent()).toEqual([]);
  });

  test('can be ended with one click, and every e-mail says how', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Adieu', 1);
    await tell(app);
    await addFollower(app, id);
    await grow(app, 'Adieu', 2);
    await tell(app);
    const [mail] = await sent();
    const header = (key: string) => mail?.email.headers.find((one) => one.key === key)?.value;
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/feuilleton\.test\/api\/notices\/unsubscribe\/[\w.-]+>$/,
    );
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toMatch(/https:\/\/feuilleton\.test\/desabonnement\/[\w.-]+/);
    }
  });

  test('carries no picture, nothing to fetch, and no sentence of a text', async () => {
    const { app } = world;
    const secret = 'Personne ne doit lire cette phrase sans avoir payé.';
    const { id } = await grow(app, 'Coffre', 1);
    await tell(app);
    await addFollower(app, id);
    await grow(app, 'Coffre', 2, { chapter: { html: `<p>${secret}</p>`, isPremium: true } });
    await app.db.update(chapters).set({ teaser: 'Un extrait.' }).where(eq(chapters.novelId, id));
    await tell(app);
    const [mail] = await sent();
    const [raw] = world.mail.mailbox.mails();
    for (const body of [mail?.text ?? '', mail?.html ?? '']) {
      expect(body).not.toContain(secret);
      expect(body).not.toContain('Un extrait.');
    }
    expect(raw?.raw.toString()).not.toContain('Personne ne doit');
    expect(mail?.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail?.html).toContain('prefers-color-scheme:dark');
    expect(mail?.html).not.toMatch(/<img|<script|<link|url\(|src=/);
    expect(mail?.email.attachments).toEqual([]);
  });

  test('at once is one message in half an hour for each novel, which has all of it', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Rafale', 1);
    const other = await grow(app, 'Calme', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    await app.db.insert(favorites).values({ userId: lea.id, novelId: other.id });
    for (let length = 2; length <= 4; length++) {
      await grow(app, 'Rafale', length);
      app.clock.advance(10_000);
      await tell(app);
    }
    await grow(app, 'Calme', 2);
    await tell(app);
    const subjects = async () => (await sent()).map(({ subject }) => subject);
    const first = ['Rafale\u00A0: chapitre 2', 'Calme\u00A0: chapitre 2'];
    expect(await subjects()).toEqual(first);
    app.clock.advance(30 * minuteMs);
    await tell(app);
    expect(await subjects()).toEqual([...first, 'Rafale\u00A0: 2 nouveaux chapitres']);
    expect(await waiting(app)).toEqual([]);
  });

  test('of one novel is told at once four times a day, then in the evening', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Trop', 1);
    await tell(app);
    // A day begins, in Paris.
    app.clock.advance(
      dueInstant('daily', null, app.clock.now()).getTime() - app.clock.now().getTime(),
    );
    app.clock.advance(8 * hourMs);
    await addFollower(app, id);
    for (let length = 2; length <= 13; length++) {
      await grow(app, 'Trop', length);
      await tell(app);
      app.clock.advance(40 * minuteMs);
      await tell(app);
    }
    // Four, and one for the other eight.
    app.clock.advance(16 * hourMs);
    await tell(app);
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      ...[2, 3, 4, 5].map((number) => `Trop\u00A0: chapitre ${number}`),
      'Trop\u00A0: 8 nouveaux chapitres',
    ]);
    const { text } = await app.metrics.read();
    expect(text).toMatch(/feuilleton_releases_told_total\{told="evening"\} [1-9]/);
  });

  test('is tried again after growing pauses, as the same message', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Patience', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    world.mail.mailbox.setAnswer('later', lea.email);
    await grow(app, 'Patience', 2);
    await tell(app);
    const [row] = await rowsOf(lea.id);
    expect(row).toMatchObject({ attempts: 1, failure: expect.stringContaining('451') as string });
    expect(row?.nextAttemptAt.getTime()).toBe(app.clock.now().getTime() + minuteMs);
    app.clock.advance(minuteMs);
    // What comes out meanwhile is another message: the first may have arrived.
    await grow(app, 'Patience', 3);
    await tell(app);
    expect((await sent()).map(({ subject }) => subject)).toEqual([]);
    world.mail.mailbox.setAnswer('take', lea.email);
    app.clock.advance(4 * minuteMs);
    await tell(app);
    // The first was sent late: half an hour after it.
    app.clock.advance(30 * minuteMs);
    await tell(app);
    const subjects = (await sent()).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Patience\u00A0: chapitre 2',
      'Patience\u00A0: chapitre 3',
    ]);
    const ids = new Set((await sent()).map(({ messageId }) => messageId));
    expect(ids).toContain(`<${row?.messageId}@feuilleton.test>`);
    expect(ids.size).toBe(2);
  });

  test('ends with an address that refuses it for good, until another one', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Retour', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    world.mail.mailbox.setAnswer('refuse', lea.email);
    await grow(app, 'Retour', 2);
    await tell(app);
    expect(await rowsOf(lea.id)).toMatchObject([
      { failedAt: app.clock.now(), failure: expect.stringContaining('550') as string },
    ]);
    expect(
      await app.db.select().from(mailBounces).where(eq(mailBounces.userId, lea.id)),
    ).toMatchObject([{ address: lea.email }]);
    world.mail.mailbox.setAnswer('take', lea.email);
    await grow(app, 'Retour', 3);
    await tell(app);
    expect(await sent()).toEqual([]);
    await app.db
      .update(users)
      .set({ email: `autre-${lea.email}` })
      .where(eq(users.id, lea.id));
    await grow(app, 'Retour', 4);
    await tell(app);
    expect(await sent()).toMatchObject([{ to: `autre-${lea.email}` }]);
  });

  test('that its server refuses for its sender ends, and is not held against the address', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Expéditeur', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    world.mail.mailbox.setAnswer('refuse', 'bonjour@feuilleton.example');
    await grow(app, 'Expéditeur', 2);
    await expandAll(app);
    expect(await sendDue(app, 'email')).toBe(true);
    world.mail.mailbox.setAnswer('take', 'bonjour@feuilleton.example');
    expect(await rowsOf(lea.id)).toMatchObject([
      { failedAt: app.clock.now(), failure: expect.stringContaining('5.1.8') as string },
    ]);
    expect(await app.db.$count(mailBounces, eq(mailBounces.userId, lea.id))).toBe(0);
  });

  test('waits, uncounted, for a server that cannot be connected to', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Panne', 1);
    await tell(app);
    const lea = await addFollower(app, id);
    await grow(app, 'Panne', 2);
    await expandAll(app);
    const down = createMailer({ ...mailSettingsOf(app), port: await findPort() });
    expect(await sendDue({ ...app, mailer: down }, 'email')).toBe(false);
    down.close();
    expect(await rowsOf(lea.id)).toMatchObject([{ attempts: 0, sentAt: null, failedAt: null }]);
    await tell(app);
    expect(await sent()).toHaveLength(1);
  });

  test('is told by two instances at once, and no message twice', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Course', 1);
    await tell(app);
    for (let at = 0; at < 60; at++) await addFollower(app, id);
    await grow(app, 'Course', 2);
    const other = await openOutboxApp(world, app.config.databaseUrl);
    // A lease by a clock that is behind would be over at once.
    other.clock.advance(app.clock.now().getTime() - other.clock.now().getTime());
    await Promise.all([expandAll(app), expandAll(other)]);
    await Promise.all([sendDue(app, 'email'), sendDue(other, 'email'), sendDue(app, 'email')]);
    await other.close();
    const to = (await sent()).map((mail) => mail.to);
    expect(to).toHaveLength(60);
    expect(new Set(to).size).toBe(60);
  });

  test('that a process had claimed when it ended is sent after its lease', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Bail', 1);
    await tell(app);
    await addFollower(app, id);
    await grow(app, 'Bail', 2);
    await expandAll(app);
    const lease = { now: app.clock.now(), leaseMs: leasesMs.email, max: 40 };
    expect(await claimMessages(app.db, 'email', lease)).toHaveLength(1);
    await tell(app);
    expect(await sent()).toEqual([]);
    app.clock.advance(leasesMs.email);
    await tell(app);
    expect(await sent()).toHaveLength(1);
  });

  test('is pushed to each browser of a reader, encrypted, once', async () => {
    const { app } = world;
    const { id, chapterIds } = await grow(app, 'Sonnerie', 1);
    await tell(app);
    const reader = await addListener(app, id);
    const browsers = [await addBrowser(world, reader), await addBrowser(world, reader)];
    const { chapterIds: grown } = await grow(app, 'Sonnerie', 2);
    // One of them asks to come again: the other is not told twice.
    browsers[1]?.setStatus(503);
    await tell(app);
    browsers[1]?.setStatus(201);
    app.clock.advance(minuteMs);
    await tell(app);
    for (const browser of browsers) {
      expect(browser.received().map(({ text }) => JSON.parse(text) as unknown)).toEqual([
        {
          title: 'Sonnerie',
          body: 'Chapitre 2\u00A0: Chapitre\u00A02 du récit',
          url: `/chapter/${grown[1]}`,
          tag: `roman-${id}`,
        },
      ]);
    }
    expect(chapterIds).toHaveLength(1);
  });

  test.each([404, 410])('ends with a subscription that is gone (%i)', async (status) => {
    const { app } = world;
    const title = `Parti ${status} ${Math.random()}`;
    const { id } = await grow(app, title, 1);
    await tell(app);
    const reader = await addListener(app, id);
    const [gone, stays] = [await addBrowser(world, reader), await addBrowser(world, reader)];
    gone.setStatus(status);
    await grow(app, title, 2);
    await tell(app);
    const left = await app.db
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, reader.user.id));
    expect(left).toEqual([{ endpoint: stays.subscription.endpoint }]);
    expect(stays.received()).toHaveLength(1);
    expect(await waiting(app)).toEqual([]);
  });

  test('says once by e-mail that no browser of a reader takes it any more', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Fini', 1);
    await tell(app);
    const addReader = async (email: string, statuses: readonly number[]) => {
      const reader = await addListener(app, id);
      for (const status of statuses) (await addBrowser(world, reader)).setStatus(status);
      const { id: userId } = reader.user;
      await app.db.update(users).set({ email }).where(eq(users.id, userId));
      return userId;
    };
    await addReader('fini-1@exemple.test', [410, 404]);
    const reached = await addReader('fini-2@exemple.test', [410, 201]);
    const expired = await addReader('fini-3@exemple.test', [201]);
    await app.db
      .update(pushSubscriptions)
      .set({ expiresAt: app.clock.now() })
      .where(eq(pushSubscriptions.userId, expired));
    await grow(app, 'Fini', 2);
    await tell(app);
    await tell(app);
    const said = (await sent()).filter(({ subject }) => subject.includes('notifications'));
    expect(said.map(({ to }) => to).toSorted()).toEqual([
      'fini-1@exemple.test',
      'fini-3@exemple.test',
    ]);
    expect(await app.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, reached))).toBe(1);
  });

  test('is not pushed to a browser that was signed out', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Parti', 1);
    await tell(app);
    const reader = await addListener(app, id);
    const browser = await addBrowser(world, reader);
    await app.db
      .update(sessions)
      .set({ endedAt: app.clock.now() })
      .where(eq(sessions.userId, reader.user.id));
    await grow(app, 'Parti', 2);
    await tell(app);
    expect(browser.received()).toEqual([]);
  });

  test('is not pushed to a browser whose session has expired', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Expiré', 1);
    await tell(app);
    const reader = await addListener(app, id);
    const browser = await addBrowser(world, reader);
    await app.db
      .update(sessions)
      .set({ expiresAt: app.clock.now() })
      .where(eq(sessions.userId, reader.user.id));
    await grow(app, 'Expiré', 2);
    await tell(app);
    expect(browser.received()).toEqual([]);
  });

  test('is not pushed again over what came out since, and still where nothing did', async () => {
    const { app } = world;
    const one = await grow(app, 'Premier', 1);
    const two = await grow(app, 'Second', 1);
    await tell(app);
    const reader = await addListener(app, one.id);
    await app.db.insert(favorites).values({ userId: reader.user.id, novelId: two.id });
    const [steady, late, last] = [
      await addBrowser(world, reader),
      await addBrowser(world, reader),
      await addBrowser(world, reader),
    ];
    const bodies = (browser: typeof steady) =>
      browser.received().map(({ text }) => (JSON.parse(text) as { body: string }).body);
    late.setStatus(503);
    last.setStatus(503);
    await grow(app, 'Premier', 2);
    await tell(app);
    await grow(app, 'Premier', 3);
    for (const minutes of [1, 4, 16]) {
      app.clock.advance(minutes * minuteMs);
      await tell(app);
    }
    late.setStatus(201);
    // The last one misses both of this novel, and has something newer of another.
    app.clock.advance(9 * minuteMs);
    await tell(app);
    app.clock.advance(1_000);
    last.setStatus(201);
    await grow(app, 'Second', 2);
    await tell(app);
    app.clock.advance(hourMs);
    await tell(app);
    const [second, third, other] = [2, 3, 2].map(
      (n) => `Chapitre ${n}\u00A0: Chapitre\u00A0${n} du récit`,
    );
    expect(bodies(steady)).toEqual([second, third, other]);
    expect(bodies(late)).toEqual([third, other]);
    expect(bodies(last)).toEqual([other, third]);
    expect((await waiting(app)).filter(({ failedAt }) => failedAt === null)).toEqual([]);
  });

  test('is pushed to all browsers at once, so that a slow one holds up no other', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Ensemble', 1);
    await tell(app);
    const reader = await addListener(app, id);
    for (let at = 0; at < 3; at++) await addBrowser(world, reader);
    await grow(app, 'Ensemble', 2);
    await expandAll(app);
    const all = Promise.withResolvers<undefined>();
    const signals: AbortSignal[] = [];
    const pushSender: NonNullable<App['pushSender']> = {
      publicKey: '',
      accepts: () => true,
      send: async (_target, _payload, { signal }) => {
        signals.push(signal);
        if (signals.length === 3) all.resolve(undefined);
        await all.promise;
        return { kind: 'sent' };
      },
    };
    expect(await sendDue({ ...app, pushSender }, 'push')).toBe(true);
    expect(signals).toHaveLength(3);
    expect(new Set(signals).size).toBe(1);
    expect(await waiting(app)).toEqual([]);
  });

  test('ends with a browser’s key that is none, and is pushed to the others', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Clé', 1);
    await tell(app);
    const reader = await addListener(app, id);
    const [broken, whole] = [await addBrowser(world, reader), await addBrowser(world, reader)];
    const isBroken = eq(pushSubscriptions.endpoint, broken.subscription.endpoint);
    await app.db
      .update(pushSubscriptions)
      .set({ p256dh: `B${'A'.repeat(86)}` })
      .where(isBroken);
    await grow(app, 'Clé', 2);
    await tell(app);
    expect(whole.received()).toHaveLength(1);
    expect(await app.db.$count(pushSubscriptions, isBroken)).toBe(0);
    expect(await waiting(app)).toEqual([]);
  });

  test('does not wait for a message that does not end, and tells the others', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Sans fin', 1);
    await tell(app);
    const readers = [await addListener(app, id), await addListener(app, id)];
    for (const reader of readers) await addBrowser(world, reader);
    await grow(app, 'Sans fin', 2);
    await expandAll(app);
    let count = 0;
    const pushSender: NonNullable<App['pushSender']> = {
      publicKey: '',
      accepts: () => true,
      send: () =>
        ++count === 1 ? new Promise(() => undefined) : Promise.resolve({ kind: 'sent' }),
    };
    expect(await sendDue({ ...app, pushSender }, 'push', { longestMs: 50 })).toBe(true);
    expect(await waiting(app)).toMatchObject([{ attempts: 1, failure: 'it did not end' }]);
  });

  // Last: its days go by on the clock of all.
  test('goes on past an e-mail that its server hangs up on, and gives that one up at last', async () => {
    const { app } = world;
    const { id } = await grow(app, 'Poison', 1);
    await tell(app);
    const [bad, good] = [await addFollower(app, id), await addFollower(app, id)];
    world.mail.mailbox.setAnswer('hang_up', bad.email);
    await grow(app, 'Poison', 2);
    await expandAll(app);
    expect(await sendDue(app, 'email')).toBe(true);
    expect((await sent()).map(({ to }) => to)).toEqual([good.email]);
    const [row] = await rowsOf(bad.id);
    expect(row).toMatchObject({ attempts: 1, sentAt: null, failedAt: null });
    expect(row?.nextAttemptAt.getTime()).toBe(app.clock.now().getTime() + minuteMs);
    for (let time = 0; time < 30; time++) {
      app.clock.advance(6 * hourMs);
      expect(await sendDue(app, 'email')).toBe(true);
    }
    expect(await rowsOf(bad.id)).toMatchObject([
      { sentAt: null, failedAt: expect.any(Date) as Date },
    ]);
  });
});
