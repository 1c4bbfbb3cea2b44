/**
 * What a form says of a field before it is sent, and the server where a form did not. Apart from
 * `messages`, which public pages load.
 */
export const fieldSentences = {
  titleMissing: 'Donnez un titre.',
  textMissing: 'Écrivez le texte.',
  correctionMissing: 'Écrivez la correction.',
  castForm: 'Un personnage par ligne\u00A0: «\u00A0Nom (autres noms)\u00A0: présentation\u00A0».',
  dateMissing: 'Choisissez une date, de 2000 à 2100.',
  atMost: (characters: number) => `Au plus ${characters} caractères.`,
} as const;

/** Days that forms and calls take: of years that PostgreSQL and JavaScript write alike. */
export const dayBounds = { min: '2000-01-01', max: '2100-12-31' } as const;

/** Whether a day is one of these; '' is none. */
export const isInDayBounds = (day: string): boolean => day >= dayBounds.min && day <= dayBounds.max;
