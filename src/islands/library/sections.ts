import type { LibraryStatus } from '#shared/contracts/library.ts';
import { paths } from '#shared/site/paths.ts';
import { statusWords } from './status-words.ts';

/** Sections of a library, by their names in the address. */
const sections = {
  'en-cours': { label: statusWords.reading.section },
  'a-lire': { label: statusWords.to_read.section },
  termines: { label: statusWords.finished.section },
  abandonnes: { label: statusWords.dropped.section },
  favoris: { label: 'Favoris' },
  'marque-pages': { label: 'Marque-pages' },
  surlignages: { label: 'Surlignages' },
  historique: { label: 'Historique' },
  carnet: { label: 'Carnet' },
} as const;
export type Section = keyof typeof sections;

/** In the order of the page. */
export const sectionKeys = Object.keys(sections) as Section[];

export const sectionLabel = (section: Section): string => sections[section].label;

/** The status of a section's novels; null for one that does not go by status. */
export function statusOf(section: Section): LibraryStatus | null {
  switch (section) {
    case 'en-cours':
      return 'reading';
    case 'a-lire':
      return 'to_read';
    case 'termines':
      return 'finished';
    case 'abandonnes':
      return 'dropped';
    default:
      return null;
  }
}

/** The section that the page's address names. */
export const sectionInAddress = (): Section =>
  sectionKeys.find((key) => `#${key}` === location.hash) ?? 'en-cours';

/** Puts a section into the page's address. */
export function putInAddress(section: Section): void {
  history.replaceState(history.state, '', `${paths.library}#${section}`);
}
