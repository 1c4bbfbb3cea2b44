import { messages } from '#shared/messages.ts';
import type { users } from '#server/core/db/schema/identity.ts';

type Person = Pick<typeof users.$inferSelect, 'displayName' | 'name' | 'erasedAt'>;

/** A person's name for moderators; “Compte supprimé” for null or an erased account. */
export function toModeratedName(person: Person | null): string {
  return person?.erasedAt === null ? person.displayName || person.name : messages.accountGone;
}
