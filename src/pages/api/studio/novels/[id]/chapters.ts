import { createChapter, listStudioChapters } from '#shared/contracts/studio-chapters.ts';
import { may } from '#shared/novel-powers.ts';
import * as edit from '#server/publishing/studio/edit-chapters.ts';
import { findOwnNovel, onNovel, roleOn } from '#server/publishing/studio/own-work.ts';
import * as read from '#server/publishing/studio/read-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(listStudioChapters, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
  if (isRefusal(novel)) return novel;
  const chapters = await read.listStudioChapters(app.db, novel.id);
  const role = await roleOn(app.db, caller.user, novel);
  if (role !== null && may(role, 'figures')) return { chapters };
  return { chapters: chapters.map((chapter) => ({ ...chapter, ...read.noFigures })) };
});

export const POST = endpoint(
  createChapter,
  [requireUser, onNovel('arrange')],
  async ({ app, caller, params, body }) => {
    const chapter = await edit.createChapter(app, caller.user, params.id, body);
    return isRefusal(chapter) ? chapter : read.readStudioChapter(app.db, chapter);
  },
);
