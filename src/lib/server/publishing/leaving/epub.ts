import type { App } from '#server/app.ts';
import { escapeXml, unwritableInXml } from '#server/core/escape-html.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import { markDirection } from '#shared/site/languages.ts';
import { tdmPolicy } from '#shared/site/paths.ts';
import { storedPicture } from '#shared/text/text-pictures.ts';
import type { NovelRow } from '#server/people/novel-powers/own-work.ts';
import { readOwnNotes } from '../studio/notes.ts';
import { listLeaving, readCover, readLeavingText, type Scope } from './contents.ts';
import {
  authorNote,
  bookStyles,
  container,
  coverPage,
  navigation,
  packageDocument,
  page,
  pictureFile,
  titlePage,
} from './epub-documents.ts';
import { areLeavingPicturesDescribed, listLeavingPictures, readPictureAsJpeg } from './pictures.ts';
import { zipStream, type ZipPart } from './zip-stream.ts';

type World = Pick<App, 'config' | 'db' | 'bucket' | 'clock' | 'log' | 'pictures'>;

/**
 * A novel as an EPUB 3 book, chapter by chapter in a stream: cover, title page, table with the
 * parts, one file for each chapter with the author's notes around its text, notes as footnotes.
 * Premium chapters are among them: ask whether it is the caller's own work, or their copy, before.
 */
export async function writeEpub(
  world: World,
  novel: NovelRow,
  scope: Scope,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const now = world.clock.now();
  const [list, cover, pictures] = await Promise.all([
    listLeaving(world.db, novel.id, scope),
    readCover(world, novel),
    listLeavingPictures(world.db, novel.id, scope),
  ]);
  const files = list.map((chapter, index) => ({ file: `chapitre-${index + 1}.xhtml`, chapter }));
  const areDescribed =
    pictures.length > 0 && (await areLeavingPicturesDescribed(world.db, novel.id, scope));
  const policy = tdmPolicy(world.config.siteUrl);
  const has = { hasCover: cover !== null, pictures, areDescribed, policy, now };
  const parts: ZipPart[] = [
    fixed('META-INF/container.xml', container),
    fixed('EPUB/livre.opf', packageDocument(novel, files, has)),
    fixed('EPUB/table.xhtml', navigation(novel, files)),
    fixed('EPUB/styles.css', bookStyles),
    fixed('EPUB/titre.xhtml', titlePage(novel, scope.copy?.ownerName)),
    ...(cover
      ? [
          fixed('EPUB/couverture.xhtml', coverPage(novel)),
          { path: 'EPUB/couverture.jpg', isStored: true, content: () => Promise.resolve(cover) },
        ]
      : []),
    ...pictures.map((hash) => ({
      path: `EPUB/${pictureFile(hash)}`,
      isStored: true,
      content: () => readPictureAsJpeg(world, novel, hash),
    })),
    ...files.map(({ file, chapter }, index) => ({
      path: `EPUB/${file}`,
      content: async () => {
        const before = list[index - 1];
        const [html, notes, reminder] = await Promise.all([
          readLeavingText(world.db, chapter.id, scope),
          readChapterNotes(world.db, chapter.id),
          before && readOwnNotes(world.db, { id: before.id, novelId: novel.id }),
        ]);
        const body = [
          '<section epub:type="chapter">',
          `<h1>${escapeXml(chapter.title)}</h1>`,
          ...authorNote(reminder?.own.recap ?? '', 'recap', novel.language),
          ...authorNote(notes.before, 'before', novel.language),
          toXhtml(html, novel.language, new Set(pictures)),
          ...authorNote(notes.after, 'after', novel.language),
          '</section>',
        ];
        return page(novel.language, chapter.title, body.join('\n'));
      },
    })),
  ];
  return zipStream(parts, {
    modifiedAt: now,
    first: { path: 'mimetype', text: 'application/epub+zip' },
    onFailure: (error) => {
      world.log.error({ err: error, novelId: novel.id }, 'a book broke off');
    },
  });
}

const fixed = (path: string, text: string): ZipPart => ({
  path,
  content: () => Promise.resolve(text),
});

/** A tag's `lang`; the words of a text may look like one. */
const tagsWithLanguage = /(<[a-z][^<>]*?) lang="([^"]*)"/g;
const emptyTags = /<(br|hr|img|col)\b([^>]*?)\s*\/?>/g;
const marker = /<sup><a href="#note-(\d+)">/g;
const noteStart = /<aside id="note-(\d+)">/g;

/** A stored text as XHTML, its notes as the footnotes that reading systems show in place. */
function toXhtml(html: string, language: string, pictures: ReadonlySet<string>): string {
  return placePictures(markDirection(html, language), pictures)
    .replace(unwritableInXml, '')
    .replaceAll('&nbsp;', '&#160;')
    .replace(tagsWithLanguage, '$1 lang="$2" xml:lang="$2"')
    .replace(emptyTags, '<$1$2/>')
    .replace(
      marker,
      '<sup><a id="appel-$1" epub:type="noteref" role="doc-noteref" href="#note-$1">',
    )
    .replace(noteStart, '<aside id="note-$1" epub:type="footnote" role="doc-footnote">');
}

/** A picture that is not there any more leaves its words. */
function placePictures(html: string, pictures: ReadonlySet<string>): string {
  return html.replaceAll(storedPicture, (_, hash: string, alt: string) =>
    pictures.has(hash) ? `<img src="${pictureFile(hash)}" alt="${alt}">` : `<p>${alt}</p>`,
  );
}
