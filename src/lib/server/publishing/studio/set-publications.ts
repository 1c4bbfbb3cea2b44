import type { z } from 'zod';
import { messages } from '#shared/messages.ts';
import type { ChapterBatch } from '#shared/contracts/studio-batch.ts';
import type { setPublication as call } from '#shared/contracts/studio-chapters.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import {
  applyPublication,
  type Publication,
  type PublicationChange,
} from '../apply-publication.ts';
import { staleCopy } from './chapter-copy.ts';
import { lockChosen, type Changed, type Chosen, type Here } from './chosen-chapters.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  findOwnNovel,
  hidden,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';
import { readCopy } from './read-chapters.ts';

/** The publication that an author wants of a chapter; a silent one tells no follower. */
type Wanted =
  | { status: 'published'; isSilent: boolean }
  | { status: 'scheduled'; at: string; isSilent: boolean }
  | { status: 'draft' };

/**
 * Publishes a chapter, schedules it, or withdraws it: a batch of one, of the working copy that its
 * author saw. Idempotent; refuses as the contract says.
 */
export async function setPublication(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  author: Author,
  chapterId: string,
  wanted: z.output<(typeof call)['body']>,
): Promise<Refusal | null> {
  const tags = await transactionWithDeadlockRetry(db, async (tx) => {
    const found = await findOwnChapter(tx, author, chapterId, 'publish');
    if (isRefusal(found)) return found;
    const novel = await findOwnNovel(tx, author, found.novel.id, 'publish', { lock: true });
    if (isRefusal(novel)) return novel;
    const chosen = await lockChosen(tx, novel.id, [chapterId], 'no key update');
    const [chapter] = chosen;
    if (!chapter) return hidden(author, messages.chapterMissing);
    if (wanted.status !== 'draft' && wanted.version !== chapter.copyVersion) {
      return staleCopy((await readCopy(tx, chapter)).copy);
    }
    const here = { novelId: novel.id, authorId: author.id, chosen, now: clock.now() };
    const done = await publish(tx, here, () => wanted);
    return done.refused[0]?.refusal ?? done.tags;
  });
  if (isRefusal(tags)) return tags;
  if (tags.length > 0) await changed(tags);
  return null;
}

type Publications = Extract<ChapterBatch, { action: 'publish' | 'schedule' | 'withdraw' }>;

/** Publishes, schedules or withdraws the chosen chapters; what cannot be is listed and stays. */
export async function setPublications(
  tx: Database,
  here: Here,
  batch: Publications,
): Promise<Changed> {
  const { refused, tags } = await publish(tx, here, wantedBy(batch));
  return {
    tags,
    refused: refused.map(({ _id, refusal }) => ({
      _id,
      message: refusal.errors?.[0]?.message ?? refusal.message,
    })),
  };
}

/** What is wanted of each chapter. */
function wantedBy(batch: Publications): (id: string) => Wanted {
  if (batch.action === 'withdraw') return () => ({ status: 'draft' });
  const { isSilent } = batch;
  if (batch.action === 'publish') return () => ({ status: 'published', isSilent });
  const slots = new Map(batch.slots.map(({ chapterId, at }) => [chapterId, at]));
  return (id) => ({ status: 'scheduled', at: slots.get(id) ?? '', isSilent });
}

async function publish(
  tx: Database,
  { novelId, authorId, chosen, now }: Here,
  wantedOf: (id: string) => Wanted,
): Promise<{ refused: { _id: string; refusal: Refusal }[]; tags: string[] }> {
  const refused: { _id: string; refusal: Refusal }[] = [];
  const changes: PublicationChange[] = [];
  for (const chapter of chosen) {
    const wanted = wantedOf(chapter.id);
    const isLeaving = wanted.status === 'draft';
    const next = (isLeaving ? null : incomplete(chapter)) ?? nextPublication(chapter, wanted, now);
    if (isRefusal(next)) refused.push({ _id: chapter.id, refusal: next });
    else changes.push({ id: chapter.id, ...next, takesCopy: !isLeaving });
  }
  return { refused, tags: await applyPublication(tx, novelId, changes, { by: authorId, now }) };
}

/** Why a chapter cannot come out, with all that is missing; null if it can. */
function incomplete({ copyTitle, copyWords }: Chosen): Refusal | null {
  const { chapterTitleMissing, chapterTextMissing } = messages.studio;
  const errors = [
    ...(copyTitle === '' ? [{ field: 'title', message: chapterTitleMissing }] : []),
    ...(copyWords === 0 ? [{ field: 'html', message: chapterTextMissing }] : []),
  ];
  return errors.length === 0
    ? null
    : refuse('CHAPTER_INCOMPLETE', messages.studio.chapterIncomplete, { errors });
}

/**
 * The publication that follows. A republished chapter keeps its old date: it is not new. Refuses
 * with 409 `CHAPTER_PUBLISHED`, with 400 an instant that is past, and with 403 to publish what an admin
 * took away.
 */
function nextPublication(
  { status, publishedAt, isSilent, takenDownAt }: ChapterRow,
  wanted: Wanted,
  now: Date,
): Publication | Refusal {
  if (takenDownAt !== null && wanted.status !== 'draft') {
    return refuse('FORBIDDEN', messages.studio.chapterTakenDown);
  }
  // A scheduled chapter that is due but not yet published was not.
  const wasOut = status !== 'scheduled' && publishedAt !== null && publishedAt <= now;
  switch (wanted.status) {
    case 'published':
      return {
        status: 'published',
        publishedAt: wasOut ? publishedAt : now,
        // An update of a published chapter tells nobody anyway.
        isSilent: status === 'published' ? isSilent : wanted.isSilent,
      };
    case 'draft':
      return { status: 'draft', publishedAt: wasOut ? publishedAt : null, isSilent: false };
    case 'scheduled': {
      if (status === 'published') {
        return refuse('CHAPTER_PUBLISHED', messages.studio.chapterPublished);
      }
      const at = new Date(wanted.at);
      if (at > now) return { status: 'scheduled', publishedAt: at, isSilent: wanted.isSilent };
      const errors = [{ field: 'at', message: messages.studio.instantPast }];
      return refuse('MALFORMED', messages.studio.instantPast, { errors });
    }
  }
}
