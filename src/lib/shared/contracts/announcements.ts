/** News of a novel that are not chapters, and the notes around chapters (decision 87). */
import { z } from 'zod';
import { announcementLimits, noteCharactersMax, recapLimits } from '../constants.ts';
import { fieldSentences } from '../site/field-sentences.ts';
import { readCast } from '../text/cast.ts';
import { tidyLine, tidyText } from '../text/written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';

export const announcementSchema = z.object({
  _id: idSchema,
  title: z.string(),
  text: z.string(),
  date: instantSchema,
  updatedAt: instantSchema,
  /** Followers were sent it. */
  isSent: z.boolean(),
});
export type AnnouncementBody = z.infer<typeof announcementSchema>;

/** A novel's announcements, newest first. `canSend`: none was sent to followers today. */
export const listAnnouncements = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/announcements',
  limit: 'read',
  params: idParams,
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({
    announcements: z.array(announcementSchema),
    nextCursor: z.string().nullable(),
    canSend: z.boolean(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

const { titleCharacters, textCharacters } = announcementLimits;
const { titleMissing, textMissing, atMost } = fieldSentences;
const fields = {
  title: z
    .string(titleMissing)
    .overwrite(tidyLine)
    .min(1, titleMissing)
    .max(titleCharacters, atMost(titleCharacters)),
  text: z
    .string(textMissing)
    .overwrite(tidyText)
    .min(1, textMissing)
    .max(textCharacters, atMost(textCharacters)),
};

/** Publishes an announcement, and sends it to followers if asked. Idempotent per `key`. */
export const addAnnouncement = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/announcements',
  limit: 'write',
  params: idParams,
  body: z.object({ ...fields, key: idSchema, isSent: z.boolean() }),
  response: announcementSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED'],
});

/** Changes an announcement; followers are not sent it again. */
export const editAnnouncement = defineCall({
  method: 'PUT',
  path: '/api/studio/announcements/{id}',
  limit: 'write',
  params: idParams,
  body: z.object(fields),
  response: announcementSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Deletes an announcement, and what of it was not sent yet. */
export const deleteAnnouncement = defineCall({
  method: 'DELETE',
  path: '/api/studio/announcements/{id}',
  limit: 'write',
  params: idParams,
  response: z.object({ isDeleted: z.literal(true) }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

const note = z.string().overwrite(tidyText).max(noteCharactersMax, atMost(noteCharactersMax));

/** The notes of every chapter that has none of its own; '' is none. */
export const novelNotesSchema = z.object({ before: note, after: note });
export type NovelNotesBody = z.infer<typeof novelNotesSchema>;

/** What happened in a chapter, and who is introduced in it, a person a line; '' is nothing. */
export const recapFields = {
  recap: z
    .string()
    .overwrite(tidyText)
    .max(recapLimits.characters, atMost(recapLimits.characters))
    .default(''),
  cast: z
    .string()
    .overwrite(tidyText)
    .max(recapLimits.castCharacters, atMost(recapLimits.castCharacters))
    .refine((text) => readCast(text) !== null, fieldSentences.castForm)
    .default(''),
};

/** A chapter's notes: null is the novel's default, '' none; and its recap. */
export const chapterNotesSchema = z.object({
  before: note.nullable(),
  after: note.nullable(),
  ...recapFields,
});
export type ChapterNotesBody = z.infer<typeof chapterNotesSchema>;

const notesRefusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const getNovelNotes = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/notes',
  limit: 'read',
  params: idParams,
  response: novelNotesSchema,
  refusals: notesRefusals,
});

export const setNovelNotes = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/notes',
  limit: 'write',
  params: idParams,
  body: novelNotesSchema,
  response: novelNotesSchema,
  refusals: notesRefusals,
});

const notesOfChapter = z.object({ own: chapterNotesSchema, defaults: novelNotesSchema });

/** A chapter's own notes, and the novel's default. */
export const getChapterNotes = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/notes',
  limit: 'read',
  params: idParams,
  response: notesOfChapter,
  refusals: notesRefusals,
});

export const setChapterNotes = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/notes',
  limit: 'write',
  params: idParams,
  body: chapterNotesSchema,
  response: notesOfChapter,
  refusals: notesRefusals,
});
