import { randomInt } from 'node:crypto';
import type { PersonNames } from './claims.ts';

/** What an account calls its person; `name` is what others see. */
type AccountNames = { name: string; displayName: string; firstName: string; lastName: string };

/** Without letters and figures that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const neutral = /^Lecteur [a-z2-9]{4}$/;

/** The names of a new account; a neutral one where the provider tells none. */
export function namesForNewAccount(told: PersonNames): AccountNames {
  const name = nameSeen(told) || neutralName();
  return { name, displayName: name, firstName: told.firstName, lastName: told.lastName };
}

/**
 * The names to write on an account that never had any, once a provider tells them; null where
 * there is nothing to write. What a person has chosen, an emptied field too, stays.
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
