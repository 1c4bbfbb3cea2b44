/** Languages that forms offer; a novel may be in another one. */
export const novelLanguages: readonly string[] = [
  ...['fr', 'en', 'ja', 'ko', 'zh', 'de', 'es', 'it', 'pt'],
];

/** The same for what a novel was translated from. */
export const originalLanguages = novelLanguages.filter((code) => code !== 'fr');
