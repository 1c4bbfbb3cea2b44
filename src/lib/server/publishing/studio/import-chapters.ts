import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import { chaptersListMax, studioLimits } from '#shared/constants.ts';
import { beginningOf } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { BookChapter } from '../book/book.ts';
import { applyPublication, type PublicationChange } from '../apply-publication.ts';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import { applyFreeRules } from '../free-rules.ts';
import { insertChapters, type AddedChapter } from '../write-chapters.ts';
import { lastNumber } from './edit-chapters.ts';
import { replaceRules } from './edit-free-rules.ts';
import { addImportedNotes } from './notes.ts';

type Input = z.output<(typeof confirmUpload)['body']>;

/** The novel that imported chapters go to. */
export type Imported = { id: string; slug: string; isNewNovel: boolean };

type Importing = {
  input: Input;
  authorId: string;
  /** Of the whole novel; undefined leaves out the chapters' too. */
  notes: AuthorNotes | undefined;
  now: Date;
};

/** Refuses with 400 `MALFORMED` a schedule without one instant to come for each chosen chapter. */
export function wrongSlots(
  { publication, slots }: Input,
  count: number,
  now: Date,
): Refusal | null {
  const wanted = publication === 'scheduled' ? count : 0;
  const isPast = slots.some((slot) => new Date(slot) <= now);
  if (slots.length === wanted && !isPast) return null;
  const { instantPast, slotsMissing } = messages.studio;
  const message = isPast ? instantPast : slotsMissing;
  return refuse('MALFORMED', message, { errors: [{ field: 'slots', message }] });
}

/** Appends the chosen chapters to a novel as wished, inside the caller's transaction. */
export async function addImported(
  tx: Database,
  novel: Imported,
  chosen: readonly BookChapter[],
  { input, authorId, notes, now }: Importing,
): Promise<string[] | Refusal> {
  const last = await lastNumber(tx, novel.id);
  if (last + chosen.length > chaptersListMax) {
    return refuse('LIMIT_REACHED', messages.studio.chaptersFull);
  }
  const { publication, slots, isSilent, freeRule } = input;
  const added = chosen.map((chapter, index): AddedChapter => {
    const { sourceKey, wordCount } = chapter;
    const title = beginningOf(chapter.title, studioLimits.chapterTitleCharacters - 1);
    const part = chapter.part && beginningOf(chapter.part, studioLimits.partCharacters - 1);
    return {
      html: chapter.html,
      chapter: {
        id: uuidv7(),
        novelId: novel.id,
        title,
        part,
        wordCount,
        chapterNumber: last + index + 1,
        // In an existing novel, the key may be another chapter's.
        sourceKey: novel.isNewNovel ? sourceKey : null,
        isPremium: input.premiumFrom !== null && index + 1 >= input.premiumFrom,
        creditCost: input.creditCost,
        createdAt: now,
        updatedAt: now,
      },
    };
  });
  const changes = added.map(({ chapter }, index): PublicationChange => {
    // Without words there is nothing to read yet.
    const status = (chosen[index]?.wordCount ?? 0) > 0 ? publication : 'draft';
    return {
      id: chapter.id,
      status,
      publishedAt: publishedAt(status, slots[index], now),
      isSilent: status !== 'draft' && isSilent,
    };
  });
  await insertChapters(tx, added, now);
  if (notes) {
    const own = added.flatMap(({ chapter }, index) => {
      const ofChapter = chosen[index]?.authorNotes;
      return ofChapter ? [{ chapterId: chapter.id, notes: ofChapter }] : [];
    });
    await addImportedNotes(tx, novel, { notes, own, now });
  }
  if (freeRule) {
    await replaceRules(tx, novel.id, { parts: [null], rule: freeRule });
    await applyFreeRules(tx, novel.id, now);
  }
  await applyPublication(tx, novel.id, changes, { by: authorId, now });
  return changes.map(({ id }) => id);
}

function publishedAt(
  status: PublicationChange['status'],
  slot: string | undefined,
  now: Date,
): Date | null {
  if (status === 'published') return now;
  return status === 'draft' || slot === undefined ? null : new Date(slot);
}
