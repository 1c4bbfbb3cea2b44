/** Users as an operator sees them: for commands, never for a page. */
import { and, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import type { App } from '#server/app.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import type { User } from './sessions.ts';

type World = Pick<App, 'db' | 'clock'>;

/** A user as listed for an operator; `sessions` counts valid ones. */
export type ListedPerson = Pick<
  User,
  'id' | 'name' | 'email' | 'role' | 'credits' | 'createdAt'
> & { sessions: number };

/** How an operator identifies a user. */
export type PersonReference = { id: string } | { email: string };

const emailSchema = z.string().regex(/^\S+@\S+$/);

/** Parses an e-mail address or an id; null for neither. */
export function parsePersonReference(text: string): PersonReference | null {
  const given = text.trim();
  if (idSchema.safeParse(given).success) return { id: given };
  return emailSchema.safeParse(given).success ? { email: given } : null;
}

/**
 * The user with this address or id, or null. A stored address was verified by the user's
 * provider, so it belongs to them.
 */
export async function findPerson(
  world: World,
  reference: PersonReference,
): Promise<ListedPerson | null> {
  const [found] = await selectPeople(
    world,
    'id' in reference
      ? eq(users.id, reference.id)
      : eq(sql`lower(${users.email})`, sql`lower(${reference.email})`),
  ).limit(1);
  return found ?? null;
}

/**
 * Makes an account that nobody has signed in to yet. A provider that proves its address leads to it
 * (decision 16).
 */
export async function addPerson(
  { db, clock }: World,
  person: Pick<User, 'name' | 'role'> & { email: string },
): Promise<void> {
  const now = clock.now();
  const displayName = person.name;
  await db.insert(users).values({ ...person, displayName, createdAt: now, updatedAt: now });
}

/** Which users to list, and the cursor: after the user with this id. */
export type PeoplePage = {
  role?: User['role'] | undefined;
  limit: number;
  afterId?: string | undefined;
};

/** A bounded page of users, newest first, and the id to go on after (null at the end). */
export async function listPeople(
  world: World,
  { role, limit, afterId }: PeoplePage,
): Promise<{ people: ListedPerson[]; nextAfterId: string | null }> {
  const rows = await selectPeople(
    world,
    and(
      role === undefined ? undefined : eq(users.role, role),
      afterId === undefined ? undefined : lt(users.id, afterId),
    ),
  )
    // Ids are UUIDv7, in order of creation: the primary key serves the list.
    .orderBy(desc(users.id))
    .limit(limit + 1);
  const people = rows.slice(0, limit);
  const last = people.at(-1);
  return { people, nextAfterId: rows.length > limit && last ? last.id : null };
}

function selectPeople({ db, clock }: World, which: SQL | undefined) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      credits: users.credits,
      createdAt: users.createdAt,
      sessions: db.$count(
        sessions,
        and(
          eq(sessions.userId, users.id),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, clock.now()),
        ),
      ),
    })
    .from(users)
    .where(and(isNull(users.erasedAt), which));
}
