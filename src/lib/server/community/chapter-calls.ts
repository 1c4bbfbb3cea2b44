import { readChapterInfo } from '#server/community/chapter-info.ts';
import { getChapterInfo } from '#shared/contracts/chapters.ts';
import {
  getChapter,
  getChapterKey,
  listChapters as listChaptersCall,
  getChapterPage,
} from '#shared/contracts/chapters.ts';
import { joinNotes } from '#shared/text/author-note.ts';
import { messages } from '#shared/messages.ts';
import {
  findChapter,
  toChapterBody,
  toPublicChapterBody,
  wasTakenFrom,
  type ChapterInPlace,
  listChapters,
} from '#server/catalogue/chapters.ts';
import { readGrantedText } from '#server/catalogue/chapter-texts.ts';
import { linkPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import { findChapterMarks } from '#server/community/chapter-marks.ts';
import { listNewestThreads } from '#server/community/list-comments.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { anyone, requireUser } from '#server/people/identity/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { findAccess, bodyFor, findReadableOf } from '#server/catalogue/reading/access.ts';
import { contentKey, encryptContent } from '#server/people/protection/content-cipher.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import { findKeyState } from '#server/catalogue/reading/key-state.ts';
import { countOpening, findStop, isHurried } from '#server/people/protection/reading-pace.ts';
import { refuseUnpassed } from '#server/people/protection/session-pass.ts';
import { findNovel } from '#server/catalogue/novels.ts';
import { findChapterPage } from '#server/catalogue/chapter-pages.ts';

export const calls = [
  endpoint(getChapterInfo, anyone, async ({ app, caller, params }) => {
    const place = await findChapter(app.db, params.id, caller?.user.id);
    return place
      ? readChapterInfo(app, place, caller)
      : refuse('NOT_FOUND', messages.chapterMissing);
  }),

  endpoint(
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
        const publicBody = bodyFor(toPublicChapterBody(chapter, marks, now), false);
        const details = { chapter: { ...publicBody, teaser: chapter.teaser } };
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
      return { ...bodyFor(body, true), ...comments, ...(!isPublic && { keptOf: novelOf(place) }) };
    },
  ),

  endpoint(getChapterKey, requireUser, async (input) => {
    const { app, caller, params, headers } = input;
    const readerState = await findKeyState(app.db, params.id, caller, app.clock.now());
    if (!readerState) return refuse('NOT_FOUND', messages.chapterMissing);
    const { access, novel, isSessionPassed, isCounted } = readerState;
    if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
    const use = { sessionId: caller.sessionId, chapterId: params.id };
    const key = { key: contentKey(app.config.secretKeys, use).toString('base64') };
    // Whoever has the text of a chapter that became free meanwhile needs no challenge for it.
    if (access.kind === 'free') return key;

    const isPassed =
      readerState.isPassed ||
      // What was opened within the hour opens again, however fast others were opened since.
      (isSessionPassed && (isCounted || !(await isHurried(app, caller.user.id))));
    // Authors among their own texts, and admins, are not counted.
    if (!isCounted && !readsEverythingOf(novel, caller.user)) {
      const reading = { userId: caller.user.id, chapterId: use.chapterId };
      // Nobody is asked a question for a chapter that would not open after it.
      const pause = await (isPassed ? countOpening(app, reading) : findStop(app, reading));
      if (pause) {
        headers.set('retry-after', String(pause.waitSeconds));
        return pause.refusal;
      }
    }
    return isPassed ? key : refuseUnpassed(use.chapterId);
  }),

  endpoint(listChaptersCall, anyone, async ({ app, caller, params }) => {
    const novel = await findNovel(app.db, params.novelId);
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    const now = app.clock.now();
    const chapters = await listChapters(app.db, novel.id);
    const marksOf = await findChapterMarks(app.db, caller?.user.id ?? null, { novelId: novel.id });
    const isReadable = await findReadableOf(app.db, novel, caller, now);
    return chapters.map((chapter) =>
      bodyFor(toPublicChapterBody(chapter, marksOf(chapter.id), now), isReadable(chapter)),
    );
  }),

  endpoint(getChapterPage, anyone, async ({ app, caller, params, query }) => {
    const novel = await findNovel(app.db, params.id);
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    const found = await findChapterPage(app.db, novel.id, query);
    const now = app.clock.now();
    const chapterIds = found.chapters.map(({ id }) => id);
    const [marksOf, isReadable] = await Promise.all([
      findChapterMarks(app.db, caller?.user.id ?? null, { chapterIds }),
      findReadableOf(app.db, { ...novel, ids: chapterIds }, caller, now),
    ]);
    const chapters = found.chapters.map((chapter) =>
      bodyFor(toPublicChapterBody(chapter, marksOf(chapter.id), now), isReadable(chapter)),
    );
    return { ...found, chapters };
  }),
];

/** The novel of a withdrawn chapter: its page, which is the same for all, says nothing of it. */
function novelOf({ novel: { slug, title, language, chapterCount } }: ChapterInPlace) {
  return { slug, title, language, chapterCount };
}
