import type { z } from 'zod';
import {
  saveCopy,
  deleteChapter,
  getStudioChapter,
  previewChapter,
  setPublication,
  setChapterSettings,
  createChapter,
  listStudioChapters,
  orderChapters,
} from '#shared/contracts/studio-chapters.ts';
import {
  copyTextPicture,
  addTextPicture,
  listTextPictures,
} from '#shared/contracts/text-pictures.ts';
import { changeChapters as changeChaptersCall } from '#shared/contracts/studio-batch.ts';
import { may } from '#shared/site/novel-powers.ts';
import { getFreeRules, setFreeRule } from '#shared/contracts/studio-free-rules.ts';
import * as copy from '#server/publishing/studio/chapter-copy.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import {
  onChapter,
  findOwnChapter,
  onNovel,
  findOwnNovel,
  roleOn,
  type ChapterRow,
  type NovelRow,
} from '#server/people/novel-powers/own-work.ts';
import * as arrange from '#server/publishing/studio/arrange-chapters.ts';
import { readOwnChapter, readCopy } from '#server/publishing/studio/read-chapters.ts';
import * as read from '#server/publishing/studio/read-chapters.ts';
import { copyPicture, addPicture, listPictures } from '#server/publishing/studio/text-pictures.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import * as publication from '#server/publishing/studio/set-publications.ts';
import * as edit from '#server/publishing/studio/edit-chapters.ts';
import { changeChapters } from '#server/publishing/studio/change-chapters.ts';
import { readFreeRules, writeFreeRule } from '#server/publishing/studio/edit-free-rules.ts';
import { setPlainText } from '#shared/text/typography.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import { linkPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import type { App } from '#server/app.ts';

export const calls = [
  endpoint(saveCopy, [requireUser, onChapter('write')], ({ app, caller, params, body }) =>
    copy.saveCopy(app, caller.user, params.id, body),
  ),

  endpoint(getStudioChapter, requireUser, ({ app, caller, params }) =>
    readOwnChapter(app.db, caller.user, params.id),
  ),

  endpoint(deleteChapter, requireUser, async ({ app, caller, params, query }) => {
    const onlyEmpty = query.onlyEmpty === 'true';
    const refusal = await arrange.deleteChapter(app, caller.user, params.id, { onlyEmpty });
    return refusal ?? { success: true as const };
  }),

  endpoint(copyTextPicture, [requireUser, onChapter('write')], ({ app, caller, params, body }) =>
    copyPicture(app, caller.user, params.id, body.address),
  ),

  endpoint(listTextPictures, requireUser, ({ app, caller, params }) =>
    listPictures(app, caller.user, params.id),
  ),

  endpoint(addTextPicture, [requireUser, onChapter('write')], ({ app, caller, params, body }) =>
    addPicture(app, caller.user, params.id, body),
  ),

  endpoint(previewChapter, requireUser, async ({ app, caller, params }) => {
    const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
    return isRefusal(found) ? found : readPreview(app, found);
  }),

  endpoint(
    setPublication,
    [requireUser, onChapter('publish')],
    async ({ app, caller, params, body }) => {
      const refusal = await publication.setPublication(app, caller.user, params.id, body);
      return refusal ?? readOwnChapter(app.db, caller.user, params.id);
    },
  ),

  endpoint(
    setChapterSettings,
    [requireUser, onChapter('arrange')],
    async ({ app, caller, params, body }) => {
      const refusal = await edit.setChapterSettings(app, caller.user, params.id, body);
      return refusal ?? readOwnChapter(app.db, caller.user, params.id);
    },
  ),

  endpoint(
    changeChaptersCall,
    [requireUser, onNovel('seeDrafts')],
    ({ app, caller, params, body }) => changeChapters(app, caller.user, params.id, body),
  ),

  endpoint(listStudioChapters, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    if (isRefusal(novel)) return novel;
    const chapters = await read.listStudioChapters(app.db, novel.id);
    const role = await roleOn(app.db, caller.user, novel);
    if (role !== null && may(role, 'figures')) return { chapters };
    return { chapters: chapters.map((chapter) => ({ ...chapter, ...read.noFigures })) };
  }),

  endpoint(
    createChapter,
    [requireUser, onNovel('arrange')],
    async ({ app, caller, params, body }) => {
      const chapter = await edit.createChapter(app, caller.user, params.id, body);
      return isRefusal(chapter) ? chapter : read.readStudioChapter(app.db, chapter);
    },
  ),

  endpoint(getFreeRules, requireUser, ({ app, caller, params }) =>
    readFreeRules(app, caller.user, params.id),
  ),

  endpoint(setFreeRule, [requireUser, onNovel('price')], ({ app, caller, params, body }) =>
    writeFreeRule(app, caller.user, params.id, body),
  ),

  endpoint(
    orderChapters,
    [requireUser, onNovel('arrange')],
    async ({ app, caller, params, body: { chapterIds } }) => {
      const refusal = await arrange.orderChapters(app, caller.user, params.id, chapterIds);
      return refusal ?? { chapterIds };
    },
  ),
];

/** The working copy as the chapter's page would show it. Call `findOwnChapter` before. */
async function readPreview(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  { chapter, novel }: { chapter: ChapterRow; novel: NovelRow },
): Promise<z.infer<(typeof previewChapter)['response']>> {
  const { copy } = await readCopy(app.db, chapter);
  const notes = await readChapterNotes(app.db, chapter.id);
  return {
    title: copy.title,
    part: chapter.part,
    chapterNumber: chapter.chapterNumber,
    html: linkPictures(copy.html, chapter.id, picturePass(app, chapter.id)),
    notes,
    wordCount: copy.wordCount,
    language: novel.language,
    novel: { _id: novel.id, title: novel.title, authorName: novel.authorName },
    isPremium: chapter.isPremium,
    creditCost: chapter.creditCost,
    freeFrom: chapter.freeFrom?.toISOString() ?? null,
    teaser: setPlainText(chapter.teaser, novel.language),
    version: copy.version,
  };
}
