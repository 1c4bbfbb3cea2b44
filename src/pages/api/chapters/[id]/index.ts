import { getChapter } from '#shared/contracts/chapters.ts';
import { joinNotes } from '#shared/author-note.ts';
import { messages } from '#shared/messages.ts';
import {
  findChapter,
  readChapterText,
  toChapterBody,
  toPublicChapterBody,
} from '#server/catalogue/chapters.ts';
import { linkPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import { findChapterMarks } from '#server/community/chapter-marks.ts';
import { listNewestThreads } from '#server/community/list-comments.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findAccess, toldAs } from '#server/protection/access.ts';
import { contentKey, encryptContent } from '#server/protection/content-cipher.ts';

export const GET = endpoint(
  getChapter,
  anyone,
  async ({ app, caller, params, query, consume, isHead, isCrossSite, ...viewer }) => {
    const place = await findChapter(app.db, params.id);
    if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
    const { chapter } = place;
    const now = app.clock.now();
    const callerId = caller?.user.id ?? null;
    const marksOf = await findChapterMarks(app.db, callerId, {
      chapterId: chapter.id,
    });
    const marks = marksOf(chapter.id);
    const access = await findAccess(app.db, place, caller, now);
    if (access.kind === 'locked') {
      const told = toldAs(toPublicChapterBody(chapter, marks, now), false);
      const details = { chapter: { ...told, teaser: chapter.teaser } };
      return refuse('PREMIUM_LOCKED', messages.premiumLocked, { details });
    }
    // Our pages contain the text of a free chapter; they request HEAD here, to count a view.
    const tooMany = access.kind === 'free' && !isHead ? await consume('freeText') : null;
    if (tooMany) return tooMany;
    if (query.countView && !isCrossSite) app.views.count(chapter.id, viewer, query.from);
    const stored = await readChapterText(app.db, chapter.id);
    const pass = access.kind === 'free' ? null : picturePass(app, chapter.id);
    const html = linkPictures(stored, chapter.id, pass);
    const wantsComments = query.comments && !isHead;
    // Loaded after `findAccess`: comments reveal the chapter.
    const threads = wantsComments ? await listNewestThreads(app.db, chapter.id, callerId) : null;
    const comments = threads && { comments: threads };
    if (access.kind === 'free') return { ...toChapterBody(place, html, marks, now), ...comments };
    const { sessionId } = access.reader;
    const key = contentKey(app.config.secretKeys, { sessionId, chapterId: chapter.id });
    const content = joinNotes(html, await readChapterNotes(app.db, chapter.id));
    const body = toChapterBody(place, encryptContent(content, key), marks, now);
    return { ...toldAs(body, true), ...comments };
  },
);
