import { z } from 'zod';
import {
  deviceReadingMax,
  historyListMax,
  libraryPageSize,
  withdrawnListMax,
} from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, nothing } from './fields.ts';
import { contentFields } from './novels.ts';

/** Where a novel stands in a reader's library. */
export const libraryStatuses = ['reading', 'to_read', 'finished', 'dropped'] as const;
export type LibraryStatus = (typeof libraryStatuses)[number];

const statusSchema = z.enum(libraryStatuses, 'Ce statut n’existe pas.');

/** A novel's status for the caller; null for one that is not in their library. */
const libraryStateSchema = z.object({
  status: statusSchema.nullable(),
  /** Chosen by hand: reading does not change it. */
  isChosen: z.boolean(),
});
export type LibraryStateBody = z.infer<typeof libraryStateSchema>;

/** A novel as a library shows it. */
export const libraryNovelSchema = libraryStateSchema.extend({
  _id: idSchema,
  slug: z.string(),
  title: z.string(),
  authorName: z.string(),
  genres: z.array(z.string()),
  ...contentFields,
  /** Address of the cover at a small width; null where there is none. */
  coverImage: z.string().nullable(),
  novelStatus: z.enum(['ongoing', 'completed', 'hiatus']),
  chapterCount: z.int(),
  /** The chapter opened last; null before the first, and for one that is no longer public. */
  lastChapter: z.object({ _id: idSchema, chapterNumber: z.int(), title: z.string() }).nullable(),
  /** The one to read now: the last one until it has been read to its end. Null at the novel's end. */
  nextChapter: z.object({ _id: idSchema, chapterNumber: z.int() }).nullable(),
  /** How much of the published chapters is read, in whole percent. */
  percent: z.int().min(0).max(100),
  /** Published chapters that are not read yet, and those of them that came out since the last reading. */
  unread: z.int().min(0),
  newChapters: z.int().min(0),
  lastReadAt: instantSchema.nullable(),
});
export type LibraryNovelBody = z.infer<typeof libraryNovelSchema>;

const shelfCall = <const Path extends string>(path: Path) =>
  defineCall({
    method: 'GET',
    path,
    limit: 'read',
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce
        .number('limit est un nombre entier.')
        .int('limit est un nombre entier.')
        .min(1, 'limit vaut au moins 1.')
        .max(libraryPageSize, `limit vaut au plus ${libraryPageSize}.`)
        .default(libraryPageSize),
    }),
    response: z.object({
      novels: z.array(libraryNovelSchema).max(libraryPageSize),
      nextCursor: z.string().nullable(),
    }),
    refusals: ['SIGN_IN_REQUIRED'],
  });

/** The caller's library, last changed first. `nextCursor` requests the next page. */
export const listLibrary = shelfCall('/api/library');

/** The novel that the caller read last, of those that they are reading and that go on; or null. */
export const getNextReading = defineCall({
  method: 'GET',
  path: '/api/library/next',
  limit: 'read',
  response: z.object({ novel: libraryNovelSchema.nullable() }),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** The caller's favourites in the same form, last added first. */
export const listFavorites = shelfCall('/api/library/favorites');

/** A chapter that the caller has opened. */
const openedChapterSchema = z.object({
  _id: idSchema,
  title: z.string(),
  chapterNumber: z.int(),
  readAt: instantSchema,
  novel: z.object({
    _id: idSchema,
    slug: z.string(),
    title: z.string(),
    genres: z.array(z.string()),
    coverImage: z.string().nullable(),
  }),
});
export type OpenedChapterBody = z.infer<typeof openedChapterSchema>;

/** The chapters that the caller read last, the last one first. */
export const listHistory = defineCall({
  method: 'GET',
  path: '/api/library/history',
  limit: 'read',
  response: z.array(openedChapterSchema).max(historyListMax),
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * Chapters that the caller unlocked and reads on since their author withdrew them, or will, on the day
 * `leavesOn` in Paris; the last first.
 */
export const listWithdrawn = defineCall({
  method: 'GET',
  path: '/api/library/withdrawn',
  limit: 'read',
  response: z
    .array(openedChapterSchema.omit({ readAt: true }).extend({ leavesOn: z.iso.date().nullable() }))
    .max(withdrawnListMax),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** A novel's status in the caller's library, and what its page shows of their reading. */
export const getLibraryStatus = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/library',
  limit: 'read',
  params: idParams,
  response: libraryStateSchema.extend({
    /** As in the library; null too before the first chapter was opened. */
    nextChapter: z.object({ _id: idSchema, chapterNumber: z.int() }).nullable(),
    /** They may take a book of it with their name (`takeCopy`). */
    canTakeCopy: z.boolean(),
    /** Of the novels that are proposed beside this one, those that they have read or given up. */
    knownSimilar: z.array(idSchema),
  }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/** Sets a novel's status by hand, or takes the novel out of the library for null. Idempotent. */
export const setLibraryStatus = defineCall({
  method: 'PUT',
  path: '/api/novels/{id}/library',
  limit: 'write',
  params: idParams,
  body: z.object({ status: statusSchema.nullable() }),
  response: libraryStateSchema,
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/** The chapter of a novel that a device read last. */
const deviceReadingSchema = z.object({
  novelId: idSchema,
  chapterId: idSchema,
  number: z.int('Le numéro doit être un entier.').min(0).max(1_000_000),
  /** By the device's clock, in milliseconds. */
  readAt: z.int('L’instant de lecture doit être un entier.').min(0),
});
export type DeviceReading = z.infer<typeof deviceReadingSchema>;

/**
 * Takes over what a device read while the caller was signed out there. What the account read since,
 * and a status that was chosen, stay, but for a plan to read (`to_read`); the account never goes back to
 * an earlier chapter. What does not exist is left out. Idempotent.
 */
export const mergeReading = defineCall({
  method: 'POST',
  path: '/api/library/merge',
  limit: 'write',
  body: z.object({
    readings: z
      .array(deviceReadingSchema)
      .max(deviceReadingMax, `Au plus ${deviceReadingMax} lectures à la fois.`),
  }),
  response: nothing,
  refusals: ['SIGN_IN_REQUIRED'],
});
