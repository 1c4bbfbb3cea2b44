import * as storageKeys from '#shared/site/storage-keys.ts';
import { tokenOwner } from '#browser/session/auth-token.ts';
import { readStored } from '#browser/storage.ts';
import type { Owner } from '#browser/database/entries.ts';

/** Whose session this browser has; null for none. */
export const currentOwner = (): Owner | null => tokenOwner(readStored(storageKeys.authToken) ?? '');
