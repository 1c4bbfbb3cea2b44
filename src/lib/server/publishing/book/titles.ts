import { cleanText } from './inline.ts';
import { numberValue, plainLetters, romanValue } from './numerals.ts';

/** A chapter number found at the start of a heading. */
export type ChapterLabel = {
  number: number;
  /** The word « chapitre » precedes it. */
  named: boolean;
  /** Title after the number, '' when there is none. */
  rest: string;
};

const named =
  /^(?:chapitre|chap\.?|chapter|ch\.?|épisode|episode)\s*(?<=[\s.])(?:n°\s*)?(\d{1,4}|[\p{L}\d-]+)((?:[.,]\d{1,2}(?!\d)|[¼½¾])?(?:[\s-]?(?:bis|ter|quater)\b|[a-d](?![\p{L}\d]))?)\s*(?:[-–—:.)]+\s*|\s+|$)(.*)$/isu;
const bare = /^([IVXLC]{1,9}|\d{1,4})\s*(?:$|[.)]\s*(?:[-–—]+\s*)?(.*)$|[-–—:]+\s+(.*)$)/su;
const loose = /^([IVXLC]{1,9})\s+(\p{Lu}.*)$/su;

const volumeWord = 'tome|volume|vol\\.?|livre|partie|part|arc|book|saison|season|cycle|t(?=\\d)';
/** « Tome 1 », « [Vol. 3] », « Première partie »: its word, its number, or the number before it. */
const volume = new RegExp(
  `^[[(]?((?:(?:${volumeWord})\\s*(?:n°\\s*)?([\\p{L}\\d-]+?))|(?:([\\p{L}\\d-]+)\\s+(?:partie|livre|tome|volume|saison)))[\\])]?` +
    '\\s*(?:[-–—:,;./·•|]\\s*|\\s+|(?=c(?:h\\.?)?\\s?\\d))' +
    '((?:chapitre|chap\\b\\.?|chapter|ch\\b\\.?|épisode|episode|c(?=\\d)).*)$',
  'isu',
);

/** « Tome 1 – Chapitre 2 : La pluie » as its volume and the rest; null for any other text. */
export function volumeLabel(text: string): { volume: string; chapter: string } | null {
  const [, name = '', after = '', before = '', rest = ''] = volume.exec(text) ?? [];
  if (numberValue(after || before) === null) return null;
  const chapter = capitalised(rest.replace(/^c(?=\d)/i, 'Chapitre '));
  const label = chapterLabel(chapter);
  if (label?.named !== true) return null;
  // « Livre II, chapitre 3 de la Genèse » goes on as a sentence does.
  const isSentence = /[^-–—:.)\s]\s+$/u.test(chapter.slice(0, chapter.length - label.rest.length));
  if (isSentence && /^\p{Ll}/u.test(label.rest)) return null;
  return { volume: name.replace(/^t(?=\d)/i, 'Tome '), chapter };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Reads « CHAPITRE II », « XII. Le père », « 3 », « IV – La maison », « I LA PÊCHE ».
 * @returns null when the text does not begin with a chapter number
 */
export function chapterLabel(text: string): ChapterLabel | null {
  const inVolume = volumeLabel(text);
  if (inVolume) return chapterLabel(inVolume.chapter);
  const said = named.exec(text);
  const saidNumber = numberValue(said?.[1] ?? '');
  if (said && saidNumber !== null) {
    const [sign = ''] = said[2] ?? '';
    const part =
      quarters[sign] ?? (Number.parseFloat(`0${(said[2] ?? '').replace(',', '.')}`) || 0);
    return { number: saidNumber + part, named: true, rest: said[3] ?? '' };
  }
  const found = bare.exec(text) ?? loose.exec(text);
  const numeral = found?.[1] ?? '';
  const number = /^\d/.test(numeral) ? Number(numeral) : romanValue(numeral);
  if (!found || number === null || number === 0) return null;
  return { number, named: false, rest: found[2] ?? found[3] ?? '' };
}

const quarters: Partial<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/** « Prologue », « Épilogue », « Conclusion »: text of the story without a number. */
export function isUnnumberedChapter(text: string): boolean {
  return /^(?:prologue|epilogue|conclusion|interlude|intermede|intermezzo)\b/.test(
    plainLetters(text),
  );
}

export function isChapterTitle(text: string): boolean {
  return chapterLabel(text) !== null || isUnnumberedChapter(text);
}

/** « Première partie », « LIVRE II – Titre », « Tome I », « Partie 3 ». */
export function isPartTitle(text: string): boolean {
  if (volumeLabel(text)) return false;
  const [first = '', second = ''] = text.trim().split(/[\s:.–—]+/);
  const partWord = /^(?:partie|part|livre|tome|volume|arc|book)$/;
  if (partWord.test(plainLetters(second)) && numberValue(first) !== null) return true;
  return partWord.test(plainLetters(first)) && numberValue(second) !== null;
}

const endOfBook =
  /^(?:fin|the end)(?: (?:du|de la) (?:\S+ )?(?:tome|volume|livre|partie)\b.*)?[\s.!]*$/i;

/** « FIN », « FIN DU TOME PREMIER »: looks like a title, but nothing follows. */
export function isEndOfBook(title: string): boolean {
  return endOfBook.test(title);
}

const apparatus =
  /^(?:couverture|cover|page de (?:titre|couverture)|title ?page|titre|copyright|mentions? legales?|droits|table(?: des (?:matieres|chapitres))?|tables|sommaire|(?:table of )?contents|about this (?:book|ebook)|information about this book|a propos(?: de (?:ce livre|cette edition|l'edition|l'editeur|l'auteur|ce texte).*)?|notes?(?: (?:de l'editeur|du transcripteur|de transcription|du traducteur|de bas de page|finales|et references))?|transcriber'?s? notes?|footnotes|endnotes|bibliographie.*|(?:autres )?(?:oeuvres|ouvrages|livres) (?:de|du) .*|chez le meme editeur|dans la meme (?:collection|serie)|mentions|impressum|sources|table des illustrations|index|colophon|du meme auteur|(?:l')?acheve d'imprimer|licen[cs]e|credits|start|landmarks|the full project gutenberg.*|project gutenberg.*)$/;
const paratext =
  /^(?:preface|avant[- ]propos|introduction|dedicace|dedication|avertissement|au lecteur|aux lecteurs|avis au lecteur|foreword|preambule|postface|afterword|appendi(?:ce|x)|annexes?|remerciements|notice|epigraphe|exergue)\b/;

/**
 * The kind of text around the story: « apparatus » (title page, table of contents, licence,
 * notes) or « paratext » (preface, dedication, appendix), null for the story itself.
 */
export function surroundingKind(title: string): 'apparatus' | 'paratext' | null {
  const name = nameOf(title);
  if (apparatus.test(name)) return 'apparatus';
  return paratext.test(name) ? 'paratext' : null;
}

function nameOf(title: string): string {
  return plainLetters(title)
    .replace(/^[\s[(«"'*_-]+|[\s\])»"'*_.:-]+$/g, '')
    .replace(/\s+/g, ' ');
}

const contentsName =
  /^(?:couverture|cover|page de (?:titre|couverture)|title ?page|titre|tables?(?: des (?:matieres|chapitres))?|sommaire|(?:table of )?contents|start|landmarks|index)$/;

/** Names that tools give to the first pages of a book, whatever their content. */
export function isContentsName(title: string): boolean {
  return contentsName.test(nameOf(title));
}

const smallWord = /(?:^|\s)(?:de|du|des|la|le|les|et|ou|où|à|au|aux|en|un|une|d['’]|l['’])$/iu;

/** One line from the lines of a heading: « I » and « Le missel » give « I – Le missel ». */
export function joinTitleLines(lines: readonly string[]): string {
  let title = '';
  for (const line of lines.map((text) => cleanText(text).replace(/ -- /g, ' – ').trim())) {
    if (line === '') continue;
    if (title === '') title = line;
    else if (chapterLabel(title)?.rest === '' || isPartTitle(title))
      title = `${title.replace(/\s*[-–—.:]+$/, '')} – ${line}`;
    else if (/[.!?…:,;]$/.test(title) || smallWord.test(title) || /^\p{Ll}/u.test(line))
      title = `${title} ${line}`;
    else title = `${title} – ${line}`;
  }
  return title.slice(0, 500).trim();
}

const noteMarks = /\s*\[(?:\d{1,4}|\*{1,3})\]|(?<=\p{L}{3})[⁰¹²³⁴-⁹]{1,3}(?!\p{L})/gu;
/** « Chapitre 12 : », which the site adds itself. */
const ownLabel = /^(?:chapitre|chapter|ch(?:ap)?\.?)[\s.\d]/iu;

/** A title as the site shows it under « Chapitre 12 »: without that label and note marks. */
export function shownTitle(title: string): string {
  const plain = title.replace(noteMarks, '').trim();
  const label = ownLabel.test(plain) ? chapterLabel(plain) : null;
  const rest = label?.named === true ? label.rest.replace(/^[\s\-–—:.]+/u, '').trim() : '';
  return rest === '' ? plain : capitalised(rest);
}

/** Letters, digits and hyphens only; '' when nothing is left. */
export function slug(text: string): string {
  return plainLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120);
}
