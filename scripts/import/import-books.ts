import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { findNovelBySlug } from '#server/catalogue/novels.ts';
import { draftOfBook, hasWords } from '#server/publishing/book-to-draft.ts';
import type { Book, Proposal } from '#server/publishing/book/book.ts';
import { editBook } from '#server/publishing/book/edit-book.ts';
import { emptySentence, skippedSentence } from '#server/publishing/book/report.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import type { NovelDraft, SavedNovel } from '#server/publishing/save-novel.ts';
import { saveNovel } from '#server/publishing/save-novel.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { formatCount, plural } from '#shared/site/formats.ts';
import { planChapters } from '#shared/site/import-plan.ts';
import { commandSettings, openCommandApp, type CommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';
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
  if (app && Number.isFinite(options.premiumFrom) && sellsNothing()) tell(nothingSold);
  return exitCode;
}

/** The demonstration, which has no address, sells by its stand-in. */
function sellsNothing(): boolean {
  const { SITE_URL, STRIPE_SECRET_KEY } = commandSettings();
  return Boolean(SITE_URL) && !STRIPE_SECRET_KEY;
}

const nothingSold =
  'Rien ne se vend encore sur ce site (STRIPE_SECRET_KEY manque) : les lecteurs ne pourront pas ouvrir les chapitres premium.';

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
  const { proposals } = result.book;
  const edits = editsFor(proposals, options);
  const { chapters, unknown } = editBook(proposals, edits);
  if (unknown.length > 0) return refuse(`pas de passage ${unknown.join(', ')} dans ce livre.`);
  if (chapters.length === 0) return refuse('aucun chapitre n’est choisi.');
  const book = { ...result.book, chapters, report: reportAfter(result.book, edits) };
  const draft = toDraft(book, options);
  if (!draft) return refuse(namelessSentence(book, options));
  const known = options.update && app ? await findNovelBySlug(app.db, options.update) : null;
  if (options.update && app && !known) return refuse(`aucun roman à /novel/${options.update}.`);
  progress.show(0.9, name);
  const saved = app
    ? await saveNovel(app, { ...draft, ...(known && { novelId: known.id }) })
    : null;
  progress.done(`${name} : ${book.title}`);
  if (!saved) printProposals(proposals, edits);
  printSummary(book, draft, saved);
  return true;
}

/** The edits that the options make; those for a single chapter precede `--with-apparatus`. */
function editsFor(proposals: readonly Proposal[], options: ImportOptions): ImportEdit[] {
  const surroundings = proposals.flatMap(({ kind }, index): ImportEdit[] =>
    options.withApparatus && kind === 'paratext'
      ? [{ kind: 'take', piece: String(index + 1) }]
      : [],
  );
  return [...surroundings, ...options.edits];
}

/** Without the sentence on what was left out if it is included after all. */
function reportAfter({ proposals, report }: Book, edits: readonly ImportEdit[]): string[] {
  const taken = new Set(edits.filter(({ kind }) => kind === 'take').map(({ piece }) => piece));
  const untrue = new Set(
    proposals
      .filter((_, index) => taken.has(String(index + 1)))
      .map(({ title, wordCount }) => skippedSentence(title, wordCount)),
  );
  return report.filter((sentence) => !untrue.has(sentence));
}

const sureness = { certain: ' ', probable: '~', doubtful: '?' } as const;

/** Every fragment of the book with its number for the options, selected or not. */
function printProposals(proposals: readonly Proposal[], edits: readonly ImportEdit[]): void {
  tell('  Passages (+ pris, - laissé ; ~ probable, ? douteux) :');
  for (const { piece, title, wordCount, isTaken, stretches } of planChapters(proposals, edits)
    .chapters) {
    const [first] = stretches;
    const proposal = proposals[first?.proposal ?? 0];
    if (!first || !proposal) continue;
    const sign = `${isTaken ? '+' : '-'}${sureness[proposal.confidence]}`;
    const words = plural(wordCount, 'mot').padStart(12);
    const why = proposal.reason === null ? '' : ` (${proposal.reason})`;
    tell(`${piece.padStart(6)} ${sign} ${words}  ${title.slice(0, titleMaxCharacters)}${why}`);
    for (const [index, heading] of proposal.headings.entries()) {
      const number = index + 1;
      if (number <= first.fromHeading || number >= first.toHeading) continue;
      const name = `${first.proposal + 1}@${number}`.padStart(14);
      tell(`${name}  ${heading.title.slice(0, titleMaxCharacters)}`);
    }
  }
}

async function readBytes(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}

/** @returns null if the book cannot be identified. */
function toDraft(book: Book, options: ImportOptions): NovelDraft | null {
  const { premiumFrom, publishFrom, title, author, description, language } = options;
  // With --update the novel is given, and no key is looked up.
  const draft = draftOfBook(book, { title, authorName: author, sourceKey: options.update });
  return (
    draft && {
      ...draft,
      description: description ?? draft.description,
      language: language ?? draft.language,
      names: {
        ...(title !== undefined && { title }),
        ...(author !== undefined && { authorName: author }),
        ...(description !== undefined && { description }),
        ...(language !== undefined && { language }),
      },
      ...(options.status && { status: options.status }),
      ...(options.genres && { genres: options.genres }),
      ...(options.tags && { tags: options.tags }),
      chapters: draft.chapters.map((chapter, index) => ({
        ...chapter,
        ...(premiumFrom !== undefined && { isPremium: index + 1 >= premiumFrom }),
        ...(publishFrom && {
          publishedAt: new Date(publishFrom.getTime() + index * options.everyDays * dayMs),
        }),
      })),
    }
  );
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
  tell(`  ${title}, par ${authorName} (${draft.language})`);
  let part: string | null = null;
  for (const [index, chapter] of draft.chapters.entries()) {
    if (chapter.part !== part && chapter.part !== null) tell(`  ${chapter.part}`);
    part = chapter.part;
    const number = String(index + 1).padStart(4);
    const words = plural(chapter.wordCount, 'mot').padStart(12);
    tell(`${number} ${words}  ${chapter.title.slice(0, titleMaxCharacters)}`);
  }
  const words = draft.chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);
  tell(`  Total : ${plural(draft.chapters.length, 'chapitre')}, ${formatCount(words)} mots.`);
  for (const line of book.report) tell(`  - ${line}`);
  for (const chapter of book.chapters) {
    if (!hasWords(chapter)) tell(`  - ${emptySentence(chapter.title)}`);
  }
  if (!saved) {
    tell('  Essai à blanc : rien n’a été changé.');
    return;
  }
  if (saved.coverRefused) tell('  - La couverture n’est pas une image lisible : laissée de côté.');
  if (saved.picturesRefused > 0) {
    const pictures = plural(saved.picturesRefused, 'image illisible', 'images illisibles');
    tell(`  - ${pictures} : leur description reste dans le texte.`);
  }
  if (saved.premiumByPlace > 0) {
    const chapters = plural(
      saved.premiumByPlace,
      'nouveau chapitre premium',
      'nouveaux chapitres premium',
    );
    tell(`  - ${chapters}, comme ceux d’avant : --premium-from en décide autrement.`);
  }
  const what = saved.isNew ? 'Roman créé' : 'Roman mis à jour';
  tell(
    `  ${what} : /novel/${saved.slug} (${saved.added} ajoutés, ${saved.updated} modifiés, ` +
      `${saved.unchanged} inchangés, ${saved.withdrawn} retirés)`,
  );
}
