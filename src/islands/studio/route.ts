/**
 * Addresses within the author's area. The page is one static shell, so the query identifies the
 * screen: screens can be linked, reloaded and returned to (decision 36).
 */
import type { InboxFilter } from '#shared/contracts/studio-inbox.ts';
import { paths } from '#shared/site/paths.ts';
import { isPeriod, type Period } from './figures/periods.ts';

export type Route =
  | { screen: 'list'; owner: 'me' | 'all'; search: string }
  | { screen: 'new-novel' | 'invitation' }
  /** `month`: the statement to open, as `2026-10`; the newest where it is null. */
  | { screen: 'statements'; month: string | null }
  /** `uploadId`: the uploaded book, while the server stores it. */
  | { screen: 'import'; novelId: string | null; uploadId: string | null }
  | {
      screen: 'chapters' | 'free-rules' | 'novel-form' | 'leaving' | 'announcements' | 'team';
      novelId: string;
    }
  /** `period`: the days to show, the last thirty where it is null. */
  | { screen: 'figures'; novelId: string; period: Period | null }
  /** Comments of readers; of all one's novels where `novelId` is null. */
  | { screen: 'inbox'; novelId: string | null; filter: InboxFilter }
  | { screen: 'comment-rules'; novelId: string | null }
  | { screen: 'editor' | 'preview'; chapterId: string; novelId: string }
  /** `versionId`: the version that is compared; null: the list of them. */
  | { screen: 'versions'; chapterId: string; novelId: string; versionId: string | null };

export const ownList: Route = { screen: 'list', owner: 'me', search: '' };

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names of the screens in an address, where the ids are ambiguous. */
const views = {
  'new-novel': 'nouveau',
  import: 'import',
  'novel-form': 'fiche',
  'free-rules': 'gratuite',
  figures: 'chiffres',
  leaving: 'exporter',
  team: 'equipe',
  invitation: 'invitation',
  preview: 'apercu',
  versions: 'versions',
  inbox: 'messages',
  'comment-rules': 'regles',
  announcements: 'annonces',
  statements: 'releves',
} as const;

/** Names of the inbox's filters in an address. */
const filters: Record<InboxFilter, string> = {
  all: 'tous',
  unread: 'non-lus',
  waiting: 'sans-reponse',
  held: 'a-approuver',
  typos: 'coquilles',
};

function filterIn(query: URLSearchParams): InboxFilter {
  const name = query.get('filtre');
  const known = Object.entries(filters).find(([, value]) => value === name);
  return (known?.[0] as InboxFilter | undefined) ?? 'all';
}

/** The screen of a query; the list for an invalid one. */
export function parseRoute(search: string): Route {
  const query = new URLSearchParams(search);
  const novelId = idIn(query, 'roman');
  const chapterId = idIn(query, 'chapitre');
  const view = query.get('vue');
  if (view === views.import) return { screen: 'import', novelId, uploadId: idIn(query, 'fichier') };
  if (view === views.inbox) return { screen: 'inbox', novelId, filter: filterIn(query) };
  if (view === views['comment-rules']) return { screen: 'comment-rules', novelId };
  if (view === views.invitation) return { screen: 'invitation' };
  if (novelId === null) {
    if (view === views['new-novel']) return { screen: 'new-novel' };
    if (view === views.statements) return { screen: 'statements', month: monthIn(query) };
    return {
      screen: 'list',
      owner: query.get('de') === 'tous' ? 'all' : 'me',
      search: query.get('recherche') ?? '',
    };
  }
  if (chapterId !== null) {
    if (view === views.versions) {
      return { screen: 'versions', novelId, chapterId, versionId: idIn(query, 'version') };
    }
    return { screen: view === views.preview ? 'preview' : 'editor', novelId, chapterId };
  }
  if (view === views['novel-form']) return { screen: 'novel-form', novelId };
  if (view === views['free-rules']) return { screen: 'free-rules', novelId };
  if (view === views.team) return { screen: 'team', novelId };
  if (view === views.figures) return { screen: 'figures', novelId, period: periodIn(query) };
  if (view === views.leaving) return { screen: 'leaving', novelId };
  if (view === views.announcements) return { screen: 'announcements', novelId };
  return { screen: 'chapters', novelId };
}

/** The address of a screen, the inverse of `parseRoute`. */
export function addressOf(route: Route): string {
  if (route.screen === 'statements') {
    return route.month === null ? paths.statements : paths.statement(route.month);
  }
  const query = new URLSearchParams();
  if ('novelId' in route && route.novelId !== null) query.set('roman', route.novelId);
  if ('chapterId' in route) query.set('chapitre', route.chapterId);
  if ('uploadId' in route && route.uploadId !== null) query.set('fichier', route.uploadId);
  if ('versionId' in route && route.versionId !== null) query.set('version', route.versionId);
  if (route.screen in views) query.set('vue', views[route.screen as keyof typeof views]);
  if (route.screen === 'list') {
    if (route.owner === 'all') query.set('de', 'tous');
    if (route.search !== '') query.set('recherche', route.search);
  }
  if (route.screen === 'inbox' && route.filter !== 'all') {
    query.set('filtre', filters[route.filter]);
  }
  if (route.screen === 'figures' && route.period !== null) {
    query.set('du', route.period.from);
    query.set('au', route.period.to);
  }
  const tail = query.toString();
  return tail ? `${paths.myNovels}?${tail}` : paths.myNovels;
}

function monthIn(query: URLSearchParams): string | null {
  const month = query.get('mois') ?? '';
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null;
}

function periodIn(query: URLSearchParams): Period | null {
  const period = { from: query.get('du') ?? '', to: query.get('au') ?? '' };
  return isPeriod(period) ? period : null;
}

function idIn(query: URLSearchParams, name: string): string | null {
  const value = query.get(name) ?? '';
  return id.test(value) ? value : null;
}
