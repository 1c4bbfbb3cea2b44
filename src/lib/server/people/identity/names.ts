import { randomInt } from 'node:crypto';
import type { PersonNames } from './claims.ts';

/** An account's names; `name` is public. */
type AccountNames = { name: string; displayName: string; firstName: string; lastName: string };

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const neutral = /^Lecteur [a-z2-9]{4}$/;

/** The names of a new account; a neutral one if the provider gives none. */
export function namesForNewAccount(told: PersonNames): AccountNames {
  const name = nameSeen(told) || neutralName();
  return { name, displayName: name, firstName: told.firstName, lastName: told.lastName };
}

/**
 * The names for an account that never had any, once a provider gives them; null where there is
 * nothing to write. What a user has chosen, an emptied field too, stays.
 */
export function namesToFillIn(account: AccountNames, told: PersonNames): AccountNames | null {
  const hasNames = account.firstName !== '' || account.lastName !== '';
  if (hasNames || !neutral.test(account.name) || nameSeen(told) === '') return null;
  return namesForNewAccount(told);
}

function nameSeen({ firstName, lastName, fullName }: PersonNames): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ') || fullName;
}

function neutralName(): string {
  const letters = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]);
  return `Lecteur ${letters.join('')}`;
}
