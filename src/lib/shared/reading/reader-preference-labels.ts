/** French labels of the reader's preferences. */
import type { Flow, Measure, ParagraphGap, ReadingAid } from './page-layout.ts';
import type {
  PagePreset,
  ReaderPreferences,
  ReaderTheme,
  TextAlign,
} from './reader-preferences.ts';

export const preferenceNames: Record<keyof ReaderPreferences, string> = {
  fontSize: 'Taille du texte',
  fontFamily: 'Police',
  lineHeight: 'Interligne',
  textAlign: 'Alignement',
  indent: 'Alinéas',
  paragraphGap: 'Espace entre paragraphes',
  measure: 'Largeur des lignes',
  hyphens: 'Césures',
  flow: 'Lecture',
  readingAid: 'Repère de lecture',
  theme: 'Thème',
  darkMode: 'Jour et nuit',
  showHeader: 'En-tête du chapitre',
};

const themeNames: Record<ReaderTheme, string> = {
  default: 'Défaut',
  sepia: 'Sépia',
  'night-blue': 'Bleu nuit',
  green: 'Vert',
  'high-contrast': 'Contraste élevé',
};

export const presetNames: Record<PagePreset, string> = { livre: 'Livre', ecran: 'Écran' };

const gapNames: Record<ParagraphGap, string> = { none: 'Aucun', small: 'Petit', large: 'Grand' };

const measureNames: Record<Measure, string> = {
  narrow: 'Étroite',
  normal: 'Moyenne',
  wide: 'Large',
};

const flowNames: Record<Flow, string> = { scroll: 'Défilement', pages: 'Pages' };
const aidNames: Record<ReadingAid, string> = { none: 'Aucun', ruler: 'Règle', dim: 'Estompe' };

const alignNames: Record<TextAlign, string> = {
  auto: 'Selon la largeur',
  left: 'À gauche',
  justify: 'Justifié',
  right: 'À droite',
  center: 'Centré',
};

/** The value of a preference, as the panel shows and announces it: “110 %”, “1,8”, “Sépia”. */
export function valueName(name: keyof ReaderPreferences, preferences: ReaderPreferences): string {
  const { fontSize, lineHeight, darkMode, showHeader } = preferences;
  switch (name) {
    case 'fontSize':
      return `${fontSize}\u00A0%`;
    case 'fontFamily':
      return preferences.fontFamily === 'serif' ? 'Par défaut' : preferences.fontFamily;
    case 'lineHeight':
      return lineHeight.toFixed(1).replace('.', ',');
    case 'textAlign':
      return alignNames[preferences.textAlign];
    case 'indent':
      return preferences.indent ? 'Oui' : 'Non';
    case 'paragraphGap':
      return gapNames[preferences.paragraphGap];
    case 'measure':
      return measureNames[preferences.measure];
    case 'hyphens':
      return preferences.hyphens ? 'Oui' : 'Non';
    case 'flow':
      return flowNames[preferences.flow];
    case 'readingAid':
      return aidNames[preferences.readingAid];
    case 'theme':
      return themeNames[preferences.theme];
    case 'darkMode':
      return darkMode === null ? 'Automatique' : darkMode ? 'Nuit' : 'Jour';
    case 'showHeader':
      return showHeader ? 'Affiché' : 'Masqué';
  }
}
