import { parse } from 'yaml';
import { z } from 'zod';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { tidyText } from '#shared/text/written-text.ts';
import { openArchive, type Archive } from './epub/archive.ts';
import { fittingBeside, fittingNotes } from './author-notes.ts';
import type { BookDraft, ChapterDraft } from './book-draft.ts';
import { decodeText } from './encoding.ts';
import { readFrontMatter } from './front-matter.ts';
import type { NoteTexts } from './inline.ts';
import type { NoteCall } from './note-source.ts';
import type { BookPicture } from './pictures.ts';
import { readOwnMarkdown } from './own-markdown.ts';
import { isBookRefused, limits, refuse } from './refusals.ts';
import { addRemovals, noRemovals } from './removals.ts';

/** Names of our archive's files: written by `leaving/take-novel.ts`, read here. */
export const archiveNames = {
  novel: 'roman.md',
  chapters: 'chapitres/',
  cover: 'images/couverture.jpg',
  picture: (hash: string) => `images/${hash}.webp`,
} as const;

const note = z.string().transform(tidyText).catch('');
/** Names of the author's notes in front matter. */
const noteFields = { note_avant: note, note_apres: note };
/** The part of a chapter's front matter that a book has a place for. */
const chapterFields = z.object({
  titre: z.string().default(''),
  partie: z.string().optional(),
  ...noteFields,
  precedemment: z.unknown().optional(),
  personnages: z.unknown().optional(),
});
const novelFields = z.object(noteFields).catch({ note_avant: '', note_apres: '' });
const notesIn = (fields: z.infer<typeof novelFields>): AuthorNotes => ({
  before: fields.note_avant,
  after: fields.note_apres,
});
const fence = /^---\n([\s\S]*?)\n---\n/;

/**
 * Reads a novel that left this site as an archive of Markdown files, in the order of their names;
 * null for any other archive. Titles, parts and texts come back as they were.
 */
export async function readMarkdownArchive(bytes: Uint8Array): Promise<BookDraft | null> {
  const archive = await openArchive(bytes);
  const about = await readText(archive, archiveNames.novel);
  if (about === null) return null;
  const names = [...archive.names]
    .filter((name) => name.startsWith(archiveNames.chapters) && name.endsWith('.md'))
    .toSorted();
  const calls: NoteCall[] = [];
  const notes: NoteTexts = new Map();
  const removed = noRemovals();
  const chapters: ChapterDraft[] = [];
  const report: string[] = [];
  for (const name of names) {
    const source = (await readText(archive, name)) ?? '';
    const found = fence.exec(source);
    const read = readOwnMarkdown(source.slice(found?.[0].length ?? 0), calls);
    for (const [key, text] of read.notes) notes.set(key, text);
    addRemovals(removed, read.removed);
    const fields = readFields(found?.[1] ?? '', name);
    const { titre: title, partie: part = null } = fields;
    const authorNotes = {
      ...fittingNotes(notesIn(fields), title, report),
      ...fittingBeside({ recap: fields.precedemment, cast: fields.personnages }, title, report),
    };
    chapters.push({ title, part, blocks: read.blocks, isAsWritten: true, authorNotes });
  }
  const cover = await archive.read(archiveNames.cover, limits.coverBytes);
  const pictures = await readOwnPictures(archive);
  const { title, authorName, language, identifier, body } = readFrontMatter(about);
  const ofNovel = novelFields.parse(readYaml(fence.exec(about)?.[1] ?? ''));
  // With its lines, which front matter has no place for.
  const description = body.trim();
  return {
    title,
    authorName,
    language,
    description,
    identifier,
    chapters,
    removed,
    notes,
    pictures,
    cover: cover && { bytes: cover, mediaType: 'image/jpeg' },
    authorNotes: fittingNotes(notesIn(ofNovel), title, report),
    doubts: new Map(),
    report,
  };
}

const ownPicture = /^images\/([0-9a-f]{32})\.webp$/;

/** By the names that the texts have for them; a damaged or empty one is missing. */
async function readOwnPictures(archive: Archive): Promise<BookPicture[]> {
  const pictures: BookPicture[] = [];
  for (const name of archive.names) {
    const [, hash] = ownPicture.exec(name) ?? [];
    const bytes = hash === undefined ? null : await readPicture(archive, name);
    // Sizes are in the texts already.
    if (hash !== undefined && bytes) pictures.push({ hash, bytes, width: 0, height: 0 });
    if (pictures.length >= pictureLimits.perNovel) break;
  }
  return pictures;
}

async function readPicture(archive: Archive, name: string): Promise<Uint8Array | null> {
  try {
    const bytes = await archive.readPicture(name);
    return bytes && bytes.length > 0 ? bytes : null;
  } catch (error) {
    if (isBookRefused(error) && error.refusal.code === 'BROKEN_FILE') return null;
    throw error;
  }
}

async function readText(archive: Archive, name: string): Promise<string | null> {
  const bytes = await archive.read(name);
  return bytes && decodeText(bytes).replace(/\r\n?/g, '\n');
}

function readFields(source: string, name: string): z.infer<typeof chapterFields> {
  const { data } = chapterFields.safeParse(readYaml(source));
  return (
    data ??
    refuse('BROKEN_FILE', `L’en-tête du fichier «\u00A0${name}\u00A0» de l’archive est illisible.`)
  );
}

/** Null where it cannot be read. */
function readYaml(source: string): unknown {
  try {
    return parse(source, { maxAliasCount: 10 }) ?? {};
  } catch {
    return null;
  }
}
