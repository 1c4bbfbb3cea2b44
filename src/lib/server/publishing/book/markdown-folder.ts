import { formatFileLimit } from '#shared/site/formats.ts';
import type { Block } from './block.ts';
import type { BookDraft, ChapterDraft } from './book-draft.ts';
import { decodeText } from './encoding.ts';
import { openArchive, type Archive } from './epub/archive.ts';
import { resolvePlace } from './epub/paths.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import { parseMarkdown, readMarkdown, linkMarkdownNotes } from './markdown.ts';
import { readPicturesOf, type PictureFiles } from './markdown-pictures.ts';
import { chaptersByHeadings, judgeEdges } from './outline.ts';
import { isBookRefused, limits, parted, refuse } from './refusals.ts';
import {
  leftFilesSentences,
  notesSectionsSentences,
  unreadFieldsSentences,
  unreadSignsSentences,
} from './report.ts';
import { isChapterTitle } from './titles.ts';

const markdownName = /\.(?:md|markdown|mdown|mkd)$/i;
/** What systems and programs put beside an author's files. */
const machinery = /(?:^|\/)(?:__MACOSX\/|\.)/;
/** Files about the files, where there are others. */
const about = /(?:^|\/)(?:readme|license|licence|changelog|summary)\.[a-z]+$/i;

/**
 * Reads a ZIP of Markdown files with their pictures beside them, in the order of their names; null
 * for any other archive. One file is a book of its own, several are chapters each.
 */
export async function readMarkdownFolder(bytes: Uint8Array): Promise<BookDraft | null> {
  const archive = await openArchive(bytes);
  if (archive.find('META-INF/container.xml') !== null) return null;
  const all = [...archive.names].filter((name) => markdownName.test(name) && !machinery.test(name));
  const story = all.filter((name) => !about.test(name));
  const names = (story.length > 0 ? story : all).toSorted(byNumber);
  const [first] = names;
  if (first === undefined || archive.find('mimetype') !== null) return null;
  if (names.length > limits.spineItems)
    refuse('TOO_LARGE', `L’archive compte plus de ${limits.spineItems} textes\u00A0: ${parted}.`);
  const left = leftFilesSentences(all.filter((name) => !names.includes(name)));
  const sources = await readSources(archive, names);
  const draft =
    names.length === 1
      ? await readMarkdown(sources[0] ?? '', filesBeside(archive, first))
      : await readSeveral(archive, names, sources);
  return { ...draft, report: [...draft.report, ...left] };
}

const collator = new Intl.Collator('fr', { numeric: true });
/** « 2 » stands before « 10 ». */
const byNumber = (one: string, other: string): number => collator.compare(one, other);

async function readSources(archive: Archive, names: readonly string[]): Promise<string[]> {
  const sources: string[] = [];
  let total = 0;
  for (const name of names) {
    const bytes = await archive.read(name);
    total += bytes?.length ?? 0;
    if (total > limits.textFileBytes)
      refuse(
        'TOO_LARGE',
        `Les textes dépassent ${formatFileLimit(limits.textFileBytes)}\u00A0: ${parted}.`,
      );
    sources.push(bytes ? decodeText(bytes).replace(/\r\n?/g, '\n') : '');
  }
  return sources;
}

/** The pictures that a file of the archive calls by their place beside it. */
function filesBeside(archive: Archive, name: string): PictureFiles {
  return async (address) => {
    const place = resolvePlace(archive, name, address);
    if (!place || !archive.names.has(place.path)) return null;
    try {
      return await archive.readPicture(place.path);
    } catch (error) {
      // A zip bomb is refused wherever it is; a damaged or large picture is left out.
      if (!isBookRefused(error) || error.refusal.code === 'HOSTILE_FILE') throw error;
      return null;
    }
  };
}

async function readSeveral(
  archive: Archive,
  names: readonly string[],
  sources: readonly string[],
): Promise<BookDraft> {
  const heads = sources.map(readFrontMatter);
  const files = names.map((name, index) => ({
    ...parseMarkdown(heads[index]?.body ?? ''),
    readFile: filesBeside(archive, name),
  }));
  const shown = await readPicturesOf(files);
  const { blocks, removed, texts, doubts, sections } = linkMarkdownNotes(shown.texts);
  const parts = new Set(names.map(folderOf));
  const chapters = names.flatMap((name, index) => {
    const part = parts.size > 1 ? folderOf(name) : null;
    return chaptersOf(blocks[index] ?? [], heads[index]?.title || titleOf(name), part);
  });
  const field = (read: (head: FrontMatter) => string) => heads.map(read).find(Boolean) ?? '';
  return {
    identifier: '',
    title: '',
    description: '',
    cover: null,
    removed,
    doubts,
    notes: texts,
    authorName: field(({ authorName }) => authorName),
    language: field(({ language }) => language),
    chapters: judgeEdges(chapters),
    pictures: shown.pictures,
    report: [
      ...unreadFieldsSentences([...new Set(heads.flatMap(({ unread }) => unread))]),
      ...unreadSignsSentences(files.flatMap(({ unread }) => unread)),
      ...shown.report,
      ...notesSectionsSentences(sections),
    ],
  };
}

const folderOf = (name: string): string | null => tidyName(name.split('/').at(-2) ?? '') || null;
const titleOf = (name: string): string =>
  tidyName((name.split('/').at(-1) ?? '').replace(markdownName, ''));

/** A name without the number that only orders it: « 03-le_port » is « le port ». */
const tidyName = (name: string): string =>
  name
    .replaceAll(/[_\s]+/g, ' ')
    .replace(/^\d{1,4}[-. ]+(?=\S)/, '')
    .trim();

/** One chapter of a file, or those that it has titles for. */
function chaptersOf(
  blocks: readonly Block[],
  title: string,
  folder: string | null,
): ChapterDraft[] {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const [first] = headings;
  const top = headings.reduce((least, { level }) => Math.min(least, level), Infinity);
  const tops = headings.filter(({ level }) => level === top);
  const inner = headings.filter(({ lines }) => isChapterTitle(lines.join(' ')));
  if (tops.length > 1 || inner.filter((heading) => heading !== first).length > 1) {
    const { chapters, titleHeading } = chaptersByHeadings(blocks);
    return chapters.map((chapter) => ({
      ...chapter,
      part: [folder, titleHeading, chapter.part].filter(Boolean).join(' – ') || null,
    }));
  }
  const isTitled = first !== undefined && first === blocks[0];
  const own = isTitled ? first.lines.join(' ') : title;
  return [{ title: own, part: folder, blocks: isTitled ? blocks.slice(1) : [...blocks] }];
}
