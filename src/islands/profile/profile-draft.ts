import type { DraftPlace } from '#browser/drafts/saved-drafts.ts';
import { genres, type Genre } from '#shared/site/genres.ts';

/** The values of a profile form. */
export type ProfileDraft = {
  bio: string;
  firstName: string;
  lastName: string;
  preferredGenres: Genre[];
};

export const profilePlace = (personId: string): DraftPlace => ({
  form: 'profile',
  personId,
  subject: 'self',
});

/** Parses a saved draft; null if it is invalid. */
export function parseProfileDraft(value: unknown): ProfileDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { bio, firstName, lastName, preferredGenres }: Record<string, unknown> = { ...value };
  if (typeof bio !== 'string' || typeof firstName !== 'string' || typeof lastName !== 'string') {
    return null;
  }
  const chosen: unknown[] = Array.isArray(preferredGenres) ? preferredGenres : [];
  return {
    bio,
    firstName,
    lastName,
    preferredGenres: genres.filter((genre) => chosen.includes(genre)),
  };
}
