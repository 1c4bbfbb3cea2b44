import type { User } from '#server/people/identity/sessions.ts';

/** Whether a user reads all of a novel for free: its author, and admins (design section 11). */
export function readsEverythingOf(
  novel: { ownerId: string | null },
  user: Pick<User, 'id' | 'role'>,
): boolean {
  return user.role === 'admin' || novel.ownerId === user.id;
}
