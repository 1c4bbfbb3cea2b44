/** How written text is given to a voice: signs that are only seen are left out or spelled out. */

/** Soft hyphens, joiners and the byte order mark. */
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Ornaments and quotation marks: voices name them. */
const silentSigns = /[«»“”„‟"‹›*_~|#•◆◇✦✧★☆⁂❦❧☙]/g;
/** A number's groups of three digits: a voice reads “1 234” as two numbers. */
const groupedNumber = /(?<![\d.,])\d{1,3}(?:[ \u00A0\u2009\u202F]\d{3})+(?!\d)/g;

/**
 * The words to speak for a sentence of a text in that language (as in `lang`). French abbreviations,
 * ordinals and Roman numerals are spelled out; other languages keep theirs.
 */
export function asSpoken(written: string, language: string): string {
  const text = written
    .replace(invisible, '')
    .replace(/\[…\]|\[\.\.\.\]/g, '…')
    .replace(groupedNumber, (number) => number.replaceAll(/\D/g, ''))
    .replace(silentSigns, ' ')
    // A dash opens a line of dialogue, or stands for a comma.
    .replace(/^\s*(?:[—–]+|-(?=\s))\s*(?=[\p{L}\p{N}])/u, '')
    .replace(/[,;]?\s+[—–]\s*(?=[.,;:!?…])/g, '')
    .replace(/[,;]?\s+[—–]\s+/g, ', ');
  const words = /^fr\b/i.test(language) ? spellFrench(text) : text;
  return (
    words
      .replace(/\s+/g, ' ')
      .replace(/\s+(?=[,.…])/g, '')
      // What was on both sides of a quotation mark.
      .replace(/([!?…]),/g, '$1')
      .trim()
  );
}

/**
 * Of a word with a reading above it (ruby), what a voice of that language speaks: the word, or its
 * reading where only that is written in a script of the language.
 */
export function spokenOfRuby(word: string, reading: string, language: string): string {
  const other = foreignCharacters(language);
  return other.test(word) && /\p{L}/u.test(reading) && !other.test(reading) ? reading : word;
}

/** Letters that are in no script of a language. */
function foreignCharacters(language: string): RegExp {
  let script = 'Latn';
  try {
    script = new Intl.Locale(language).maximize().script ?? script;
  } catch {
    // Not a language: as French.
  }
  const own = (scriptsOf[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join('');
  return new RegExp(`(?![${own}\\p{Script=Common}\\p{Script=Inherited}])\\p{L}`, 'u');
}

/** Where a language is written in several, or in a part of one that has its own name. */
const scriptsOf: Partial<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
  Hans: ['Han'],
  Hant: ['Han'],
};

/** A period belongs to the abbreviation; a superscript may end it. */
const titles: readonly (readonly [pattern: string, word: string])[] = [
  ['MM\\.', 'Messieurs'],
  ['M\\.', 'Monsieur'],
  ['M(?:me|ᵐᵉ)s\\.?', 'Mesdames'],
  ['M(?:me|ᵐᵉ)\\.?', 'Madame'],
  ['M(?:lle|ˡˡᵉ)s\\.?', 'Mesdemoiselles'],
  ['M(?:lle|ˡˡᵉ)\\.?', 'Mademoiselle'],
  ['Mgr\\.?', 'Monseigneur'],
  ['Mᵉ', 'Maître'],
  ['Dr\\.?', 'Docteur'],
  ['Pr\\.?', 'Professeur'],
  ['Ste\\.?', 'Sainte'],
  ['St\\.?', 'Saint'],
];

/** Before a name only: “M.” alone may be an initial at a sentence's end. */
const beforeName = '(?=[\\s-]+\\p{Lu})';
const notInWord = '(?<![\\p{L}\\p{N}.-])';
const titleRules = titles.map(
  ([pattern, word]) => [new RegExp(`${notInWord}${pattern}${beforeName}`, 'gu'), word] as const,
);

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})av\.\s*J\.-C\./gu, 'avant Jésus-Christ'],
  [/(?<!\p{L})apr\.\s*J\.-C\./gu, 'après Jésus-Christ'],
  [/(?<!\p{L})J\.-C\./gu, 'Jésus-Christ'],
  [/(?<!\p{L})c\.-à-d\./gu, 'c’est-à-dire'],
  [/(?<!\p{L})p\.\s*ex\./gu, 'par exemple'],
  [/(?<!\p{L})[nN](?:os|[°º]s|[ᵒ°º]ˢ)\s*(?=\d)/gu, 'numéros '],
  [/(?<!\p{L})[nN](?:o|[°ºᵒ])\s*(?=[\dIVXL])/gu, 'numéro '],
  [/(?<!\p{L})pp?\.\s*(?=\d)/gu, 'page '],
  [/(?<!\p{L})chap\.\s*(?=[\dIVXL])/gu, 'chapitre '],
  [/(?<!\p{L})vol\.\s*(?=[\dIVXL])/gu, 'volume '],
  [/(?<!\p{L})etc\./gu, 'et cetera.'],
  [/(?<=\d)\s*h\s*(?=\d{2}(?!\d))/gu, ' heures '],
  [/(?<=\d)\s+h(?![\p{L}\p{N}])/gu, ' heures'],
  [/\s&\s/g, ' et '],
];

function spellFrench(text: string): string {
  let spelled = text;
  for (const [pattern, words] of [...abbreviations, ...titleRules]) {
    spelled = spelled.replace(pattern, words);
  }
  return spelled
    .replace(/(?<![\p{L}\d])1 heures/gu, '1 heure')
    .replace(ordinal, spellOrdinal)
    .replace(afterName, (whole, roman: string) => String(readRoman(roman) ?? whole))
    .replace(afterKind, (whole, roman: string) => String(readRoman(roman) ?? whole));
}

/** XIXᵉ, XIXe, 12ème; “er” and “re” end the first alone, or “Vers” would be a number. */
const ordinal =
  /(?<![\p{L}\p{N}])(?:([I1])(ᵉʳ|ʳᵉ|er|re)|([IVX]{1,6}|\d{1,2})(?:ᵉˢ|ᵉ|i?èmes?|mes?|es?))(?![\p{L}\p{N}])/gu;
/** “Louis XIV”; a single letter may be an initial, and is left. */
const afterName = /(?<=\p{Lu}\p{Ll}+[ \u00A0\u202F])([IVX]{2,6})(?![\p{L}\p{N}’'-])/gu;
/** “tome V”, “chapitre XLIV”. */
const afterKind =
  /(?<=(?:[Aa]cte|[Cc]hapitre|[Ll]ivre|numéro|[Pp]artie|[Ss]cène|[Tt]ome|[Vv]olume)[ \u00A0\u202F])([IVX][IVXL]{0,6}|L[IVX]{1,5})(?![\p{L}\p{N}’'])/gu;

const romanForm = /^(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const romanValues = { I: 1, V: 5, X: 10, L: 50 } as const;

/** The value of a Roman numeral; null for characters that are none. */
function readRoman(numeral: string): number | null {
  if (!romanForm.test(numeral)) return null;
  const values = Array.from(numeral, (letter) => romanValues[letter as keyof typeof romanValues]);
  return values.reduce<number>(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

const ordinals = [
  '',
  'premier',
  'deuxième',
  'troisième',
  'quatrième',
  'cinquième',
  'sixième',
  'septième',
  'huitième',
  'neuvième',
  'dixième',
  'onzième',
  'douzième',
  'treizième',
  'quatorzième',
  'quinzième',
  'seizième',
  'dix-septième',
  'dix-huitième',
  'dix-neuvième',
  'vingtième',
  'vingt et unième',
];

/** Spelled out up to 21, as centuries and arrondissements need; then left to the voice as “22e”. */
function spellOrdinal(written: string, first?: string, ending?: string, digits?: string): string {
  if (first) return ending === 're' || ending === 'ʳᵉ' ? 'première' : 'premier';
  const number = Number(digits) || readRoman(digits ?? '');
  return number === null ? written : (ordinals[number] ?? `${number}e`);
}
