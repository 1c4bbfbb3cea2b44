import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
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
  if (!result.ok) {
    progress.done('');
    console.error(`${file} : ${result.refusal.message}`);
    return false;
  }
  const draft = toDraft(result.book, options);
  progress.show(0.9, name);
  const saved = app ? await saveNovel(app, draft) : null;
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

function toDraft(book: Book, options: ImportOptions): NovelDraft {
  const { premiumFrom, publishFrom } = options;
  return {
    sourceKey: book.sourceKey,
    title: options.title ?? book.title,
    authorName: options.author ?? (book.authorName || 'Auteur inconnu'),
    description: options.description ?? book.description,
    language: options.language ?? (book.language || 'fr'),
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

function printSummary(book: Book, draft: NovelDraft, saved: SavedNovel | null): void {
  console.log(`  ${draft.title}, par ${draft.authorName} (${draft.language})`);
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
  const what = saved.isNew ? 'Roman créé' : 'Roman mis à jour';
  console.log(
    `  ${what} : /novel/${saved.slug} (${saved.added} ajoutés, ${saved.updated} modifiés, ` +
      `${saved.unchanged} inchangés, ${saved.withdrawn} retirés)`,
  );
}
