import { messages } from '#shared/messages.ts';
import type { users } from '../db/schema/identity.ts';

type Person = Pick<typeof users.$inferSelect, 'displayName' | 'name' | 'erasedAt'>;

/** How moderators are told who somebody is; “Compte supprimé” for nobody, or who has left. */
export function toModeratedName(person: Person | null): string {
  return person?.erasedAt === null ? person.displayName || person.name : messages.accountGone;
}
