import { randomInt } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Provider } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { sqlStateOf, sqlStates } from '#server/core/db/sql-state.ts';
import { identities, users } from '#server/core/db/schema/identity.ts';
import type { IdentityClaims, PersonNames } from './claims.ts';
import type { User } from './sessions.ts';

type Identity = typeof identities.$inferSelect;

/**
 * Another account has this address already, and one of the two providers does not prove that
 * both are the same person: the sign-in is refused (decision 16).
 */
export type AddressTaken = { addressOf: string };

/** Each race lost against a concurrent sign-in costs one; two constraints can be lost. */
const triesMax = 5;
const lostRaces: unknown[] = [sqlStates.uniqueViolation, sqlStates.deadlockDetected];

/**
 * The user of an identity. A known identity leads to its user; a new one is linked to the user
 * with its e-mail if both providers are authoritative for it, or creates a user (design section
 * 7). Unique constraints decide concurrent sign-ins: the loser retries.
 */
export async function findOrCreateUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  provider: Provider,
  claims: IdentityClaims,
): Promise<User | AddressTaken> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((tx) => resolveUser(tx, provider, claims, clock.now()));
    } catch (error) {
      if (tries === triesMax || !lostRaces.includes(sqlStateOf(error))) throw error;
    }
  }
}

async function resolveUser(
  tx: Database,
  provider: Provider,
  claims: IdentityClaims,
  now: Date,
): Promise<User | AddressTaken> {
  const known = await findIdentity(tx, provider, claims.subject);
  if (known?.user.erasedAt === null) {
    await refreshIdentity(tx, known.identity, claims, now);
    return refreshUser(tx, known.user, known.identity, claims, now);
  }
  // Its user is erased: a returning person starts with a new account.
  if (known) await tx.delete(identities).where(isIdentity(provider, claims.subject));

  const holder = claims.emailVerified ? await findByEmail(tx, claims.email) : null;
  if (holder && !(claims.emailAuthoritative && (await isProvenTheirs(tx, holder)))) {
    // A concurrent sign-in may have created both since this one looked for the identity.
    const isKnown = (await findIdentity(tx, provider, claims.subject)) !== null;
    return isKnown ? resolveUser(tx, provider, claims, now) : { addressOf: holder.id };
  }
  const user = holder
    ? await refreshUser(tx, holder, null, claims, now)
    : await createUser(tx, claims, now);
  const { subject, email, emailVerified, emailAuthoritative } = claims;
  await tx.insert(identities).values({
    provider,
    subject,
    userId: user.id,
    email,
    emailVerified,
    emailAuthoritative,
    createdAt: now,
    lastUsedAt: now,
  });
  return user;
}

/**
 * Whether a user's address is known to be theirs: from a provider that is authoritative for it. An
 * account without any identity was made by the operator, who knows whose it is.
 */
async function isProvenTheirs(tx: Database, { id, email }: User): Promise<boolean> {
  const theirs = await tx.select().from(identities).where(eq(identities.userId, id));
  const proving = theirs.filter((one) => one.emailAuthoritative && isSameAddress(one.email, email));
  return theirs.length === 0 || proving.length > 0;
}

/**
 * The identity and its user, whose row is locked; both as they are under that lock. The user is locked
 * first, as by `findByEmail` and an erasure: two rows in two orders deadlock.
 */
async function findIdentity(
  tx: Database,
  provider: Provider,
  subject: string,
): Promise<{ identity: Identity; user: User } | null> {
  const [found] = await tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(isIdentity(provider, subject))
    .for('update', { of: users });
  if (!found) return null;
  const [identity] = await tx.select().from(identities).where(isIdentity(provider, subject));
  if (identity?.userId === found.user.id) return { identity, user: found.user };
  // A sign-in that had the lock before has made another user of it.
  return findIdentity(tx, provider, subject);
}

function isIdentity(provider: Provider, subject: string) {
  return and(eq(identities.provider, provider), eq(identities.subject, subject));
}

/** The user with this e-mail, case-insensitively. An erased user has none. */
async function findByEmail(tx: Database, email: string | null): Promise<User | null> {
  const isHolder = sql`lower(${users.email}) = lower(${email})`;
  await tx
    .update(users)
    .set({ email: null })
    .where(and(isHolder, isNotNull(users.erasedAt)));
  const [found] = await tx
    .select()
    .from(users)
    .where(and(isHolder, isNull(users.erasedAt)))
    .for('update');
  return found ?? null;
}

async function createUser(tx: Database, claims: IdentityClaims, now: Date): Promise<User> {
  const [user] = await tx
    .insert(users)
    .values({
      ...namesForNewAccount(claims.names),
      email: claims.emailVerified ? claims.email : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!user) throw new Error('no user was inserted');
  return user;
}

/** An e-mail missing from this sign-in keeps its stored value. */
async function refreshIdentity(
  tx: Database,
  { provider, subject }: Identity,
  { email, emailVerified, emailAuthoritative }: IdentityClaims,
  now: Date,
): Promise<void> {
  await tx
    .update(identities)
    .set({ lastUsedAt: now, ...(email !== null && { email, emailVerified, emailAuthoritative }) })
    .where(isIdentity(provider, subject));
}

/** Fills in the user's missing fields from the provider. */
async function refreshUser(
  tx: Database,
  user: User,
  identity: Identity | null,
  claims: IdentityClaims,
  now: Date,
): Promise<User> {
  const names = namesToFillIn(user, claims.names);
  const email = identity ? await emailFor(tx, user, identity, claims) : user.email;
  if (!names && email === user.email) return user;
  const [refreshed] = await tx
    .update(users)
    .set({ ...names, email, updatedAt: now })
    .where(eq(users.id, user.id))
    .returning();
  if (!refreshed) throw new Error('the user is gone in the middle of a sign-in');
  return refreshed;
}

/**
 * The user's e-mail after this sign-in. It follows the identity it came from: an address that a
 * person has given up must not lead its next owner to their account. So it is removed as soon as
 * that identity reports another one, or reports it unverified; the new one is stored if it is
 * verified and not taken.
 */
async function emailFor(
  tx: Database,
  user: User,
  identity: Identity,
  claims: IdentityClaims,
): Promise<string | null> {
  const isFromHere =
    user.email === null || (identity.emailVerified && isSameAddress(user.email, identity.email));
  if (!isFromHere || claims.email === null) return user.email;
  if (!claims.emailVerified) return null;
  if (isSameAddress(user.email, claims.email)) return user.email;
  const holder = await findByEmail(tx, claims.email);
  return holder && holder.id !== user.id ? null : claims.email;
}

/** Compared as the database does; a stored address is ASCII (`readClaims`). */
function isSameAddress(a: string | null, b: string | null): boolean {
  return a?.toLowerCase() === b?.toLowerCase();
}

/** An account's names; `name` is public. */
type AccountNames = { name: string; displayName: string; firstName: string; lastName: string };

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const neutral = /^Lecteur [a-z2-9]{4}$/;

/** The names of a new account; a neutral one if the provider gives none. */
function namesForNewAccount(names: PersonNames): AccountNames {
  const name = nameSeen(names) || neutralName();
  return { name, displayName: name, firstName: names.firstName, lastName: names.lastName };
}

/**
 * The names for an account that never had any, once a provider gives them; null where there is
 * nothing to write. What a user has chosen, an emptied field too, stays.
 */
function namesToFillIn(account: AccountNames, names: PersonNames): AccountNames | null {
  const hasNames = account.firstName !== '' || account.lastName !== '';
  if (hasNames || !neutral.test(account.name) || nameSeen(names) === '') return null;
  return namesForNewAccount(names);
}

function nameSeen({ firstName, lastName, fullName }: PersonNames): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ') || fullName;
}

function neutralName(): string {
  const letters = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]);
  return `Lecteur ${letters.join('')}`;
}
