import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { typoLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { readGrantedText } from '#server/catalogue/chapter-texts.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { quoteAround, type ReportedWords } from '#server/community/typos/find-words.ts';
import { closedSentenceFor } from '../closed-comments.ts';
import { onCommentedChapter, type CommentedChapter } from '../commented-chapter.ts';

/** What a reader sends; words are cleaned and within their bounds. */
export type TypoDraft = ReportedWords & { correction: string; remark: string };

/** The chapter that the caller reports on: refuses as `onCommentedChapter`, and 403 to blocked readers. */
export const onReportedChapter: Permit<SignedIn, { id: string }, CommentedChapter> = async (
  input,
) => {
  const chapter = await onCommentedChapter(input);
  if (isRefusal(chapter)) return chapter;
  // Closed comments are no reason against a report.
  const open = { ...chapter, commentsClosedAt: null };
  const closed = await closedSentenceFor(input.app.db, input.caller, open);
  return closed === null ? chapter : refuse('FORBIDDEN', closed);
};

/**
 * Enters a reader's report of a typo in a chapter that they may report on (`onReportedChapter`).
 * Idempotent while it is open: the first one's correction stays. Refuses words that are not in the text
 * with `TEXT_CHANGED`.
 */
export async function reportTypo(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  { id: chapterId, novelId }: CommentedChapter,
  draft: TypoDraft,
): Promise<{ _id: string; isNew: boolean } | Refusal> {
  const [novel] = await db
    .select({ language: novels.language })
    .from(novels)
    .where(eq(novels.id, novelId));
  const html = await readGrantedText(db, { id: chapterId, status: 'published' });
  const around = novel ? quoteAround(html, novel.language, draft) : null;
  if (around === null) return refuse('TEXT_CHANGED', messages.typoTextChanged);
  const { paragraph, mark, start, wrong, correction, remark } = draft;
  const [added] = await db
    .insert(typoReports)
    .values({
      id: uuidv7(),
      novelId,
      chapterId,
      userId,
      createdAt: clock.now(),
      paragraph,
      mark,
      start,
      wrong,
      correction,
      remark,
      before: cutBefore(around.before),
      after: cutAfter(around.after),
    })
    .onConflictDoNothing()
    .returning({ _id: typoReports.id });
  if (added) return { ...added, isNew: true };
  const [earlier] = await db
    .select({ _id: typoReports.id })
    .from(typoReports)
    .where(
      and(
        eq(typoReports.userId, userId),
        eq(typoReports.chapterId, chapterId),
        eq(typoReports.mark, mark),
        eq(typoReports.start, start),
        eq(typoReports.wrong, wrong),
        sql`${typoReports.state} = 'open'`,
      ),
    );
  // It was answered in this instant.
  return earlier ? { ...earlier, isNew: false } : refuse('TEXT_CHANGED', messages.typoTextChanged);
}

const tidy = (text: string): string => text.replaceAll(/[ \n]+/g, ' ').toWellFormed();

/** The end of what is before the words, by whole words. */
function cutBefore(text: string): string {
  const whole = tidy(text).trimStart();
  if (whole.length <= typoLimits.aroundCharacters) return whole;
  return `…${whole.slice(-typoLimits.aroundCharacters).replace(/^\S*/, '')}`;
}

function cutAfter(text: string): string {
  const whole = tidy(text).trimEnd();
  if (whole.length <= typoLimits.aroundCharacters) return whole;
  return `${whole.slice(0, typoLimits.aroundCharacters).replace(/\S*$/, '')}…`;
}
