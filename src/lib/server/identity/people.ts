/** People as an operator sees them: for commands, never for a page. */
import { and, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import type { App } from '../app.ts';
import { sessions, users } from '../db/schema/identity.ts';
import type { User } from './sessions.ts';

type World = Pick<App, 'db' | 'clock'>;

/** What an operator is told of a person; `sessions` counts those that still hold. */
export type ListedPerson = Pick<
  User,
  'id' | 'name' | 'email' | 'role' | 'credits' | 'createdAt'
> & { sessions: number };

/** How an operator names a person. */
export type PersonReference = { id: string } | { email: string };

const emailSchema = z.string().regex(/^\S+@\S+$/);

/** Reads an e-mail address or an id; null for what is neither. */
export function parsePersonReference(text: string): PersonReference | null {
  const given = text.trim();
  if (idSchema.safeParse(given).success) return { id: given };
  return emailSchema.safeParse(given).success ? { email: given } : null;
}

/**
 * The person of this address or id, or null. An address that a person has is one that their
 * provider verified, so whoever is found by it owns it.
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

/** Whom a list shows, and where it goes on: after the person of this id. */
export type PeoplePage = {
  role?: User['role'] | undefined;
  limit: number;
  afterId?: string | undefined;
};

/** A bounded page of people, newest first, and the id to go on after (null at the end). */
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
    // Ids are UUIDv7, in the order in which people came: the primary key serves the list.
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
