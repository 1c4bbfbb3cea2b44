import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { novelFields } from '#shared/contracts/studio-novels.ts';
import type { confirmUpload as confirmUploadCall } from '#shared/contracts/studio-uploads.ts';
import { chaptersListMax, recapLimits, studioLimits } from '#shared/constants.ts';
import { beginningOf, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { NovelPower } from '#shared/site/novel-powers.ts';
import { namesOfPictures, pictureLimits } from '#shared/text/text-pictures.ts';
import type { App } from '#server/app.ts';
import { encodeCover, placeCover, storeCover, type PlacedCover } from '#server/catalogue/covers.ts';
import type { Database } from '#server/core/db/database.ts';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { nextDueTag, pagesOf } from '#server/core/pagecache/tags.ts';
import type { BookChapter } from '../book/book.ts';
import { lockAuthor, insertDraft } from './edit-novel.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { addImported, wrongSlots, type Imported } from './import-chapters.ts';
import {
  encodePicturesOf,
  placePictures,
  storePictures,
  withReadPictures,
} from './import-pictures.ts';
import { findOwnNovel, type Author, type NovelRow } from '#server/people/novel-powers/own-work.ts';
import { findUpload, readOutcome, readUpload, type Outcome } from './uploads.ts';
import { suspendedUntil } from '#server/community/commented-chapter.ts';

type World = Pick<App, 'db' | 'bucket' | 'clock' | 'books' | 'pictures' | 'changed'>;
type Input = z.output<(typeof confirmUploadCall)['body']>;

/**
 * Creates chapters from an upload, in one transaction; idempotent.
 * Rejects with 404 `NOT_FOUND` a missing upload, 400 `MALFORMED` an edit of an unknown piece,
 * an empty selection or slots that do not fit it, and as `findOwnNovel` and `insertDraft`.
 */
export async function confirmUpload(
  world: World,
  author: Author & Parameters<typeof suspendedUntil>[0],
  uploadId: string,
  input: Input,
): Promise<Outcome | Refusal> {
  const { db, clock } = world;
  const upload = await findUpload(db, author.id, uploadId, clock.now());
  if (!upload) return refuse('NOT_FOUND', messages.studio.uploadMissing);
  const known = readOutcome(upload);
  if (known) return known;
  const language = await languageOf(db, author, input);
  if (isRefusal(language)) return language;
  const book = await readUpload(world, upload, input.edits, language);
  if (isRefusal(book)) return book;
  if (book.chapters.length === 0)
    return refuse('MALFORMED', messages.malformed, { errors: [noChapter] });
  if (book.chapters.length > chaptersListMax) {
    return refuse('LIMIT_REACHED', messages.studio.chaptersFull);
  }
  const errors = book.chapters.flatMap(tooMuchFor);
  if (errors.length > 0) return refuse('MALFORMED', messages.malformed, { errors });
  const refused = wrongSlots(input, book.chapters.length, clock.now());
  if (refused) return refused;
  const encode = <Encoded>(task: () => Promise<Encoded>) => world.pictures.run(task, author.id);
  const picture = input.target.kind === 'new' && input.target.takesCover ? book.cover : null;
  const encodedCover = picture && (await encode(() => encodeCover(db, picture.bytes)));
  const pictures = await encodePicturesOf(encode, book, book.chapters);
  if (encodedCover === undefined || pictures === null) {
    return refuse('BOOK_REFUSED', messages.studio.busy, { details: { reason: 'BUSY' } });
  }
  const { chapters: chosen, picturesRefused } = withReadPictures(book.chapters, pictures);
  const cover = encodedCover && (await placeCover(world, encodedCover));
  const placed = await placePictures(world, pictures);
  // Who may not speak writes no note (decision 87).
  const isSuspended = suspendedUntil(author, clock.now()) !== null;
  const notes = isSuspended ? undefined : book.authorNotes;
  const notesRefused = isSuspended && book.authorNotes !== undefined;
  const coverRefused = picture !== null && cover === null;
  const outcome = await transactionWithDeadlockRetry(db, async (tx) => {
    const ended = await lockAuthor(tx, author.id);
    if (ended) return ended;
    const again = await findUpload(tx, author.id, uploadId, clock.now());
    if (!again) return refuse('NOT_FOUND', messages.studio.uploadMissing);
    const done = readOutcome(again);
    if (done) return done;
    const novel = await openTarget({ db: tx, clock }, author, input, { uploadId, cover });
    if (isRefusal(novel)) return novel;
    const full = await storePictures(tx, novel.id, placed, clock.now());
    if (full) return full;
    const chapterIds = await addImported(tx, novel, chosen, {
      input,
      authorId: author.id,
      notes,
      now: clock.now(),
    });
    if (isRefusal(chapterIds)) return chapterIds;
    const { id, slug, isNewNovel } = novel;
    const refused = { coverRefused, picturesRefused, notesRefused };
    const saved: Outcome = { novelId: id, slug, isNewNovel, chapterIds, ...refused };
    await tx.update(bookUploads).set({ outcome: saved }).where(eq(bookUploads.id, uploadId));
    return saved;
  });
  if (!isRefusal(outcome)) await world.changed(changedTags(input, outcome.novelId));
  return outcome;
}

/** What readers may see otherwise: pages of chapters, prices by the rule, or only the next day. */
function changedTags({ publication, freeRule }: Input, novelId: string): string[] {
  if (publication === 'published' || freeRule !== null) return pagesOf(novelId);
  return publication === 'scheduled' ? [nextDueTag(novelId)] : [];
}

const noChapter = { field: 'chapters', message: 'Choisissez au moins un chapitre.' };

/** What the editor could not keep of a chapter. Only a joined one has too many pictures or persons. */
function tooMuchFor({
  title,
  html,
  authorNotes,
}: BookChapter): { field: string; message: string }[] {
  const named = `«\u00A0${beginningOf(title, 60)}\u00A0»`;
  const { perChapter } = pictureLimits;
  const wrong = [
    ...(html.length > studioLimits.chapterHtmlCharacters
      ? [
          `${named} est trop long pour un chapitre\u00A0: divisez-le, ici ou dans votre fichier, ou décochez-le.`,
        ]
      : []),
    ...(namesOfPictures(html).length > perChapter
      ? [`${named} a plus de ${plural(perChapter, 'image')}\u00A0: séparez ce que vous avez joint.`]
      : []),
    ...((authorNotes?.cast.length ?? 0) > recapLimits.castCharacters
      ? [
          `${named} a plus de ${plural(recapLimits.castCharacters, 'caractère')} de personnages\u00A0: séparez ce que vous avez joint.`,
        ]
      : []),
  ];
  return wrong.map((message) => ({ field: 'chapters', message }));
}

/** The language of the novel that the chapters go to. Refuses as `findOwnNovel`. */
async function languageOf(db: Database, author: Author, input: Input): Promise<string | Refusal> {
  const { target } = input;
  if (target.kind === 'new') return target.language;
  const novel = await findTarget(db, author, target.novelId, input);
  return isRefusal(novel) ? novel : novel.language;
}

/** The novel of an import, to an author who has each power that it needs. Refuses as `findOwnNovel`. */
async function findTarget(
  db: Database,
  author: Author,
  novelId: string,
  { publication, premiumFrom, freeRule }: Input,
  how = { lock: false },
): Promise<NovelRow | Refusal> {
  const novel = await findOwnNovel(db, author, novelId, 'arrange', how);
  if (isRefusal(novel)) return novel;
  const more: NovelPower[] = [
    ...(publication === 'draft' ? [] : (['publish'] as const)),
    ...(premiumFrom === null && freeRule === null ? [] : (['price'] as const)),
  ];
  for (const power of more) {
    const allowed = await findOwnNovel(db, author, novelId, power);
    if (isRefusal(allowed)) return allowed;
  }
  return novel;
}

/** The novel that the chapters go to. Refuses as `findOwnNovel` and `insertDraft`. */
async function openTarget(
  here: Pick<World, 'db' | 'clock'>,
  author: Author,
  input: Input,
  { uploadId, cover }: { uploadId: string; cover: PlacedCover | null },
): Promise<Imported | Refusal> {
  const tx = here.db;
  const { target } = input;
  if (target.kind === 'existing') {
    // Checked again in the transaction: a role may have been removed while pictures were encoded.
    const novel = await findTarget(tx, author, target.novelId, input, { lock: true });
    if (isRefusal(novel)) return novel;
    return { id: novel.id, slug: novel.slug, isNewNovel: false };
  }
  if (cover) await storeCover(tx, cover);
  const added = await insertDraft(here, author.id, novelFields.parse(target), {
    // Another book of the same name must not match: see `bookKey`.
    sourceKey: `studio:${uploadId}`,
    ...(cover && { coverHash: cover.hash }),
  });
  return isRefusal(added) ? added : { ...added, isNewNovel: true };
}
