import { getUser, type UserBody } from '#shared/contracts/auth.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { answers } from './forged-server.ts';

/** Somebody whom no test has signed in before. */
export function signIn(who: Partial<UserBody> = {}): UserBody {
  const user: UserBody = {
    _id: crypto.randomUUID(),
    name: 'Inès Vidal',
    email: 'ines@exemple.fr',
    firstName: '',
    lastName: '',
    displayName: who.name ?? 'Inès Vidal',
    bio: '',
    preferredGenres: [],
    profileImage: null,
    role: 'reader',
    credits: 0,
    createdAt: '2026-03-03T08:00:00.000Z',
    bookmarkCount: 0,
    isReading: false,
    newChapters: { novels: 0, isUnseen: false },
    typos: { reports: 0, unseen: 0 },
    hasNovels: false,
    ...who,
  };
  answers(getUser, user);
  localStorage.setItem(storageKeys.authToken, tokenOf(user._id));
  // As another tab would: the page of an earlier test follows it.
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.authToken }));
  return user;
}

/** As far as a browser can tell without the key. */
function tokenOf(userId: string): string {
  const claims = { sub: userId, exp: Math.floor(Date.now() / 1_000) + 3_600 };
  return `x.${btoa(JSON.stringify(claims))}.x`;
}
