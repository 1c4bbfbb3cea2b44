/** What of a text sounds wrong when it is read aloud. Pure: works on the text of one block. */
import { isSceneSeparator } from '#shared/text/scene-separator.ts';

export type AloudKind = keyof typeof aloudKinds;

/** What it is, and what to do about it. */
export const aloudKinds = {
  break: {
    label: 'Séparateur tapé',
    advice: 'Un vrai changement de scène se voit et s’entend mieux.',
  },
  drawing: { label: 'Dessin en caractères', advice: 'Une image ou un encadré se lit mieux.' },
  address: { label: 'Adresse', advice: 'Elle sera épelée à voix haute.' },
  emoticon: { label: 'Émoticône', advice: 'Dites l’expression avec des mots.' },
  stars: {
    label: 'Signes de Markdown',
    advice: 'Ils seront lus tels quels\u00A0: mettez en italique ou en gras.',
  },
  picture: {
    label: 'Image sans description',
    advice: 'La voix n’a que ce mot\u00A0: dites ce que l’image montre, avec l’outil Image.',
  },
  row: { label: 'Suite de signes', advice: 'Elle sera lue signe par signe, ou pas du tout.' },
  signs: { label: 'Ponctuation répétée', advice: 'Un ou deux signes suffisent à la voix.' },
  capitals: {
    label: 'Mots en capitales',
    advice: 'La voix peut les épeler\u00A0: l’italique dit aussi bien le cri.',
  },
  letters: { label: 'Lettres répétées', advice: 'La voix bute sur ce mot.' },
} as const;

export type AloudFinding = { kind: AloudKind; from: number; to: number };

/** Each begins where a word does: linear on a long run without spaces. */
const patterns: readonly [kind: AloudKind, pattern: RegExp][] = [
  [
    'address',
    /(?<![^\s«»“”"(])[^\s«»“”"(]*?(?:www\.|:\/\/)[^\s«»“”")]*|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/gu,
  ],
  [
    'emoticon',
    /(?<![\p{L}\p{N}])(?:[:;]['’]?-?[)(DPp|\\/]|[xX]D|<3|\^_*\^|([oOTt])_+\1|-_+-)(?![\p{L}\p{N}])/gu,
  ],
  [
    'emoticon',
    /\p{Emoji_Presentation}(?:[\p{Emoji_Modifier}\uFE0F\u200D]|\p{Emoji_Presentation})*/gu,
  ],
  ['stars', /(?<![*_\p{L}\p{N}])(\*{1,3}|_{1,3})[^\s*_](?:[^*_]*[^\s*_])?\1(?![*_\p{L}\p{N}])/gu],
  ['signs', /[!?]{4,}/g],
  ['row', /([^\p{L}\p{N}\s.…!?])\1{2,}|[-=_~#*+|\\/<>]{4,}|\.{4,}/gu],
  [
    'capitals',
    /(?<!\p{L})\p{Lu}{2,}(?:[’'-]\p{Lu}+)*(?:[ \u00A0\u202F,]+\p{Lu}+(?:[’'-]\p{Lu}+)*)+(?!\p{Ll})/gu,
  ],
  ['letters', /(?<!\p{L})\p{L}*?(\p{L})\1{3,}\p{L}*/giu],
];
/** Shorter runs are names and abbreviations. */
const leastCapitals = 8;
const drawn = { least: 12, words: 0.4, signs: 3 } as const;

/** @param text of one block. @returns what is found, in the order of the text; nothing twice. */
export function findAloud(text: string): AloudFinding[] {
  const whole = wholeOf(text);
  if (whole) return [{ kind: whole, from: 0, to: text.length }];
  const found: AloudFinding[] = [];
  for (const [kind, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const one = { kind, from: match.index, to: match.index + match[0].length };
      if (kind === 'capitals' && match[0].replaceAll(/\P{L}/gu, '').length < leastCapitals)
        continue;
      if (!found.some(({ from, to }) => one.from < to && from < one.to)) found.push(one);
    }
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** What a block is as a whole, if it has no words to read. */
function wholeOf(text: string): AloudKind | null {
  if (text.trim() === '') return null;
  if (isSceneSeparator(text)) return 'break';
  const signs = text.match(/\S/gu) ?? [];
  const others = signs.filter((sign) => !/[\p{L}\p{N}.,;:!?…«»“”"'’()—–]/u.test(sign));
  const isDrawn =
    signs.length >= drawn.least &&
    new Set(others).size >= drawn.signs &&
    others.length / signs.length > 1 - drawn.words;
  return isDrawn ? 'drawing' : null;
}
