/**
 * “de” before a name, elided as in French: « d’Aïcha », « d’Œdipe », « d’Yves », « de Karim ». A
 * `y` before a vowel is a consonant: « de Yanis ». Whether an `h` is mute cannot be known: « de
 * Hugo » is never wrong. Before a symbol, a digit or another script it stays « de ».
 */
export function de(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return /^([aeiouœæ]|y(?![aeiouœæ]|$|\P{L}))/iu.test(letters) ? `d’${name}` : `de ${name}`;
}

/** “de” and the article before a language: « de l’anglais », « du japonais », « du hongrois ». */
export function deLangue(language: string): string {
  const letters = language.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return /^(?:[aeiouœæ]|hebreu)/iu.test(letters) ? `de l’${language}` : `du ${language}`;
}
