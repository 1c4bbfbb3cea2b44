import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { eq, inArray, ne } from 'drizzle-orm';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { eraseUnusedAccounts } from '#server/account/unused-accounts.ts';
import type { App } from '#server/app.ts';
import { runDepartures } from '#server/publishing/departures.ts';
import { addComment } from '#server/community/add-comment.ts';
import { commentReports } from '#server/core/db/schema/community.ts';
import { identities, users } from '#server/core/db/schema/identity.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import {
  challengeLocks,
  challenges,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import { stopMs } from '#server/people/protection/reading-pace.ts';
import { favorites, followedAuthors } from '#server/core/db/schema/reading.ts';
import { browserCookie, newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { addPerson as addAccount, findPerson } from '#server/people/identity/people.ts';
import { createStaffLink } from '#server/people/identity/staff-links.ts';
import { startSession } from '#server/people/identity/sessions.ts';
import { placeSchema } from '#shared/contracts/places.ts';
import { challengeDifficulties, challengeKinds } from '#shared/contracts/challenge.ts';
import { addOwnNovels, retireNovels, writeOwnNovel } from './own-novels-door.ts';
import { buyPack, giveCredits, sellLastMonth } from './money-doors.ts';
import { leaveWaiting } from '../world/challenges.ts';
import { pass } from '../world/passes.ts';

/** Somebody whom no other story knows, or, by their id, somebody on one more device. */
const wantedPerson = z.object({
  id: z.uuid().optional(),
  name: z.string().default('Nora Lefèvre'),
  role: z.enum(['reader', 'author', 'support', 'admin']).default('reader'),
  /** One of their own; none without. */
  email: z.email().optional(),
});
export type WantedPerson = z.input<typeof wantedPerson>;

/** A person with an open session: what their browser holds. */
export const signedInPerson = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string(),
  cookie: z.object({ name: z.string(), value: z.string() }),
});
export type SignedInPerson = z.infer<typeof signedInPerson>;

/**
 * A door for the stories into the server's process: makes people of their own, signed in as the
 * product signs in, opens chapters for them, knows right answers, and gives the server's log. The sign-in at the providers has stories for itself.
 */
export async function startControl(app: App, port: number, readLog: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/log') {
      response.end(readLog());
      return;
    }
    const open = doors[request.url ?? ''] ?? addPerson;
    open(app, request).then(
      (given) => response.end(JSON.stringify(given)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  // A story may be quiet for longer than Node keeps a connection, and meet its end with a question.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** What a story cannot do or know by the page alone. */
const doors: Record<string, (app: App, request: IncomingMessage) => Promise<unknown>> = {
  '/staff-link': async (app, request) => {
    const { email } = z.object({ email: z.email() }).parse(JSON.parse(await text(request)));
    await addAccount(app, { email, name: 'Camille Martin', role: 'admin' });
    const person = await findPerson(app, { email });
    return person && (await createStaffLink(app, person.id));
  },
  '/unlock': async ({ db }, request) => {
    const { userId, chapterId } = unlocking.parse(JSON.parse(await text(request)));
    await db.insert(unlocks).values({ userId, chapterId, costCredits: 1 });
    return {};
  },
  '/take-back': async ({ db }, request) => {
    // What somebody has unlocked stays theirs for good; what they read as an admin does not.
    const userId = z.uuid().parse(JSON.parse(await text(request)));
    await db.update(users).set({ role: 'reader' }).where(eq(users.id, userId));
    return {};
  },
  '/pass': async (app, request) => {
    // For any chapter: a pass counts for its session.
    const userId = z.uuid().parse(JSON.parse(await text(request)));
    await pass(app, userId, [userId]);
    return {};
  },
  '/depart': (app) => runDepartures(app).then(() => ({})),
  '/credits': async (app, request) => giveCredits(app, JSON.parse(await text(request))),
  '/own-novels': async (app, request) => addOwnNovels(app, JSON.parse(await text(request))),
  '/own-novel': async (app, request) => writeOwnNovel(app, JSON.parse(await text(request))),
  '/retire-novels': async (app, request) => retireNovels(app, JSON.parse(await text(request))),
  '/purchase': async (app, request) => buyPack(app, JSON.parse(await text(request))),
  '/past-sale': async (app, request) => sellLastMonth(app, JSON.parse(await text(request))),
  '/comment': async (app, request) => {
    const { userId, chapterId, ...written } = commenting.parse(JSON.parse(await text(request)));
    const [writer] = await app.db.select().from(users).where(eq(users.id, userId));
    if (!writer) throw new Error('there is no such user');
    const ids: string[] = [];
    for (const words of written.texts) {
      const { parentId, place } = written;
      const draft = { text: words, parentId, place, mentionId: null, requestId: null };
      const added = await addComment(app, writer, chapterId, draft);
      if (isRefusal(added)) throw new Error(added.message);
      ids.push(added.comment._id);
    }
    return ids;
  },
  '/report': async ({ db }, request) => {
    const { commentId, reason } = reporting.parse(JSON.parse(await text(request)));
    const [reporter] = await db
      .insert(users)
      .values({ name: 'Une lectrice', displayName: 'Une lectrice' })
      .returning();
    if (!reporter) throw new Error('nobody reports');
    await db.insert(commentReports).values({ commentId, userId: reporter.id, reason });
    return {};
  },
  '/suspend': async ({ db, clock }, request) => {
    const { userId, days } = suspending.parse(JSON.parse(await text(request)));
    const commentsSuspendedUntil = new Date(clock.now().getTime() + days * 86_400_000);
    await db.update(users).set({ commentsSuspendedUntil }).where(eq(users.id, userId));
    return {};
  },
  '/unused': async (app, request) => {
    const { email } = z.object({ email: z.email() }).parse(JSON.parse(await text(request)));
    const lastUsedAt = new Date(app.clock.now().getTime() - 26 * 31 * 86_400_000);
    const who = { name: 'Nora Lefèvre', displayName: 'Nora Lefèvre', email, createdAt: lastUsedAt };
    const [user] = await app.db.insert(users).values(who).returning();
    if (!user) throw new Error('no user');
    const identity = { provider: 'google', subject: email, email, lastUsedAt } as const;
    await app.db.insert(identities).values({ ...identity, userId: user.id });
    await eraseUnusedAccounts(app);
    return {};
  },
  '/favorite': async ({ db, clock }, request) => {
    const { userId, novelId, daysAgo } = keeping.parse(JSON.parse(await text(request)));
    const createdAt = new Date(clock.now().getTime() - daysAgo * 86_400_000);
    await db.insert(favorites).values({ userId, novelId, createdAt });
    return {};
  },
  '/follow': async ({ db, clock }, request) => {
    const { userId, authorSlug, daysAgo } = following.parse(JSON.parse(await text(request)));
    const createdAt = new Date(clock.now().getTime() - daysAgo * 86_400_000);
    await db.insert(followedAuthors).values({ userId, authorSlug, createdAt });
    return {};
  },
  '/right-choice': async ({ db }, request) => {
    const choiceIds = choices.parse(JSON.parse(await text(request)));
    const [row] = await db
      .select({ choiceId: challenges.correctOption })
      .from(challenges)
      .where(inArray(challenges.correctOption, choiceIds));
    return row ?? null;
  },
  '/leave-waiting': async (app, request) => {
    const { userId, ...wanted } = waiting.parse(JSON.parse(await text(request)));
    return leaveWaiting(app, userId, wanted);
  },
  '/expire-questions': async ({ db, clock }, request) => {
    const subject = `user:${z.string().parse(JSON.parse(await text(request)))}`;
    await db
      .update(challenges)
      .set({ expiresAt: clock.now() })
      .where(eq(challenges.subject, subject));
    return {};
  },
  '/open-many': async ({ db, clock, config }, request) => {
    const { userId, besidesId } = hurrying.parse(JSON.parse(await text(request)));
    const openedAt = clock.now();
    const many = await db
      .select()
      .from(chapters)
      .where(ne(chapters.id, besidesId))
      .limit(config.premiumChaptersPerHour);
    if (many.length < config.premiumChaptersPerHour) throw new Error('there are too few chapters');
    const opened = many.map(({ id: chapterId }) => ({ userId, chapterId, openedAt }));
    await db.insert(premiumOpenings).values(opened);
    const pace = { userId, lastOpenedAt: openedAt };
    await db.insert(readingPaces).values(pace).onConflictDoNothing();
    return {};
  },
  '/stop-reading': async ({ db, clock }, request) => {
    const userId = z.uuid().parse(JSON.parse(await text(request)));
    const now = clock.now();
    const stoppedUntil = new Date(now.getTime() + stopMs);
    const traces = { naturalTraces: 2, mechanicalTraces: 71, missingTraces: 18 };
    await db
      .update(readingPaces)
      .set({ state: 'stopped', stoppedUntil, noticedAt: now, rate: 91, ...traces })
      .where(eq(readingPaces.userId, userId));
    return {};
  },
  '/end-lock': async ({ db, clock }, request) => {
    const subject = `user:${z.string().parse(JSON.parse(await text(request)))}`;
    const [lock] = await db
      .select()
      .from(challengeLocks)
      .where(eq(challengeLocks.subject, subject));
    if (!lock?.lockedUntil) throw new Error(`${subject} is not locked out`);
    await db
      .update(challengeLocks)
      .set({ lockedUntil: clock.now() })
      .where(eq(challengeLocks.lockedUntil, lock.lockedUntil));
    return {};
  },
};
const hurrying = z.object({ userId: z.uuid(), besidesId: z.uuid() });
const commenting = z.object({
  userId: z.uuid(),
  chapterId: z.uuid(),
  parentId: z.uuid().nullable(),
  texts: z.array(z.string()),
  place: placeSchema.nullable().default(null),
});
const reporting = z.object({ commentId: z.uuid(), reason: z.string() });
const suspending = z.object({ userId: z.uuid(), days: z.number() });
const keeping = z.object({ userId: z.uuid(), novelId: z.uuid(), daysAgo: z.number() });
const following = z.object({ userId: z.uuid(), authorSlug: z.string(), daysAgo: z.number() });
const unlocking = z.object({ userId: z.uuid(), chapterId: z.uuid() });
const waiting = z.object({
  userId: z.uuid(),
  kind: z.enum(challengeKinds),
  difficulty: z.enum(challengeDifficulties),
});
const choices = z.array(z.uuid()).length(4);

async function addPerson(app: App, request: IncomingMessage): Promise<SignedInPerson> {
  const { id, name, role, email } = wantedPerson.parse(JSON.parse(await text(request)));
  const [user] =
    id === undefined
      ? await app.db.insert(users).values({ name, displayName: name, role, email }).returning()
      : await app.db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('there is no such user');
  const browserSecret = newBrowserSecret();
  const token = await startSession(app, {
    userId: user.id,
    browserSecret,
    userAgent: request.headers['user-agent'] ?? '',
  });
  const [pair = ''] = browserCookie(browserSecret, app.config.siteUrl).split(';', 1);
  const [cookieName = '', value = ''] = pair.split('=');
  return { id: user.id, name: user.name, token, cookie: { name: cookieName, value } };
}
