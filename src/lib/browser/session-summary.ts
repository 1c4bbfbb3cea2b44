import type { UserBody } from '#shared/contracts/auth.ts';

/** What is shown of a user before the server has responded. Display only. */
export type SessionSummary = {
  name: string;
  role: UserBody['role'];
  credits: number;
  /** Address of a picture of this site. */
  picture: string | null;
  bookmarkCount: number;
};

const nameCharactersMax = 200;

/** The fields of a user stored in local storage. */
export function summaryOf(user: UserBody): SessionSummary {
  return {
    name: user.displayName || user.name,
    role: user.role,
    credits: user.credits,
    picture: user.profileImage,
    bookmarkCount: user.bookmarkCount,
  };
}

/** The stored summary, or null if it is invalid. */
export function parseSessionSummary(stored: string | null): SessionSummary | null {
  const fields = readObject(stored);
  if (!fields) return null;
  const { name, role, picture } = fields;
  if (typeof name !== 'string' || name.length > nameCharactersMax) return null;
  return {
    name,
    role: role === 'author' || role === 'admin' ? role : 'reader',
    credits: readCount(fields.credits),
    picture: typeof picture === 'string' && /^\/[^/\\]/.test(picture) ? picture : null,
    bookmarkCount: readCount(fields.bookmarkCount),
  };
}

function readObject(stored: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function readCount(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;
}
