/** What a user has written: items, novels, texts and what belongs to them. */
import { anyText, textsTable } from '../catalogue/chapter-texts.ts';
import { announcements, chapterNotes, novelNotes } from '../db/schema/announcements.ts';
import { chapterDrafts, chapters, novels } from '../db/schema/catalogue.ts';
import { heldWords } from '../db/schema/conversation.ts';
import { items } from '../db/schema/items.ts';
import { nameHolders } from '../db/schema/names.ts';
import { bookUploads } from '../db/schema/uploads.ts';
import { chapterVersions } from '../db/schema/versions.ts';
import { section, type ExportSection } from './export-section.ts';
import {
  isOf,
  novelTitle,
  chapterTitles,
  ofOwnNovels,
  ofOwnChapters,
} from './export-selections.ts';

/** Texts of chapters are tens of kilobytes each. */
const textsPageSizeRows = 25;

/** In the order in which they are written. */
export const workSections: readonly ExportSection[] = [
  section('items', { table: items, of: isOf(items.creatorId), by: [items.id] }),
  section('novels', { table: novels, of: isOf(novels.ownerId), by: [novels.id] }),
  section('chapters', {
    table: chapters,
    lenders: [textsTable],
    // Of a novel's other people.
    omitted: ['scheduledBy'],
    extra: { html: anyText(chapters.id, 'export') },
    of: ofOwnNovels(chapters.novelId),
    by: [chapters.id],
    pageSize: textsPageSizeRows,
  }),
  section('workingCopies', {
    table: chapterDrafts,
    of: ofOwnChapters(chapterDrafts.chapterId),
    by: [chapterDrafts.chapterId],
    pageSize: textsPageSizeRows,
  }),
  section('chapterVersions', {
    table: chapterVersions,
    // Of a novel's other people.
    omitted: ['writtenBy'],
    extra: chapterTitles(chapterVersions.chapterId),
    of: ofOwnChapters(chapterVersions.chapterId),
    by: [chapterVersions.id],
    pageSize: textsPageSizeRows,
  }),
  section('versionsByMe', {
    table: chapterVersions,
    // The text of a chapter that its writer may no longer be allowed to read.
    omitted: ['html'],
    extra: chapterTitles(chapterVersions.chapterId),
    of: isOf(chapterVersions.writtenBy),
    by: [chapterVersions.id],
  }),
  section('novelNotes', {
    table: novelNotes,
    of: ofOwnNovels(novelNotes.novelId),
    by: [novelNotes.novelId],
  }),
  section('chapterNotes', {
    table: chapterNotes,
    extra: chapterTitles(chapterNotes.chapterId),
    of: ofOwnChapters(chapterNotes.chapterId),
    by: [chapterNotes.chapterId],
  }),
  section('announcements', {
    table: announcements,
    extra: novelTitle(announcements.novelId),
    of: isOf(announcements.writerId),
    by: [announcements.id],
  }),
  section('heldNames', {
    table: nameHolders,
    of: isOf(nameHolders.userId),
    by: [nameHolders.slug],
  }),
  section('heldWords', {
    table: heldWords,
    extra: novelTitle(heldWords.novelId),
    of: ofOwnNovels(heldWords.novelId),
    by: [heldWords.novelId, heldWords.folded],
  }),
  section('uploads', {
    table: bookUploads,
    of: isOf(bookUploads.ownerId),
    // The author’s own file, as they sent it.
    omitted: ['bytes'],
    by: [bookUploads.id],
  }),
];
