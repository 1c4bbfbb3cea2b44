/** Links that sign a member of staff in without a provider, once and within an hour (decision 137). */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { rolesWith } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import { staffLinks, users } from '#server/core/db/schema/identity.ts';
import { newBrowserSecret, type BrowserSecret } from './browser-secret.ts';
import { signInHere, type SignInWorld } from './sign-in.ts';
import type { User } from './sessions.ts';

type World = Pick<App, 'db' | 'clock'>;

const linkLifetimeMs = 60 * 60_000;

/** Who may sign in by a link. */
export const staffRoles: readonly User['role'][] = rolesWith('seeDesk');

/** 256 bits in base64url, as `createStaffLink` makes them. */
const tokenForm = /^[\w-]{43}$/;

/** Makes a link's secret for a user. @returns it, and until when it works. */
export async function createStaffLink(
  { db, clock }: World,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkLifetimeMs);
  await db
    .insert(staffLinks)
    .values({ tokenHash: hashOf(token), userId, createdAt: now, expiresAt });
  return { token, expiresAt };
}

/** Whether a link still works. Looking at it does not use it: programs that read mail follow links. */
export async function isStaffLinkValid({ db, clock }: World, token: string): Promise<boolean> {
  if (!tokenForm.test(token)) return false;
  return (await db.$count(staffLinks, isValid(token, clock.now()))) > 0;
}

/**
 * Uses a link up and signs its user in on this browser.
 * @returns null for one that is unknown, expired or used, or whose user is no longer staff.
 */
export async function signInByStaffLink(
  app: SignInWorld,
  token: string,
  browser: { secret: BrowserSecret | null; userAgent: string },
): Promise<{ token: string; browserSecret: BrowserSecret } | null> {
  if (!tokenForm.test(token)) return null;
  const [used] = await app.db
    .delete(staffLinks)
    .where(isValid(token, app.clock.now()))
    .returning({ userId: staffLinks.userId });
  if (!used) return null;
  const isStaff = and(
    eq(users.id, used.userId),
    inArray(users.role, [...staffRoles]),
    isNull(users.erasedAt),
  );
  if ((await app.db.$count(users, isStaff)) === 0) return null;
  app.log.info({ userId: used.userId }, 'signed in by a staff link');
  const { secret, userAgent } = browser;
  const from = { secret: secret ?? newBrowserSecret(), userAgent, joinsWaiting: true };
  return signInHere(app, used.userId, from);
}

/** Deletes expired ones. */
export async function sweepStaffLinks({ db, clock }: World): Promise<void> {
  await db.delete(staffLinks).where(lt(staffLinks.expiresAt, clock.now()));
}

function isValid(token: string, now: Date) {
  return and(eq(staffLinks.tokenHash, hashOf(token)), gt(staffLinks.expiresAt, now));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
