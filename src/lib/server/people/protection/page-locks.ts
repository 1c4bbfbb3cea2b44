import type { PageLocks } from '#server/core/http/server.ts';
import { findPageLock } from './access-lock.ts';
import { mayHaveLock } from './lock-cookie.ts';

/** How the server finds who is locked out of novels and chapters (specification, section 2). */
export const pageLocks: PageLocks = {
  mayBeLocked: mayHaveLock,
  isBehind: ({ pathname }) => pathname.startsWith('/novel/') || pathname.startsWith('/chapter/'),
  find: findPageLock,
};
