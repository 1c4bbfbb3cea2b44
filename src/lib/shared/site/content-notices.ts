/** Notices of illegal content: what the form, the moderators' page and the letters name alike. */

export const contentPlaceKinds = ['novel', 'chapter', 'comment'] as const;
export type ContentPlaceKind = (typeof contentPlaceKinds)[number];

export const noticeCategories = [
  'child-abuse',
  'terrorism',
  'hatred',
  'person',
  'rights',
  'other',
] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

export const noticeCategoryLabels: Record<NoticeCategory, string> = {
  'child-abuse': 'Abus sexuel ou exploitation sexuelle d’enfants',
  terrorism: 'Provocation au terrorisme ou apologie du terrorisme',
  hatred: 'Provocation à la haine, à la violence ou à la discrimination',
  person: 'Injure, diffamation, menace, harcèlement ou atteinte à la vie privée',
  rights: 'Contrefaçon d’une œuvre, d’une marque ou d’un autre droit',
  other: 'Autre contenu illicite',
};

/** What was done about a notice. The first three are done by the decision itself. */
export const noticeMeasures = ['comment', 'chapter', 'novel', 'other', 'none'] as const;
export type NoticeMeasure = (typeof noticeMeasures)[number];

export const noticeMeasureLabels: Record<NoticeMeasure, string> = {
  comment: 'Commentaire ou avis supprimé',
  chapter: 'Chapitre retiré',
  novel: 'Roman retiré\u00A0: tous ses chapitres',
  other: 'Autre mesure, dite dans les faits',
  none: 'Aucune mesure',
};

/** In characters. */
export const noticeLimits = {
  reasons: 4_000,
  name: 120,
  email: 254,
  facts: 2_000,
  rule: 500,
} as const;
