import { z } from 'zod';
import { newChaptersListMax, newChaptersOfNovelMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, nothing } from './fields.ts';

/**
 * A novel that is followed, or whose author is, with chapters or an announcement published since its
 * reader last opened it (decisions 38, 76 and 87).
 */
export const newChaptersSchema = z.object({
  novelId: idSchema,
  slug: z.string(),
  title: z.string(),
  /** The number of new chapters, counted up to a limit. */
  count: z.int().min(0).max(newChaptersOfNovelMax),
  /** The one to continue with: the lowest number among them. Null without a new one. */
  first: z.object({ _id: idSchema, chapterNumber: z.int(), title: z.string() }).nullable(),
  /** The newest new announcement, which is not a chapter and not counted; null for none. */
  announcement: z.object({ _id: idSchema, title: z.string() }).nullable(),
  /** When the newest was published. */
  latestAt: instantSchema,
});
export type NewChaptersBody = z.infer<typeof newChaptersSchema>;

/** The novels with new chapters for the caller, the newest first. */
export const listNewChapters = defineCall({
  method: 'GET',
  path: '/api/novels/new-chapters',
  limit: 'read',
  response: z.array(newChaptersSchema).max(newChaptersListMax),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** The caller has seen the list up to this instant: the top bar's mark disappears. */
export const seeNewChapters = defineCall({
  method: 'PUT',
  path: '/api/novels/new-chapters/seen',
  limit: 'write',
  body: z.object({ until: z.iso.datetime('L’instant n’est pas valide.') }),
  response: nothing,
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * The caller has opened the novel or a chapter of it: none of its chapters is new to them any
 * more.
 */
export const openNovel = defineCall({
  method: 'PUT',
  path: '/api/novels/{id}/opened',
  limit: 'write',
  params: idParams,
  /** Whether they follow it or its author; only those are recorded. */
  response: z.object({ isFollowed: z.boolean() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'ACCESS_LOCKED'],
});
