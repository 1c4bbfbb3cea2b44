import { storageKeys } from '#shared/storage-keys.ts';
import { tokenSubject } from './auth-token.ts';
import { readStored } from './storage.ts';

/** Whose token this browser has; null where it has none that names somebody. */
export function signedInPerson(): string | null {
  return tokenSubject(readStored(storageKeys.authToken) ?? '');
}

/** Whether calls still speak for this person: another tab may have signed in somebody else. */
export function isSignedInAs(person: string): boolean {
  return document.documentElement.dataset.session === 'on' && signedInPerson() === person;
}
