import { asc, eq, like, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { commentReports } from '#server/core/db/schema/community.ts';
import { heldWords } from '#server/core/db/schema/conversation.ts';
import type { App } from '../app.ts';

/** The reason of a report that the filter of words makes in the name of a novel's owner. */
export const filterReason = (word: string): string => `Mot retenu\u00A0: ${word}`;

/** Whether a report is one of the filter's. */
export const isOfFilter = sql`coalesce(${like(commentReports.reason, filterReason('%'))}, false)`;

/** The words that hold a comment of a novel, as its author wrote them. */
export async function listHeldWords(db: Database, novelId: string): Promise<string[]> {
  const rows = await db
    .select({ word: heldWords.word })
    .from(heldWords)
    .where(eq(heldWords.novelId, novelId))
    .orderBy(asc(heldWords.folded));
  return rows.map(({ word }) => word);
}

/**
 * Replaces the words of a novel; of two that differ in case or accents alone, the first stays, and one
 * with a star rather than the same without. What has no letter and no digit is left out.
 * @returns the words as they are stored.
 */
export async function setHeldWords(
  { db }: Pick<App, 'db'>,
  novelId: string,
  words: readonly string[],
): Promise<string[]> {
  const byFolded = new Map<string, string>();
  for (const word of words) {
    const folded = foldWords(word);
    const first = byFolded.get(folded);
    const isWider = first !== undefined && mayGoOn(word) && !mayGoOn(first);
    if (folded !== '' && (first === undefined || isWider)) byFolded.set(folded, word.trim());
  }
  const rows = [...byFolded].map(([folded, word]) => ({ novelId, folded, word }));
  return db.transaction(async (tx) => {
    // Two forms at once: the last one wins, whole.
    await tx
      .select({ id: novels.id })
      .from(novels)
      .where(eq(novels.id, novelId))
      .for('no key update');
    await tx.delete(heldWords).where(eq(heldWords.novelId, novelId));
    if (rows.length > 0) await tx.insert(heldWords).values(rows);
    return listHeldWords(tx, novelId);
  });
}

/** The first word of the novel's list that a text has, or null. */
export async function findHeldWord(
  db: Database,
  novelId: string,
  text: string,
): Promise<string | null> {
  const rows = await db
    .select({ word: heldWords.word })
    .from(heldWords)
    .where(eq(heldWords.novelId, novelId))
    .orderBy(asc(heldWords.folded));
  if (rows.length === 0) return null;
  const folded = foldWords(text);
  // The stored form may be of an older rule.
  const found = rows.find(({ word }) =>
    (mayGoOn(word) ? hasBeginning : hasWords)(folded, foldWords(word)),
  );
  return found?.word ?? null;
}

/** Its author ended it with a star: it holds all words that begin so. */
const mayGoOn = (word: string): boolean => word.trim().endsWith('*');

/**
 * Letters that are drawn as a Latin one and are not made equal by Unicode's compatibility forms, by the
 * letter: the skeleton of UTS 39, section 4, for the scripts in which a French word can be written alike.
 * No Latin letter or digit of French is changed to another, so that no innocent word is held for one.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'АаΑαɑᴀᎪꓮᗅ',
  ae: 'æÆӔӕ',
  b: 'ВвЬьΒβʙᏴƄɓƀꓐᗷ',
  c: 'СсϹϲᴄᏟⲥⲤꓚᑕꞓς',
  d: 'ԁԀᴅᎠɖɗđĐðꓓᗞ',
  e: 'ЕеΕεҽᴇᎬєЄɛɇəⲈⲉꓰ',
  f: 'ꜰƒϜϝꓝᖴ',
  g: 'ɡɢԌᏀցǥꓖ',
  h: 'НнҺһΗհʜᎻħĦⲎꓧᕼ',
  i: 'ІіΙιɪıɨᎥⲒⲓꓲ',
  j: 'ЈјϳᴊʝᎫɉꓙᒍ',
  k: 'КкΚκᴋᏦқҚҡƙⲔⲕꓗ',
  l: 'ʟᏞӀӏłŁɫɭƚꓡᒪⳐ',
  m: 'МмΜᴍᎷⲘꓟᗰϺϻ',
  n: 'ΝηпПɴոռŋɲⲚꓠ',
  o: 'ОоΟοσᴏօՕѲѳθɵøØɔⲞⲟꓳഠⵔ',
  oe: 'œŒ',
  p: 'РрΡρᴘᏢƥⲢⲣꓑᑭ',
  q: 'ԛԚգ',
  r: 'гГʀᏒɍɾꓣᖇꞃⲅ',
  s: 'ЅѕꜱᏚՏʂꓢႽ',
  ss: 'ßẞ',
  t: 'ТтΤτᴛᎢŧŦƭⲦⲧꓔ',
  u: 'υսᴜʉՍꓴᑌ',
  v: 'νѵѴᴠᏙʋꓦᐯⴸ',
  w: 'ԜԝωшШᴡᎳꓪⲱ',
  x: 'ХхΧχⲬⲭꓫᕁⵝ',
  y: 'УуΥγүҮʏуЎўƴɏⲨⲩꓬ',
  z: 'ΖζᴢᏃƶʐꓜ',
};
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);
/** White letters on black and in frames, which Unicode does not make equal to plain ones. */
const framed: readonly number[] = [0x1_f1_50, 0x1_f1_70];

/** What stands between letters or on them without being one. */
const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

function latin(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = framed.find((start) => code >= start && code < start + 26);
  return first === undefined
    ? (latinOf.get(letter) ??
        latinOf.get(letter.toLowerCase()) ??
        latinOf.get(letter.toUpperCase()) ??
        letter)
    : String.fromCodePoint(0x61 + code - first);
}

/**
 * The words of a text without case, accents and punctuation, separated by one space, and in the Latin
 * letters that they look like: “L’Été, à Œuf !” is `l ete a oeuf`. Texts are compared by it, word by word.
 */
export function foldWords(text: string): string {
  // Twice: Unicode makes some of them equal to letters that are drawn otherwise (“ϲ”).
  const alike = Array.from(text, latin).join('');
  return Array.from(alike.normalize('NFKD').replaceAll(unseen, ''), latin)
    .join('')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether folded words stand in a folded text, one after the other, as whole words. */
export function hasWords(foldedText: string, foldedWords: string): boolean {
  return foldedWords !== '' && ` ${foldedText} `.includes(` ${foldedWords} `);
}

/** The same where the last word may go on. */
function hasBeginning(foldedText: string, foldedWords: string): boolean {
  return foldedWords !== '' && ` ${foldedText}`.includes(` ${foldedWords}`);
}
