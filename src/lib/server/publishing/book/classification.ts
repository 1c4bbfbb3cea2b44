import type { Confidence } from '#shared/contracts/import-edits.ts';
import { countTextWords } from '#shared/text/words.ts';
import type { Block } from './block.ts';
import { blockText } from './block.ts';
import { chapterLabel, isChapterTitle, isContentsName, surroundingKind } from './titles.ts';

/** The classification of a part of a book, its confidence, and the reason. */
export type Classification = {
  /** Story becomes chapters; a preface or a note on the text only on request. */
  kind: 'story' | 'paratext' | 'apparatus';
  confidence: Confidence;
  /** French sentence. */
  reason: string;
  /** Its title says « Table des matières », and it is a chapter. */
  isTitleOfApparatus?: boolean;
};

const left = (
  kind: 'paratext' | 'apparatus',
  reason: string,
  confidence: Confidence = 'probable',
) => ({ kind, confidence, reason }) satisfies Classification;

export const classifications = {
  paratext: left('paratext', 'Texte d’accompagnement, hors du récit.'),
  apparatus: left('apparatus', 'Page de service (titre, table, mentions, notes), hors du récit.'),
  titlePage: left('apparatus', 'Page de titre, hors du récit.'),
  imprint: left('apparatus', 'Mentions légales ou d’impression.'),
  bibliography: left('apparatus', 'Liste d’ouvrages.'),
  contents: left('apparatus', 'Reste d’une table des matières.'),
  crumb: left('apparatus', 'Quelques mots seulement, au bord du récit.', 'doubtful'),
  misnamed: {
    kind: 'story',
    confidence: 'doubtful',
    reason: 'Le livre y voit une page de service, mais c’est de la prose.',
    isTitleOfApparatus: true,
  },
  byHeading: {
    kind: 'story',
    confidence: 'probable',
    reason: 'Trouvé par un intertitre\u00A0: la table des matières ne le donne pas.',
  },
  untitled: {
    kind: 'story',
    confidence: 'doubtful',
    reason: 'Sans titre\u00A0: coupé là où un fichier du livre commence.',
  },
} as const satisfies Record<string, Classification>;

/** A page of apparatus is shorter, and so is a table of contents without its links. */
const proseWordsMin = 200;
const imprintWordsMax = 400;
const sampleBlocks = 2_000;

/**
 * The classification of a text at the edge of the story, by its title and content; null for an
 * ordinary chapter.
 */
export function classify(title: string, blocks: readonly Block[]): Classification | null {
  const name = surroundingKind(title);
  if (name === 'paratext') return classifications.paratext;
  const sample = blocks.slice(0, sampleBlocks);
  if (name === 'apparatus') {
    const isStory = isContentsName(title) && isLongProse(sample);
    return isStory ? classifications.misnamed : classifications.apparatus;
  }
  if (isChapterTitle(title)) return null;
  if (isImprint(sample)) return classifications.imprint;
  if (isBibliography(sample)) return classifications.bibliography;
  return isContents(sample) ? classifications.contents : null;
}

/** Whether most words are in sentences. */
export function isLongProse(blocks: readonly Block[]): boolean {
  let words = 0;
  let inSentences = 0;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    const text = blockText(block);
    const count = countTextWords(text);
    words += count;
    const isLinked = block.linkedCharacters * 2 > text.length;
    if (!isLinked && /[.!?…»"”:;,—–]$/u.test(text) && (count >= 8 || /^[«—–-]/u.test(text)))
      inSentences += count;
  }
  return words >= proseWordsMin && inSentences * 10 >= words * 6;
}

const imprint =
  /\bISBN\b|\bISSN\b|dépôt légal|tous droits (?:de .{0,60})?réservés|all rights reserved|achevé d[’']imprimer|propriété intellectuelle|toute reproduction|©\s*(?:\p{L}|(?:1[89]|20)\d\d)/iu;

function textOf(blocks: readonly Block[], wordsMax: number): string | null {
  let words = 0;
  const lines: string[] = [];
  for (const block of blocks) {
    const text = blockText(block);
    words += countTextWords(text);
    if (words > wordsMax) return null;
    lines.push(text);
  }
  return lines.join('\n');
}

function isImprint(blocks: readonly Block[]): boolean {
  const text = textOf(blocks, imprintWordsMax);
  return text !== null && imprint.test(text);
}

/** Most lines contain a year or a publisher, and few are sentences of a story. */
function isBibliography(blocks: readonly Block[]): boolean {
  const lines = linesOf(blocks);
  const dated = lines.filter((line) =>
    /(?:,\s*|\()(?:1[5-9]|20)\d\d\b|\bÉditions?\b|\béd\.\s/u.test(line),
  );
  return lines.length >= 4 && dated.length * 3 >= lines.length * 2;
}

/** Lines without a sentence: chapter numbers, page numbers, titles. */
function isContents(blocks: readonly Block[]): boolean {
  const lines = linesOf(blocks);
  if (lines.length < 4) return false;
  const entries = lines.filter(
    (line) =>
      line.length < 120 &&
      !/[.!?…»]$/u.test(line.replace(/[\s.…]*\d{1,4}$/u, '')) &&
      (/[\s.…]\d{1,4}$/u.test(line) || chapterLabel(line) !== null || isChapterTitle(line)),
  );
  return entries.length * 4 >= lines.length * 3;
}

function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ kind, lines }) => (kind === 'separator' ? [] : lines));
}
