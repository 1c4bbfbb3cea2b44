/** Background colours of initials; white passes AA (4.5 to 1) on each. */
export const initialsGrounds = [
  '#8c2f39',
  '#7a4a1d',
  '#5d6b1e',
  '#2c6e49',
  '#1f6a72',
  '#2f5d8c',
  '#5a4a8c',
  '#853e72',
] as const;

/** “LM” of “Léa Martin”; one letter of a single word, “?” without a letter. */
export function initials(name: string): string {
  const words = name.split(/[\s’'-]+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const [first = '?', ...rest] = words;
  return (first + (rest.at(-1) ?? '')).toLocaleUpperCase('fr');
}

/** The background colour of a name, always the same. */
export function initialsGround(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return initialsGrounds[sum % initialsGrounds.length] ?? initialsGrounds[0];
}
