/** What an author tells before reading (decision 149), by the word that is stored and stands in addresses. */
const labels = {
  violence: 'Violence',
  sang: 'Scènes sanglantes',
  sexe: 'Scènes sexuelles',
  'violences-sexuelles': 'Violences sexuelles',
  suicide: 'Suicide et automutilation',
  maltraitance: 'Maltraitance et harcèlement',
  drogues: 'Drogues et alcool',
  discriminations: 'Racisme et discriminations',
  deuil: 'Mort d’un proche',
  langage: 'Langage cru',
} as const;

export type ContentWarning = keyof typeof labels;

export const contentWarnings = Object.keys(labels) as [ContentWarning, ...ContentWarning[]];

/** An unknown one, of a later version, is shown as it is. */
export const warningLabel = (warning: string): string =>
  contentWarnings.includes(warning as ContentWarning) ? labels[warning as ContentWarning] : warning;

/** The ages, in years, that a novel may be for; 0 is everybody. */
export const readerAges = [0, 12, 16, 18] as const;

/** An age in a word or two, as on a card. */
export const ageLabel = (years: number): string =>
  years === 0 ? 'Tous publics' : `Dès ${years}\u00A0ans`;

/** “Contient : violence, deuil.”; null for none. */
export function warningsSentence(warnings: readonly string[]): string | null {
  const labels = warnings.map((each) => warningLabel(each).toLowerCase());
  return labels.length > 0 ? `Contient\u00A0: ${labels.join(', ')}.` : null;
}

/** The whole notice in a sentence or two; null where the author has said nothing. */
export function contentNotice(novel: {
  ageMin: number | null;
  contentWarnings: readonly string[];
}): string | null {
  const { ageMin } = novel;
  const age = ageMin === 0 ? 'Tous publics.' : `Déconseillé aux moins de ${ageMin}\u00A0ans.`;
  const sentences = [ageMin !== null && age, warningsSentence(novel.contentWarnings)];
  return sentences.filter(Boolean).join(' ') || null;
}
