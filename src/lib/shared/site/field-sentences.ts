/**
 * What a form says of a field before it is sent, and the server where a form did not. Apart from
 * `messages`, which public pages load.
 */
export const fieldSentences = {
  titleMissing: 'Donnez un titre.',
  textMissing: 'Écrivez le texte.',
  correctionMissing: 'Écrivez la correction.',
  castForm: 'Un personnage par ligne\u00A0: «\u00A0Nom (autres noms)\u00A0: présentation\u00A0».',
  dateMissing: 'Choisissez une date.',
  atMost: (characters: number) => `Au plus ${characters} caractères.`,
} as const;
