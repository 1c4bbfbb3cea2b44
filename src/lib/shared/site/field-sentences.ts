/**
 * What a form says of a field before it is sent, and the server where a form did not. Apart from
 * `messages`, which public pages load.
 */
export const fieldSentences = {
  titleMissing: 'Donnez un titre.',
  textMissing: 'Écrivez le texte.',
  correctionMissing: 'Écrivez la correction.',
  dateMissing: 'Choisissez une date.',
  atMost: (characters: number) => `Au plus ${characters} caractères.`,
} as const;
