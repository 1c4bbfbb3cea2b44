import { namesOfPictures } from '#shared/text/text-pictures.ts';
import { countTextWords } from '#shared/text/words.ts';
import { leftwardLanguage } from '#shared/site/languages.ts';
import { type Block, blockText } from './block.ts';
import type { Book } from './book.ts';
import type { BookDraft, ChapterDraft } from './book-draft.ts';
import { editBook } from './edit-book.ts';
import type { BookPicture } from './pictures.ts';
import { limits, parted, refuse } from './refusals.ts';
import { writeProposals } from './proposals.ts';
import {
  authorNotesSentences,
  confidenceSentences,
  emptySentence,
  noteSentences,
  picturesSentences,
  removalSentences,
  skippedSentence,
  unnamedSentences,
  unreadableSentences,
} from './report.ts';

/** Words of blocks, by the rule of `countWords`. */
export function blockWords(blocks: readonly Block[]): number {
  let words = 0;
  for (const block of blocks) words += countTextWords(blockText(block));
  return words;
}

/**
 * Writes the proposals, rates the confidence in each and sets the language. Refuses a book
 * without text.
 */
export function assembleBook(draft: BookDraft, fileName: string): Book {
  if (draft.chapters.length > limits.chapters)
    refuse('TOO_LARGE', `Le livre compte plus de ${limits.chapters} chapitres\u00A0: ${parted}.`);
  const { proposals, empty } = writeProposals(draft);
  const { chapters } = editBook(proposals, []);
  if (chapters.length === 0)
    refuse(
      'NO_TEXT',
      'Le fichier ne contient aucun texte à publier (seulement des images, ou rien).',
    );
  const title = draft.title || titleFromFileName(fileName);
  const pictures = picturesOf(draft.pictures ?? [], proposals);
  const report = [
    ...confidenceSentences(proposals),
    ...noteSentences(proposals),
    ...authorNotesSentences(proposals),
    ...picturesSentences(proposals, new Set(pictures.map(({ hash }) => hash))),
    ...unnamedSentences(proposals),
    ...removalSentences(draft.removed),
    ...unreadableSentences(proposals),
    ...draft.report,
    ...empty.map(emptySentence),
    ...proposals
      .filter(({ isTaken }) => !isTaken)
      .map((proposal) => skippedSentence(proposal.title, proposal.wordCount)),
  ];
  const declared = primaryLanguage(draft.language);
  const language = chooseLanguage(declared, draft.chapters, report);
  return {
    identifier: realIdentifier(draft.identifier),
    title,
    isTitleGuessed: draft.title === '',
    authorName: draft.authorName,
    description: draft.description,
    language,
    cover: draft.cover,
    ...(draft.authorNotes && { authorNotes: draft.authorNotes }),
    pictures,
    proposals,
    chapters,
    report,
  };
}

/** Each once: a book may have the same file twice. */
function picturesOf(
  pictures: readonly BookPicture[],
  proposals: Book['proposals'],
): Book['pictures'] {
  const shown = new Set(proposals.flatMap(({ html }) => namesOfPictures(html)));
  const byName = new Map(pictures.map(({ hash, bytes }) => [hash, { hash, bytes }]));
  return [...byName.values()].filter(({ hash }) => shown.has(hash));
}

/** Declared languages are often a tool's default; French text is French. */
function chooseLanguage(declared: string, chapters: ChapterDraft[], report: string[]): string {
  const sample: string[] = [];
  let length = 0;
  for (const { blocks } of chapters) {
    for (const block of blocks) {
      sample.push(blockText(block));
      length += block.html.length;
      if (length > 200_000) break;
    }
    if (length > 200_000) break;
  }
  const plain = plainLanguage(sample.join('\n'));
  if (declared === '') return plain ?? '';
  if (plain !== 'fr' || declared === 'fr') return declared;
  report.push(
    `Le fichier annonce la langue «\u00A0${declared}\u00A0», mais le texte est en français\u00A0: la langue a été corrigée.`,
  );
  return 'fr';
}

/** A UUID, ISBN, URI or DOI names one book; « rd0009 » or « unknown » may name several. */
function realIdentifier(identifier: string): string | null {
  const value = identifier.trim();
  if (/^(?:urn:uuid:)?0{8}-/i.test(value)) return null;
  if (/^urn:[a-z0-9][a-z0-9-]*:.{3,}/i.test(value) || /^https?:\/\/\S{4,}/i.test(value))
    return value;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value;
  if (/^(?:isbn:?\s*)?97[89](?:[- ]?\d){10}$/i.test(value)) return value;
  return /^(?:doi:)?10\.\d{4,}\/\S+$/i.test(value) ? value : null;
}

function titleFromFileName(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,8}$/i, '');
  const words = base.replace(/[-_]+/g, ' ').replace(/\s+/g, ' ').trim();
  return words === '' ? 'Sans titre' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Frequent words that hardly occur in the other languages of the list. */
const stopWords: Record<string, readonly string[]> = {
  fr: 'le la les des du une est et dans que qui pas pour elle il avec sur vous nous cette mais ne au'.split(
    ' ',
  ),
  en: 'the and of to was he she that with his her had not you for it which were'.split(' '),
  es: 'el los las una que de del y con por para pero como más su era había'.split(' '),
  de: 'der die und das nicht ich sie ist war mit ein eine auf zu den dem von'.split(' '),
  it: 'il gli che di una con per non era della nel sono più ma anche'.split(' '),
};

const sampleCharacters = 200_000;
const enoughWords = 80;

/**
 * The language of a text if it is clear: its stop words are at least an eighth of all words and
 * twice those of any other language.
 * @returns a primary subtag, or null when the text is short or unclear
 */
export function plainLanguage(text: string): string | null {
  const sample = text.slice(0, sampleCharacters).toLowerCase();
  const total = countTextWords(sample);
  if (total < enoughWords) return null;
  const leftward = leftwardLanguage(sample.slice(0, 10_000));
  if (leftward !== null) return leftward;
  const counts = new Map<string, number>();
  for (const word of sample.match(/\p{L}+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scores = Object.entries(stopWords)
    .map(([language, words]) => ({
      language,
      hits: words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0),
    }))
    .sort((a, b) => b.hits - a.hits);
  const [first, second] = scores;
  if (!first || first.hits < total / 8 || first.hits < 2 * (second?.hits ?? 0)) return null;
  return first.language;
}

/** Primary subtag in lower case (BCP 47; of codes of ISO 639-2, their short form). */
export function primaryLanguage(tag: string): string {
  const primary = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (primary !== '') return new Intl.Locale(primary).language;
  if (/^\s*(?:french|fran[cç]ais)/i.test(tag)) return 'fr';
  return /^\s*(?:english|anglais)/i.test(tag) ? 'en' : '';
}
