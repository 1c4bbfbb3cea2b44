/** What an author takes along from their novel, and a reader who owns all of it. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParams, streamSchema } from './fields.ts';
import { studioRefusals } from './studio-novels.ts';

/**
 * A novel of the caller's own as a file: an EPUB 3 book, an archive of Markdown files, its comments
 * as CSV. Without `drafts` the texts are those that are published; with it every chapter as its
 * author has it. Another's novel is 403 `FORBIDDEN`, for admins too.
 */
export const takeNovel = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/leaving',
  limit: 'export',
  params: idParams,
  query: z.object({
    format: z.enum(['epub', 'markdown', 'comments'], 'format vaut epub, markdown ou comments.'),
    drafts: z.enum(['true', 'false'], 'drafts vaut true ou false.').default('true'),
  }),
  response: streamSchema,
  refusals: studioRefusals,
});

/**
 * A completed novel as an EPUB 3 book with the caller's name, of its published chapters: for who has
 * unlocked each that is sold, and one at least, where its author allows it; else 403 `FORBIDDEN`.
 */
export const takeCopy = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/copy',
  limit: 'export',
  params: idParams,
  response: streamSchema,
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'FORBIDDEN', 'ACCESS_LOCKED'],
});
