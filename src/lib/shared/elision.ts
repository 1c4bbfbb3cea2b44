/**
 * “de” before a name, elided where French elides: « d’Aïcha », « d’Œdipe », « d’Yves », « de Karim ».
 * A `y` before a vowel is a consonant: « de Yanis ». Whether an `h` is mute cannot be seen: « de
 * Hugo » is never wrong. What begins with a sign, a digit or another script keeps « de ».
 */
export function de(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return /^([aeiouœæ]|y(?![aeiouœæ]|$|\P{L}))/iu.test(letters) ? `d’${name}` : `de ${name}`;
}
