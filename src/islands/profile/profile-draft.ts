import type { DraftPlace } from '#browser/kept-drafts.ts';
import { genres, type Genre } from '#shared/genres.ts';

/** What stands in the form of a profile. */
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

/** What was kept of the form; null for nothing that it could have held. */
export function parseProfileDraft(value: unknown): ProfileDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { bio, firstName, lastName, preferredGenres }: Record<string, unknown> = { ...value };
  if (typeof bio !== 'string' || typeof firstName !== 'string' || typeof lastName !== 'string') {
    return null;
  }
  const chosen: unknown[] = Array.isArray(preferredGenres) ? preferredGenres : [];
  return {
    ...{ bio, firstName, lastName },
    preferredGenres: genres.filter((genre) => chosen.includes(genre)),
  };
}
