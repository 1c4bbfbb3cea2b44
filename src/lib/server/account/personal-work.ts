/** What a user has written: items, novels, texts and what belongs to them. */
import { anyText } from '../catalogue/chapter-texts.ts';
import { announcements, chapterNotes, novelNotes } from '#server/core/db/schema/announcements.ts';
import { chapterDrafts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { heldWords } from '#server/core/db/schema/conversation.ts';
import { items } from '#server/core/db/schema/items.ts';
import { marginNotes } from '#server/core/db/schema/margin.ts';
import { nameHolders } from '#server/core/db/schema/names.ts';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { withdrawSchedule } from './erasures.ts';
import {
  chapterTitles,
  deletes,
  empties,
  isOf,
  retains,
  novelTitle,
  ofOwnChapters,
  ofOwnNovels,
  type PersonalList,
} from './personal-list.ts';

/** Texts of chapters are tens of kilobytes each. */
const pageSizeRows = 25;
const others = 'Of a novel’s other people.';
const ofNovel = 'Of a novel, which stays.';

export const personalWork: readonly PersonalList[] = [
  {
    key: 'items',
    erasure: [empties(items.creatorId)],
    of: isOf(items.creatorId),
    by: [items.id],
  },
  {
    key: 'novels',
    erasure: [retains(novels.ownerId, 'The studio says whose it was; nobody can sign in as them.')],
    of: isOf(novels.ownerId),
    by: [novels.id],
  },
  {
    key: 'chapters',
    erasure: [empties(chapters.scheduledBy), withdrawSchedule],
    omitted: { scheduledBy: others },
    extra: { html: anyText(chapters.id, 'export') },
    of: ofOwnNovels(chapters.novelId),
    by: [chapters.id],
    pageSizeRows,
  },
  {
    key: 'workingCopies',
    erasure: [retains(chapterDrafts.chapterId, ofNovel)],
    of: ofOwnChapters(chapterDrafts.chapterId),
    by: [chapterDrafts.chapterId],
    pageSizeRows,
  },
  {
    key: 'chapterVersions',
    erasure: [empties(chapterVersions.writtenBy)],
    omitted: { writtenBy: others },
    extra: chapterTitles(chapterVersions.chapterId),
    of: ofOwnChapters(chapterVersions.chapterId),
    by: [chapterVersions.id],
    pageSizeRows,
  },
  {
    key: 'versionsByMe',
    erasure: [],
    omitted: { html: 'Of a chapter that its writer may no longer be allowed to read.' },
    extra: chapterTitles(chapterVersions.chapterId),
    of: isOf(chapterVersions.writtenBy),
    by: [chapterVersions.id],
  },
  {
    key: 'novelNotes',
    erasure: [retains(novelNotes.novelId, ofNovel)],
    of: ofOwnNovels(novelNotes.novelId),
    by: [novelNotes.novelId],
  },
  {
    key: 'chapterNotes',
    erasure: [retains(chapterNotes.chapterId, ofNovel)],
    extra: chapterTitles(chapterNotes.chapterId),
    of: ofOwnChapters(chapterNotes.chapterId),
    by: [chapterNotes.chapterId],
  },
  {
    key: 'marginNotes',
    erasure: [retains(marginNotes.chapterId, ofNovel)],
    extra: chapterTitles(marginNotes.chapterId),
    of: ofOwnChapters(marginNotes.chapterId),
    by: [marginNotes.id],
  },
  {
    key: 'announcements',
    erasure: [empties(announcements.writerId)],
    extra: novelTitle(announcements.novelId),
    of: isOf(announcements.writerId),
    by: [announcements.id],
  },
  {
    key: 'heldNames',
    erasure: [
      retains(
        nameHolders.userId,
        'The names of the novels that stay: no other account takes them.',
      ),
    ],
    of: isOf(nameHolders.userId),
    by: [nameHolders.slug],
  },
  {
    key: 'heldWords',
    erasure: [retains(heldWords.novelId, ofNovel)],
    extra: novelTitle(heldWords.novelId),
    of: ofOwnNovels(heldWords.novelId),
    by: [heldWords.novelId, heldWords.folded],
  },
  {
    key: 'uploads',
    erasure: [deletes(bookUploads.ownerId)],
    omitted: { bytes: 'The author’s own file, as they sent it.' },
    of: isOf(bookUploads.ownerId),
    by: [bookUploads.id],
  },
];
