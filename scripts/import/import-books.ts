import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { findNovelBySlug } from '../../src/lib/server/catalogue/novels.ts';
import { bookKey } from '../../src/lib/server/publishing/book-key.ts';
import type { Book } from '../../src/lib/server/publishing/book/book.ts';
import { readBook } from '../../src/lib/server/publishing/book/read-book.ts';
import type { NovelDraft, SavedNovel } from '../../src/lib/server/publishing/save-novel.ts';
import { saveNovel } from '../../src/lib/server/publishing/save-novel.ts';
import { formatCount, plural } from '../../src/lib/shared/formats.ts';
import { openCommandApp, type CommandApp } from '../command-app.ts';
import { createProgress } from '../progress.ts';
import type { ImportOptions } from './arguments.ts';

const dayMs = 86_400_000;
const titleMaxCharacters = 60;

/**
 * Imports books one by one. A file that cannot be read gets one sentence and changes nothing.
 * @returns the exit code: 1 when any file was refused.
 */
export async function importBooks(files: string[], options: ImportOptions): Promise<number> {
  const app = options.isDryRun ? null : await openCommandApp();
  let exitCode = 0;
  try {
    for (const file of files) {
      if (!(await importBook(file, options, app))) exitCode = 1;
    }
  } finally {
    await app?.close();
  }
  return exitCode;
}

async function importBook(
  file: string,
  options: ImportOptions,
  app: CommandApp | null,
): Promise<boolean> {
  const bytes = await readBytes(file);
  if (!bytes) {
    console.error(`${file} : le fichier n’existe pas ou ne peut pas être lu.`);
    return false;
  }
  const progress = createProgress();
  const name = basename(file);
  const result = await readBook(bytes, name, (done) => progress.show(done * 0.8, name));
  const refuse = (sentence: string) => {
    progress.done('');
    console.error(`${file} : ${sentence}`);
    return false;
  };
  if (!result.ok) return refuse(result.refusal.message);
  const draft = toDraft(result.book, options);
  if (!draft) return refuse(namelessSentence(result.book, options));
  const known = options.update && app ? await findNovelBySlug(app.db, options.update) : null;
  if (options.update && app && !known) return refuse(`aucun roman à /novel/${options.update}.`);
  progress.show(0.9, name);
  const saved = app
    ? await saveNovel(app, { ...draft, ...(known && { novelId: known.id }) })
    : null;
  progress.done(`${name} : ${result.book.title}`);
  printSummary(result.book, draft, saved);
  return true;
}

async function readBytes(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}

/** @returns null where nothing tells the book from others. */
function toDraft(book: Book, options: ImportOptions): NovelDraft | null {
  const { premiumFrom, publishFrom, title, author, description, language } = options;
  const fileTitle = book.isTitleGuessed ? null : book.title;
  const key = bookKey({
    identifier: book.identifier,
    title: title ?? fileTitle,
    authorName: author ?? book.authorName,
  });
  // With --update the novel is named, and no key is looked up.
  const sourceKey = key ?? options.update;
  if (sourceKey === undefined) return null;
  return {
    sourceKey,
    title: title ?? book.title,
    authorName: author ?? (book.authorName || 'Auteur inconnu'),
    description: description ?? book.description,
    language: language ?? (book.language || 'fr'),
    told: {
      ...(title !== undefined && { title }),
      ...(author !== undefined && { authorName: author }),
      ...(description !== undefined && { description }),
      ...(language !== undefined && { language }),
    },
    cover: book.cover?.bytes ?? null,
    ...(options.status && { status: options.status }),
    ...(options.genres && { genres: options.genres }),
    ...(options.tags && { tags: options.tags }),
    chapters: book.chapters.map((chapter, index) => ({
      ...chapter,
      ...(premiumFrom !== undefined && { isPremium: index + 1 >= premiumFrom }),
      ...(publishFrom && {
        publishedAt: new Date(publishFrom.getTime() + index * options.everyDays * dayMs),
      }),
    })),
  };
}

function namelessSentence(book: Book, options: ImportOptions): string {
  const lacksTitle = book.isTitleGuessed && options.title === undefined;
  const lacksAuthor = book.authorName === '' && options.author === undefined;
  const [what, remedy] =
    lacksTitle && lacksAuthor
      ? ['ni titre ni auteur', '--title et --author']
      : lacksTitle
        ? ['pas de titre', '--title']
        : ['pas d’auteur', '--author'];
  return (
    `le fichier ne donne ${what} et pourrait être pris pour un autre livre : ` +
    `ajoutez ${remedy}, ou --update.`
  );
}

function printSummary(book: Book, draft: NovelDraft, saved: SavedNovel | null): void {
  const { title, authorName } = saved ?? draft;
  console.log(`  ${title}, par ${authorName} (${draft.language})`);
  let part: string | null = null;
  for (const [index, chapter] of draft.chapters.entries()) {
    if (chapter.part !== part && chapter.part !== null) console.log(`  ${chapter.part}`);
    part = chapter.part;
    const number = String(index + 1).padStart(4);
    const words = plural(chapter.wordCount, 'mot').padStart(12);
    console.log(`${number} ${words}  ${chapter.title.slice(0, titleMaxCharacters)}`);
  }
  const words = draft.chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);
  console.log(
    `  Total : ${plural(draft.chapters.length, 'chapitre')}, ${formatCount(words)} mots.`,
  );
  for (const line of book.report) console.log(`  - ${line}`);
  if (!saved) {
    console.log('  Essai à blanc : rien n’a été changé.');
    return;
  }
  if (saved.coverRefused)
    console.log('  - La couverture n’est pas une image lisible : laissée de côté.');
  if (saved.premiumByPlace > 0) {
    const chapters = plural(
      saved.premiumByPlace,
      'nouveau chapitre premium',
      'nouveaux chapitres premium',
    );
    console.log(`  - ${chapters}, comme ceux d’avant : --premium-from en décide autrement.`);
  }
  const what = saved.isNew ? 'Roman créé' : 'Roman mis à jour';
  console.log(
    `  ${what} : /novel/${saved.slug} (${saved.added} ajoutés, ${saved.updated} modifiés, ` +
      `${saved.unchanged} inchangés, ${saved.withdrawn} retirés)`,
  );
}
