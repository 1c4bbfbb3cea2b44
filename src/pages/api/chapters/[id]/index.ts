import { getChapter } from '#shared/contracts/chapters.ts';
import { joinNotes } from '#shared/author-note.ts';
import { messages } from '#shared/messages.ts';
import {
  findChapter,
  toChapterBody,
  toPublicChapterBody,
  wasTakenFrom,
  type ChapterInPlace,
} from '#server/catalogue/chapters.ts';
import { readGrantedText } from '#server/catalogue/chapter-texts.ts';
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
    const callerId = caller?.user.id ?? null;
    const place = await findChapter(app.db, params.id, callerId);
    if (!place) {
      const isTaken = callerId !== null && (await wasTakenFrom(app.db, params.id, callerId));
      const sentence = isTaken ? messages.chapterTakenDown : messages.chapterMissing;
      return refuse('NOT_FOUND', sentence);
    }
    const { chapter } = place;
    const isPublic = chapter.status === 'published';
    const now = app.clock.now();
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
    if (query.countView && isPublic && !isCrossSite)
      app.views.count(chapter.id, viewer, query.from);
    const stored = await readGrantedText(app.db, chapter);
    const pass = access.kind === 'free' ? null : picturePass(app, chapter.id);
    const html = linkPictures(stored, chapter.id, pass);
    // Nobody adds to those of a withdrawn chapter: they are not shown.
    const wantsComments = query.comments && isPublic && !isHead;
    // Loaded after `findAccess`: comments reveal the chapter.
    const threads = wantsComments ? await listNewestThreads(app.db, chapter.id, callerId) : null;
    const comments = threads && { comments: threads };
    if (access.kind === 'free') return { ...toChapterBody(place, html, marks, now), ...comments };
    const { sessionId } = access.reader;
    const key = contentKey(app.config.secretKeys, { sessionId, chapterId: chapter.id });
    const content = joinNotes(html, await readChapterNotes(app.db, chapter.id));
    const body = toChapterBody(place, encryptContent(content, key), marks, now);
    return { ...toldAs(body, true), ...comments, ...(!isPublic && { keptOf: keptOf(place) }) };
  },
);

/** The novel of a withdrawn chapter: its page, which is the same for all, says nothing of it. */
function keptOf({ novel: { slug, title, language, chapterCount } }: ChapterInPlace) {
  return { slug, title, language, chapterCount };
}
