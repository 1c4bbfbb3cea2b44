const romanDigits: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const romanForm = /^M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})$/;

const ordinals: readonly (readonly string[])[] = [
  ['premier', 'premiere', 'un', 'une', '1er', '1ere'],
  ['deuxieme', 'second', 'seconde', 'deux'],
  ['troisieme', 'trois'],
  ['quatrieme', 'quatre'],
  ['cinquieme', 'cinq'],
  ['sixieme', 'six'],
  ['septieme', 'sept'],
  ['huitieme', 'huit'],
  ['neuvieme', 'neuf'],
  ['dixieme', 'dix'],
  ['onzieme', 'onze'],
  ['douzieme', 'douze'],
  ['treizieme', 'treize'],
  ['quatorzieme', 'quatorze'],
  ['quinzieme', 'quinze'],
  ['seizieme', 'seize'],
  ['dix-septieme', 'dix-sept'],
  ['dix-huitieme', 'dix-huit'],
  ['dix-neuvieme', 'dix-neuf'],
  ['vingtieme', 'vingt'],
];
const wordValues = new Map(
  ordinals.flatMap((forms, index) => forms.map((form) => [form, index + 1] as const)),
);

/** @returns the value of a Roman numeral in capitals ("XIIII" is met in old books), or null */
export function romanValue(text: string): number | null {
  if (text === '' || text.length > 12 || !romanForm.test(text)) return null;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = romanDigits[text[index] ?? ''] ?? 0;
    const next = romanDigits[text[index + 1] ?? ''] ?? 0;
    value += digit < next ? -digit : digit;
  }
  return value;
}

/** Lower case without accents, for comparisons only. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'")
    .toLowerCase();
}

/** @returns the value of « 12 », « XII », « premier », « douzième », « 2e », or null */
export function numberValue(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const suffixed = /^(\d{1,4}|[IVXLC]+)(?:er|ère|re|e|ème|eme|ième)$/.exec(text);
  if (suffixed?.[1]) return numberValue(suffixed[1]);
  return romanValue(text) ?? wordValues.get(plainLetters(text)) ?? null;
}
