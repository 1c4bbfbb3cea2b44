/** The figures of a period, in the order in which they are shown; amounts of money stand apart. */
export const figureNames = {
  novelViews: 'Vues du roman',
  views: 'Vues des chapitres',
  readers: 'Lecteurs connectés',
  likes: 'J’aime',
  comments: 'Commentaires',
  unlocks: 'Déverrouillages',
  creditsEarned: 'Crédits',
} as const;

/** Those that are counted on each day. */
export const dailyFigures = [
  'novelViews',
  'views',
  'likes',
  'comments',
  'unlocks',
  'creditsEarned',
] as const satisfies readonly (keyof typeof figureNames)[];
