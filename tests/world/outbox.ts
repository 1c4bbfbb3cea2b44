import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { eq, isNull } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { outbox, noticeSettings, releases } from '#server/core/db/schema/outbox.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { expandReleases } from '#server/notices/outbox/expand-releases.ts';
import { sendDue } from '#server/notices/outbox/send-outbox.ts';
import { addSubscription } from '#server/notices/push/subscriptions.ts';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';
import { startPush, type SandboxBrowser, type SandboxPush } from '#sandbox/push/start-push.ts';
import { openTestApp } from './app.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { addUser, signInAs, type TestBrowser } from './people.ts';
import type { ChapterDraft } from '#server/publishing/save-chapters.ts';

type Settings = Omit<typeof noticeSettings.$inferInsert, 'userId'>;
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** A site that sends e-mails and messages to stand-ins. */
export type OutboxWorld = {
  app: TestApp;
  mail: SandboxMail;
  push: SandboxPush;
};

/** Runs a suite in such a world; every test begins with an empty outbox. */
export function describeWithOutbox(title: string, suite: (world: OutboxWorld) => void): void {
  describe(title, () => {
    const world = {} as OutboxWorld;
    beforeAll(async () => {
      world.mail = await startMail({ host: '127.0.0.1', port: 0 });
      world.push = await startPush({ host: '127.0.0.1', port: 0 });
      world.app = await openOutboxApp(world);
    });
    afterAll(async () => {
      await world.app.close();
      await world.mail.stop();
      await world.push.stop();
    });
    beforeEach(async () => {
      await world.app.db.delete(outbox);
      await world.app.db.update(releases).set({ expandedAt: world.app.clock.now() });
      world.mail.mailbox.clear();
    });
    suite(world);
  });
}

/** The world's app; another instance of it on the same database where `databaseUrl` names that. */
export function openOutboxApp(
  { mail, push }: Omit<OutboxWorld, 'app'>,
  databaseUrl?: string,
): Promise<TestApp> {
  return openTestApp({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    RATE_LIMIT_PER_MINUTE: '1000000',
    MAIL_PER_SECOND: '1000',
    ...mail.environment,
    ...push.environment,
  });
}

let count = 0;

/** A reader who follows a novel and asked for this; e-mails at once by default. */
export async function addFollower(
  app: App,
  novelId: string,
  settings: Settings = { emailPace: 'at_once' },
): Promise<{ id: string; email: string }> {
  const email = `lecteur-${++count}@exemple.test`;
  const { id } = await addUser(app, { email });
  await app.db.insert(favorites).values({ userId: id, novelId });
  await ask(app, id, settings);
  return { id, email };
}

/** What a reader asks for, with their yes. */
export async function ask(app: App, userId: string, settings: Settings): Promise<void> {
  const agreed = { emailAgreedAt: app.clock.now(), pushAgreedAt: app.clock.now() };
  await app.db
    .insert(noticeSettings)
    .values({ userId, ...agreed, ...settings })
    .onConflictDoUpdate({ target: noticeSettings.userId, set: settings });
}

/** A novel of so many chapters that nobody is told of; the same title again adds what is missing. */
export function grow(
  app: App,
  title: string,
  length: number,
  more: { authorName?: string; translatorName?: string; chapter?: Partial<ChapterDraft> } = {},
) {
  const { chapter, ...novel } = more;
  return addNovel(app, {
    title,
    ...novel,
    chapters: Array.from({ length }, (_, index) => chapterDraft(index + 1, chapter)),
  });
}

/** A browser that shows messages to a reader who is signed in on it. */
export async function addBrowser(
  { app, push }: Pick<OutboxWorld, 'app' | 'push'>,
  reader: TestBrowser,
): Promise<SandboxBrowser> {
  const browser = push.addBrowser();
  const { endpoint, keys } = browser.subscription;
  const [session] = await app.db.select().from(sessions).where(eq(sessions.userId, reader.user.id));
  const owner = { userId: reader.user.id, sessionId: session?.id ?? '' };
  await addSubscription(app, owner, { endpoint, ...keys, expiresAt: null });
  return browser;
}

/** A reader who is signed in, follows a novel and is told by messages at once. */
export async function addListener(app: App, novelId: string): Promise<TestBrowser> {
  const reader = await signInAs(app);
  await app.db.insert(favorites).values({ userId: reader.user.id, novelId });
  await ask(app, reader.user.id, { pushPace: 'at_once' });
  return reader;
}

/** Makes all rows of what came out. */
export async function expandAll(app: App): Promise<void> {
  while (await expandReleases(app));
}

/** Makes all rows of what came out, and sends what is due. */
export async function tell(app: App): Promise<void> {
  await expandAll(app);
  await sendDue(app, 'email');
  await sendDue(app, 'push');
}

/** Sends what is due. @returns every e-mail so far, with ordinary spaces. */
export async function readLetters({ app, mail }: OutboxWorld) {
  await tell(app);
  return Promise.all(
    mail.mailbox.mails().map(async (kept) => {
      const { to, subject, text = '' } = await mail.mailbox.read(kept);
      return { to: to?.[0]?.address, subject, text: text.replaceAll(/\s/g, ' ') };
    }),
  );
}

/** Rows of the outbox that wait. */
export const waiting = ({ db }: App) =>
  db.select().from(outbox).where(isNull(outbox.sentAt)).orderBy(outbox.id);
