import type { Route } from '../route.ts';
import type { NovelTab } from './NovelWays.tsx';

/** Titles of the screens that have tabs: those of a novel, and those about all novels. */
export const screenTitles = {
  chapters: 'Chapitres',
  'free-rules': 'Chapitres',
  'novel-form': 'Fiche du roman',
  inbox: 'Messages',
  'comment-rules': 'Règles des commentaires',
  figures: 'Chiffres',
  announcements: 'Annonces et notes',
  team: 'Équipe',
  leaving: 'Exporter',
  statements: 'Relevés',
} as const satisfies Partial<Record<Route['screen'], string>>;

/** A screen of one novel. */
export type NovelScreenName = Exclude<keyof typeof screenTitles, 'statements'>;

/** A screen about all novels, beside their list. */
export type AreaScreenName = 'inbox' | 'comment-rules' | 'statements';

/** The tab that is the current one on a screen of a novel. */
export function tabOf(screen: NovelScreenName): NovelTab {
  if (screen === 'free-rules') return 'chapters';
  return screen === 'comment-rules' ? 'inbox' : screen;
}
