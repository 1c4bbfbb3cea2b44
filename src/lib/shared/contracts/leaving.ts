/** What an author takes along from their novel. */
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
