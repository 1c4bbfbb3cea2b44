import { stringify } from 'yaml';
import type { App } from '#server/app.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import { archiveNames } from '../book/markdown-archive.ts';
import { slug } from '../book/titles.ts';
import { readNovelNotes } from '../studio/notes.ts';
import type { NovelRow } from '#server/people/novel-powers/own-work.ts';
import { chapterToMarkdown } from './chapter-markdown.ts';
import {
  listLeaving,
  readCover,
  readLeavingText,
  type LeavingChapter,
  type Scope,
} from './contents.ts';
import { listLeavingPictures, readLeavingPicture } from './pictures.ts';
import { zipStream, type ZipPart } from './zip-stream.ts';

type World = Pick<App, 'db' | 'clock' | 'log' | 'pictures'>;

/**
 * A novel as an archive of Markdown files, in a stream: `roman.md`, one file for each chapter with
 * its settings and its author's notes as front matter, the cover, the pictures. The importer reads it
 * back. Premium chapters are among them: ask whether it is the caller's own work before.
 */
export async function writeMarkdownArchive(
  world: World,
  novel: NovelRow,
  scope: Scope,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const [list, notes, cover, pictures] = await Promise.all([
    listLeaving(world.db, novel.id, scope),
    readNovelNotes(world.db, novel.id),
    readCover(world, novel),
    listLeavingPictures(world.db, novel.id, scope),
  ]);
  const parts: ZipPart[] = [
    {
      path: archiveNames.novel,
      content: () => {
        const fields = { ...novelFields(novel), ...noteFields(notes) };
        return Promise.resolve(`${matter(fields)}\n${novel.description}\n`);
      },
    },
    ...(cover
      ? [{ path: archiveNames.cover, isStored: true, content: () => Promise.resolve(cover) }]
      : []),
    ...pictures.map((hash) => ({
      path: archiveNames.picture(hash),
      isStored: true,
      content: () => readLeavingPicture(world.db, novel, hash),
    })),
    ...list.map((chapter, index) => ({
      path: archiveNames.chapters + fileName(chapter, index),
      content: async () => {
        const [html, shown] = await Promise.all([
          readLeavingText(world.db, chapter.id, scope),
          readChapterNotes(world.db, chapter.id),
        ]);
        const fields = { ...chapterFields(chapter), ...noteFields(shown) };
        return `${matter(fields)}\n${chapterToMarkdown(html)}`;
      },
    })),
  ];
  return zipStream(parts, {
    modifiedAt: world.clock.now(),
    onFailure: (error) => {
      world.log.error({ err: error, novelId: novel.id }, 'an archive broke off');
    },
  });
}

/** The place in the archive comes first: file names in their order are the reading order. */
const fileName = ({ title }: LeavingChapter, index: number): string =>
  `${String(index + 1).padStart(4, '0')}-${slug(title).slice(0, 60) || 'chapitre'}.md`;

const matter = (fields: Record<string, unknown>): string =>
  `---\n${stringify(fields, { lineWidth: 0 })}---\n`;

const novelFields = (novel: NovelRow) => ({
  titre: novel.title,
  auteur: novel.authorName,
  langue: novel.language,
  identifier: `urn:uuid:${novel.id}`,
  genres: novel.genres,
  etiquettes: novel.tags,
  etat: novel.status,
  ...(novel.translatorName !== '' && { traducteur: novel.translatorName }),
  ...(novel.originalTitle !== '' && { titre_original: novel.originalTitle }),
  ...(novel.originalLanguage !== '' && { langue_originale: novel.originalLanguage }),
  ...(novel.rhythm !== '' && { rythme: novel.rhythm }),
});

const chapterFields = (chapter: LeavingChapter) => ({
  titre: chapter.title,
  numero: chapter.chapterNumber,
  ...(chapter.part !== null && { partie: chapter.part }),
  etat: chapter.status,
  ...(chapter.publishedAt && { parution: chapter.publishedAt.toISOString() }),
  ...(chapter.isPremium && { premium: true, credits: chapter.creditCost }),
  ...(chapter.freeFrom && { gratuit_le: chapter.freeFrom.toISOString() }),
  ...(chapter.teaser !== '' && { accroche: chapter.teaser }),
});

/** Notes of a novel or, as readers see them, of a chapter. */
const noteFields = ({ before, after }: AuthorNotes) => ({
  ...(before !== '' && { note_avant: before }),
  ...(after !== '' && { note_apres: after }),
});
