import { storageKeys } from '#shared/storage-keys.ts';
import { tokenSubject } from './auth-token.ts';
import { readStored } from './storage.ts';

/** The user of this browser's token; null without a valid one. */
export function signedInPerson(): string | null {
  return tokenSubject(readStored(storageKeys.authToken) ?? '');
}

/** Whether calls still use this user's session: another tab may have signed in another one. */
export function isSignedInAs(person: string): boolean {
  return document.documentElement.dataset.session === 'on' && signedInPerson() === person;
}
