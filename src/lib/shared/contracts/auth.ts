import { z } from 'zod';
import { erasureWord, profileLimits } from '../constants.ts';
import { genres } from '../site/genres.ts';
import { messages } from '../messages.ts';
import { flows, measures, paragraphGaps, readingAids } from '../reading/page-layout.ts';
import { tidyPersonName } from '../site/person-name.ts';
import {
  fontSizePercent,
  isLineHeight,
  readerFonts,
  readerThemes,
  textAligns,
} from '../reading/reader-preferences.ts';
import { tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, streamSchema } from './fields.ts';

const roleSchema = z.enum(['reader', 'author', 'support', 'admin']);

/** The signed-in user; field names of the specification, section 3. */
export const userSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  bio: z.string(),
  preferredGenres: z.array(z.string()),
  /** Address of a picture of this site; null to show initials. */
  profileImage: z.string().nullable(),
  role: roleSchema,
  credits: z.int(),
  createdAt: instantSchema,
  /** How many chapters are bookmarked: home reserves space for them before they load. */
  bookmarkCount: z.int(),
  /** Whether their library has a novel that they are reading: home reserves space for the way back. */
  isReading: z.boolean(),
  /** How many favourites have new chapters, and whether one is newer than the list last shown. */
  newChapters: z.object({ novels: z.int(), isUnseen: z.boolean() }),
  /** How many typos they have reported, and how many answers to these they have not seen. */
  typos: z.object({ reports: z.int(), unseen: z.int() }).default({ reports: 0, unseen: 0 }),
  /** Whether they own a novel or have a role on one: shows a reader or an admin the way to it. */
  hasNovels: z.boolean().default(false),
});
export type UserBody = z.infer<typeof userSchema>;

/** Sets one half of the pair in a cookie, and returns the other half to the page. */
export const getCsrfToken = defineCall({
  method: 'GET',
  path: '/api/csrf-token',
  limit: 'read',
  response: z.object({ csrfToken: z.string() }),
  ignoresSession: true,
  refusals: [],
});

/** The token's user. */
export const getUser = defineCall({
  method: 'GET',
  path: '/api/auth/user',
  limit: 'read',
  response: userSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * A new token of the session that the browser's cookie proves, which ends when it would have ended: for a
 * browser that has cleared its storage (decision 109).
 */
export const resumeSession = defineCall({
  method: 'POST',
  path: '/api/auth/resume',
  limit: 'write',
  response: z.object({ accessToken: z.string() }),
  ignoresSession: true,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Signs the browser out: the token's session ends, and its cookie is deleted. */
export const logout = defineCall({
  method: 'POST',
  path: '/api/auth/logout',
  // Not the budget of changes: a user without any left must still be able to sign out.
  limit: 'read',
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED'],
});

const nameField = z
  .string()
  .overwrite(tidyPersonName)
  .max(profileLimits.nameCharacters, `Au plus ${profileLimits.nameCharacters} caractères.`);

/** Changes the profile. Returns the updated user. */
export const updateProfile = defineCall({
  method: 'PUT',
  path: '/api/auth/profile',
  limit: 'write',
  body: z.object({
    bio: z
      .string()
      .overwrite(tidyText)
      .max(profileLimits.bioCharacters, `Au plus ${profileLimits.bioCharacters} caractères.`),
    firstName: nameField,
    lastName: nameField,
    preferredGenres: z
      .array(z.enum(genres, 'Ce genre n’existe pas.'))
      .max(genres.length)
      .transform((chosen) => [...new Set(chosen)]),
  }),
  response: userSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** The caller's valid sessions, last used first. */
export const listSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  limit: 'read',
  response: z.object({
    sessions: z.array(
      z.object({
        id: idSchema,
        device: z.string(),
        createdAt: instantSchema,
        lastUsedAt: instantSchema,
        isCurrent: z.boolean(),
      }),
    ),
  }),
  refusals: ['SIGN_IN_REQUIRED'],
});
export type SessionBody = z.infer<typeof listSessions.response>['sessions'][number];

/** Ends one of the caller's sessions. */
export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  limit: 'write',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});

/**
 * “Se déconnecter partout”: ends every session of the caller; this browser's cookie is deleted
 * too.
 */
export const endAllSessions = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions',
  limit: 'write',
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED'],
});

const invalid = 'Ce réglage n’existe pas.';

/** A whole set, by the rules of `parseReaderPreferences`. */
export const readerPreferencesSchema = z.object({
  fontSize: z
    .int(invalid)
    .min(fontSizePercent.min, invalid)
    .max(fontSizePercent.max, invalid)
    .multipleOf(fontSizePercent.step, invalid),
  fontFamily: z.enum(readerFonts, invalid),
  lineHeight: z.number(invalid).refine(isLineHeight, invalid),
  textAlign: z.enum(textAligns, invalid),
  indent: z.boolean(invalid),
  paragraphGap: z.enum(paragraphGaps, invalid),
  measure: z.enum(measures, invalid),
  hyphens: z.boolean(invalid),
  flow: z.enum(flows, invalid),
  readingAid: z.enum(readingAids, invalid),
  theme: z.enum(readerThemes, invalid),
  darkMode: z.boolean(invalid).nullable(),
  showHeader: z.boolean(invalid),
});

export const accountPreferencesSchema = z.object({
  /** Null if the account has none yet. */
  preferences: readerPreferencesSchema.nullable(),
  /** The server's instant of the last change; null before the first. */
  changedAt: instantSchema.nullable(),
});
export type AccountPreferencesBody = z.infer<typeof accountPreferencesSchema>;

/** The caller's reading preferences, for all devices. */
export const getPreferences = defineCall({
  method: 'GET',
  path: '/api/auth/preferences',
  limit: 'read',
  response: accountPreferencesSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** The last change wins. The same set again changes nothing. */
export const updatePreferences = defineCall({
  method: 'PUT',
  path: '/api/auth/preferences',
  limit: 'write',
  body: z.object({ preferences: readerPreferencesSchema }),
  response: accountPreferencesSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/** “Télécharger mes données”: all data stored about the caller, as one JSON file. */
export const exportData = defineCall({
  method: 'GET',
  path: '/api/auth/export',
  limit: 'export',
  response: streamSchema,
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * “Supprimer mon compte”, for good. The user types the word, and has been shown how many
 * unspent credits they lose. Refused while a payment is in progress, and for the last admin.
 */
export const deleteAccount = defineCall({
  method: 'DELETE',
  path: '/api/auth/account',
  limit: 'write',
  body: z.object({
    confirmation: z.literal(erasureWord, messages.erasureWordWrong),
    lostCredits: z.int().min(0),
  }),
  response: z.object({ success: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'ERASURE_REFUSED'],
});
