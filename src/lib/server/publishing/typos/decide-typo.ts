import { and, eq, ne, sql } from 'drizzle-orm';
import { studioLimits } from '#shared/constants.ts';
import type { TypoDecision } from '#shared/contracts/studio-typos.ts';
import { messages } from '#shared/messages.ts';
import { may, type NovelPower } from '#shared/site/novel-powers.ts';
import { countWords } from '#shared/text/words.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { replaceTexts } from '#server/catalogue/chapter-texts.ts';
import type { Permit } from '#server/core/http/guards.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { applyPublication } from '../apply-publication.ts';
import { storeCopy, writtenLength } from '../studio/chapter-copy.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  findOwnNovel,
  hidden,
  roleOn,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';
import { readCopy } from '../studio/read-chapters.ts';
import { correctText } from './correct-text.ts';
import { findWords, hasWords } from '#server/community/typos/find-words.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';

type TypoRow = typeof typoReports.$inferSelect;
type OwnTypo = TypoRow & { ownerId: string | null };

/**
 * A report on a novel on which this user has a power. Others' are hidden (404 `NOT_FOUND`; 403
 * `FORBIDDEN` for readers), a role without the power gets 403.
 */
async function findOwnTypo(
  db: Database,
  author: Author,
  id: string,
  power: NovelPower,
): Promise<OwnTypo | Refusal> {
  const [found] = await db
    .select({ report: typoReports, ownerId: novels.ownerId })
    .from(typoReports)
    .innerJoin(novels, eq(novels.id, typoReports.novelId))
    .where(eq(typoReports.id, id));
  const role =
    found && (await roleOn(db, author, { id: found.report.novelId, ownerId: found.ownerId }));
  if (!found || !role) return hidden(author, messages.typoMissing);
  if (!may(role, power)) return refuse('FORBIDDEN', messages.studio.powerMissing);
  return { ...found.report, ownerId: found.ownerId };
}

/** Before the body is read: `findOwnTypo` of the report in the address. */
export const onTypo =
  (power: NovelPower): Permit<SignedIn, { id: string }, OwnTypo> =>
  ({ app, caller, params }) =>
    findOwnTypo(app.db, caller.user, params.id, power);

/** Answers a report; refuses as the contract says. @returns whether the working copy keeps the typo. */
export async function decideTypo(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  author: Author,
  id: string,
  decision: TypoDecision,
): Promise<Refusal | { isLeftInCopy: boolean }> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const own = await findOwnTypo(tx, author, id, 'publish');
    if (isRefusal(own)) return own;
    // In the order of a publication, which this is.
    const novel = await findOwnNovel(tx, author, own.novelId, 'publish', { lock: true });
    if (isRefusal(novel)) return novel;
    const found = await findOwnChapter(tx, author, own.chapterId, 'publish', { lock: true });
    if (isRefusal(found)) return found;
    const [report] = await tx
      .select()
      .from(typoReports)
      .where(eq(typoReports.id, id))
      .for('no key update');
    if (!report) return hidden(author, messages.typoMissing);
    const now = clock.now();
    const answer = answerOf(decision);
    if (report.state !== 'open') {
      const isSame = report.state === answer.state && report.reason === answer.reason;
      if (!isSame) return refuse('TYPO_DECIDED', messages.studio.typoDecided);
      const { draft } = await readCopy(tx, found.chapter);
      const isLeftInCopy = decision.decision === 'accept' && isLeftIn(draft, report);
      return { seenIn: null, isLeftInCopy };
    }
    const readAt = sql`coalesce(${typoReports.readAt}, ${now.toISOString()}::timestamptz)`;
    const decided = { decidedAt: now, decidedBy: author.id, readAt };
    let isLeftInCopy = false;
    if (decision.decision === 'accept') {
      const { language } = novel;
      const corrected = await correct(tx, found.chapter, { report, language }, author, now);
      if (isRefusal(corrected)) return corrected;
      ({ isLeftInCopy } = corrected);
      await tx
        .update(typoReports)
        .set({ state: 'corrected', ...decided })
        .where(isOfSameWords(report));
    }
    await tx
      .update(typoReports)
      .set({ ...answer, ...decided })
      .where(eq(typoReports.id, id));
    return { seenIn: decision.decision === 'accept' ? novel.id : null, isLeftInCopy };
  });
  if (isRefusal(done)) return done;
  if (done.seenIn !== null) await changed(pagesOf(done.seenIn));
  return { isLeftInCopy: done.isLeftInCopy };
}

/** Whether a working copy has words like the wrong ones. */
const isLeftIn = (draft: { html: string } | null, { wrong }: TypoRow): boolean =>
  draft !== null && hasWords(draft.html, wrong);

function answerOf(decision: TypoDecision): Pick<TypoRow, 'state' | 'reason'> {
  switch (decision.decision) {
    case 'accept':
      return { state: 'accepted', reason: '' };
    case 'corrected':
      return { state: 'corrected', reason: '' };
    case 'refuse':
      return { state: 'refused', reason: decision.reason };
  }
}

/** Other readers' open reports of the words that this one is about. */
const isOfSameWords = ({ id, chapterId, mark, start, wrong }: TypoRow) =>
  and(
    ne(typoReports.id, id),
    eq(typoReports.state, 'open'),
    eq(typoReports.chapterId, chapterId),
    eq(typoReports.mark, mark),
    eq(typoReports.start, start),
    eq(typoReports.wrong, wrong),
  );

/** A report, and the language of the text that it is about. */
type ReportInText = { report: TypoRow; language: string };

/** Changes the published text of a locked chapter, and its working copy where it has the words too. */
async function correct(
  tx: Database,
  chapter: ChapterRow,
  reported: ReportInText,
  author: Author,
  now: Date,
): Promise<Refusal | { isLeftInCopy: boolean }> {
  if (chapter.status !== 'published') {
    return refuse('TEXT_CHANGED', messages.studio.typoOffline);
  }
  const { copy, draft, publicHtml } = await readCopy(tx, chapter);
  const html = correctIn(publicHtml, reported);
  if (isRefusal(html)) return html;
  const { id } = chapter;
  const wordCount = countWords(html);
  await replaceTexts(tx, [{ id, html }], now);
  // Without a working copy the text is what the editor shows: who has it open must not save over it.
  const copyVersion = chapter.copyVersion + (draft ? 0 : 1);
  const [changed] = await tx
    .update(chapters)
    .set({ wordCount, copyVersion, updatedAt: now })
    .where(eq(chapters.id, id))
    .returning();
  const copied = draft && correctIn(draft.html, reported);
  const isCopied = copied !== null && !isRefusal(copied);
  if (changed && draft && isCopied) {
    const text = { title: draft.title, html: copied, wordCount: countWords(copied) };
    const how = { version: copy.version, writtenBy: author.id, now, isStep: true };
    const stored = await storeCopy(tx, changed, text, how);
    if (isRefusal(stored)) return stored;
  }
  const edited = { ...chapter, isEdited: true };
  await applyPublication(tx, chapter.novelId, [edited], { by: author.id, now });
  return {
    isLeftInCopy: !isCopied && isLeftIn(draft, reported.report),
  };
}

/** The text with the correction; refuses with 409 `TEXT_CHANGED` where it has to be done by hand. */
function correctIn(html: string, { report, language }: ReportInText): string | Refusal {
  const search = findWords(html, language, report);
  if (search.kind === 'gone') return refuse('TEXT_CHANGED', messages.studio.typoGone);
  if (search.kind !== 'found') return refuse('TEXT_CHANGED', messages.studio.typoAmbiguous);
  const corrected = correctText(html, search, report);
  if (corrected === null) return refuse('TEXT_CHANGED', messages.studio.typoFormatted);
  if (corrected === html) return refuse('TEXT_CHANGED', messages.typoUnchanged);
  return writtenLength(corrected) > studioLimits.chapterHtmlCharacters
    ? refuse('TEXT_CHANGED', messages.studio.typoTooLong)
    : corrected;
}
