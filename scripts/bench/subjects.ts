/** What the bench asks a site for. */
import { sitemapAddressesMax } from '#server/catalogue/sitemap.ts';
import { paths } from '#shared/site/paths.ts';
import { benchWords, type Catalogue } from './catalogue.ts';
import type { Subject } from './costs.ts';
import { asText, send, type Asked, type Site } from './site.ts';
import { encodeCursor } from '#server/core/http/cursor.ts';

/** Pages and files that are sent from memory. */
export async function cachedPages(site: Site): Promise<Subject[]> {
  const { catalogue } = site;
  const chapter = paths.chapter(pick(catalogue.chapterIds, 0));
  const { text } = await send(site, { path: chapter, headers: asText });
  const script = /\/_astro\/[\w.~-]+\.js/.exec(text)?.[0];
  if (script === undefined) throw new Error('Le chapitre ne demande aucun script.');
  // With the header of all others: each encoding has its own ETag.
  const { response } = await send(site, { path: chapter });
  const headers = { 'if-none-match': response.headers.etag ?? '' };
  const one = (name: string, asked: Asked): Subject => ({ name, ask: () => [asked] });
  return [
    one('accueil', { path: paths.home }),
    one('roman', { path: paths.novel(pick(catalogue.slugs, 0)) }),
    one('chapitre libre', { path: chapter }),
    one('chapitre libre, inchangé (304)', { path: chapter, headers }),
    one('fichier /_astro/*.js', { path: script }),
  ];
}

/** Pages of the rows about a view: the first round asks for each several times. */
const viewedPages = 20;

/** Calls of pages, signed in as their readers, and pages that are not cached yet. */
export function calls({ catalogue, readers }: Site): Promise<Subject[]> {
  const { chapterIds, premiumIds, freeIds, lockedIds } = catalogue;
  const free = (n: number) => `/api/chapters/${pick(chapterIds, n)}`;
  const premium = (n: number) => `/api/chapters/${pick(premiumIds, n)}`;
  const by = (n: number) => ({ reader: pick(readers, n) });
  const place = { paragraph: 3, offset: 5, mark: 7, start: 1, end: 2, before: 3, after: 4 };
  const one = (name: string, goalMs: number | undefined, ask: (n: number) => Asked): Subject => ({
    name,
    ask: (n) => [ask(n)],
    ...(goalMs !== undefined && { goalMs }),
  });
  return Promise.resolve([
    one('liste des romans', 0.5, () => ({ path: '/api/novels' })),
    one('session', 0.6, (n) => ({ path: '/api/auth/user', ...by(n) })),
    one('jeton CSRF', 0.2, (n) => ({ path: '/api/csrf-token', ...by(n) })),
    one('infos d’un chapitre', 1, (n) => ({ path: `${free(n)}/info`, ...by(n) })),
    one('place, lue', 1, (n) => ({ path: `${free(n)}/place`, ...by(n) })),
    one('place, écrite', 1, (n) => ({
      method: 'PUT',
      path: `${free(n)}/place`,
      body: { place: { ...place, offset: n }, version: null, sentAt: Date.now() },
      ...by(n),
    })),
    one('texte premium', 2, (n) => ({ path: `${premium(n)}?comments=false`, ...by(n) })),
    one('clé du texte', 1.5, (n) => ({ path: `${premium(n)}/key`, ...by(n) })),
    one('commentaires', 2, (n) => ({ path: `${free(n)}/comments`, ...by(n) })),
    one('j’aime', 1, (n) => ({
      method: 'PUT',
      path: `${free(n)}/${n % 2 === 0 ? 'like' : 'unlike'}`,
      ...by(n),
    })),
    // Each reader buys each chapter once.
    one('achat d’un chapitre', undefined, (n) => ({
      method: 'POST',
      path: `/api/chapters/${pick(lockedIds, Math.floor(n / readers.length))}/unlock`,
      ...by(n),
    })),
    {
      name: 'chapitre libre vu, en tout',
      goalMs: 4,
      ask: (n) => [
        { path: paths.chapter(pick(chapterIds, n % viewedPages)) },
        { path: `${free(n)}/own-view`, ...by(n) },
      ],
    },
    {
      name: 'chapitre premium vu, en tout',
      goalMs: 4,
      ask: (n) => [
        { path: paths.chapter(pick(premiumIds, n % viewedPages)) },
        { path: `${premium(n)}/own-view`, ...by(n) },
        { path: `${premium(n)}?comments=false`, ...by(n) },
        { path: `${premium(n)}/key`, ...by(n) },
      ],
    },
    // Each address once: only its first visit renders it.
    one('chapitre libre, jamais demandé', 10, (n) => ({ path: paths.chapter(pick(freeIds, n)) })),
    one('recherche, jamais demandée', 10, (n) => ({ path: `/romans?q=roman+${n}` })),
  ]);
}

/** The public pages that are rendered on demand, in the same order for every catalogue. */
export function coldRenders({ catalogue }: Site): Promise<Subject[]> {
  const list = [
    ...listPages(catalogue),
    ...listSearches(),
    ...listListings(),
    ...listFiles(catalogue),
  ];
  return Promise.resolve(
    list.map(([name, addresses]) => ({
      name,
      isCold: true,
      goalMs: 10,
      ask: (n) => [{ path: pick(addresses, n) }],
    })),
  );
}

/** A name, and addresses to ask for in turn, so that no single row stays warm. */
type Rendered = [name: string, addresses: readonly string[]];

function listPages({ slugs, chapterIds, longNovel, deepCursors }: Catalogue): Rendered[] {
  const cursors = deepCursors.map(encodeCursor);
  return [
    ['accueil', [paths.home]],
    ['accueil, curseur profond', cursors.map(paths.homeAfter)],
    ['roman', slugs.map(paths.novel)],
    ['couverture', slugs.map(paths.novelCover)],
    [
      'roman long, dernière page',
      ['asc', 'desc'].map(
        (order) => `${paths.novel(longNovel.slug)}?tri=${order}&page=${longNovel.lastPage}`,
      ),
    ],
    ['chapitre', chapterIds.map(paths.chapter)],
    ['/api/novels', ['/api/novels']],
    ['/api/novels, curseur profond', cursors.map((cursor) => `/api/novels?cursor=${cursor}`)],
    ['suggestions', ['le', 'dra', 'autrice', 'xyz'].map((q) => `/api/novels/suggestions?q=${q}`)],
  ];
}

/** The catalogue in its orders, filtered, and searched for words that are frequent, rare or misspelt. */
function listSearches(): Rendered[] {
  const orders = ['mis-a-jour', 'notes', 'vues'];
  const words = benchWords.split(' ');
  const catalogue = (queries: readonly Record<string, string>[]) => queries.map(paths.catalogue);
  return [
    ['catalogue', [paths.catalogue()]],
    ['catalogue, page 42', catalogue([{ page: '42' }])],
    ['catalogue, ordres', catalogue(orders.map((tri) => ({ tri })))],
    [
      'catalogue, genre courant',
      catalogue(orders.map((tri) => ({ genre: 'fantasy', statut: 'en-cours', tri }))),
    ],
    ['catalogue, genre rare', catalogue(orders.map((tri) => ({ genre: 'mecha', tri })))],
    ['recherche, un mot', catalogue(words.map((q) => ({ q })))],
    [
      'recherche, un mot et un ordre',
      catalogue(words.map((q, index) => ({ q, tri: orders[index % 3] ?? '' }))),
    ],
    ['recherche, mot de tous', catalogue([{ q: 'histoire chapitres' }])],
    ['recherche, mot de tous et ordre', catalogue(orders.map((tri) => ({ q: 'histoires', tri })))],
    ['recherche, un roman', catalogue(words.map((_, index) => ({ q: `roman ${index * 20 + 7}` })))],
    ['recherche, faute', catalogue(words.map((q) => ({ q: misspelt(q) })))],
    ['recherche, faute de tous', catalogue([{ q: 'romman' }])],
    ['recherche, rien', catalogue([{ q: 'xylophone' }])],
    [
      'catalogue, critères',
      catalogue([
        { gratuit: '1' },
        { genre: 'fantasy', sans: 'mystere' },
        { 'sans-mot': 'forge', chapitres: '100', tri: 'notes' },
        { origine: 'ja', tri: 'vues' },
      ]),
    ],
    [
      'recherche et critères',
      catalogue([
        { q: 'histoires', gratuit: '1', tri: 'vues' },
        { q: 'dragon', sans: 'mecha', chapitres: '10' },
      ]),
    ],
  ];
}

/** Pages of genres, tags and authors. */
function listListings(): Rendered[] {
  const authors = Array.from({ length: 10 }, (_, index) => `autrice-${index * 97 + 3}`);
  return [
    ['genres', [paths.genres]],
    ['genre courant', [paths.genre('fantasy'), paths.genre('mystere', 20)]],
    ['genre rare', [paths.genre('mecha')]],
    ['mot-clé courant', [paths.tag('mesure'), paths.tag('banc', 20)]],
    ['auteur', authors.map(paths.author)],
  ];
}

/** Feeds, and the files of the sitemap. */
function listFiles({ slugs, novels }: Catalogue): Rendered[] {
  // The sitemap's fixed pages count too.
  const novelFiles = Math.ceil((novels + 6) / sitemapAddressesMax);
  return [
    ['flux', [paths.siteFeed]],
    ['flux d’un roman', slugs.map(paths.novelFeed)],
    ['plan du site', [paths.sitemap]],
    ['plan du site, 1er fichier', ['/sitemap-1.xml']],
    ['plan du site, dernier des romans', [`/sitemap-${novelFiles}.xml`]],
    ['plan du site, genres, auteurs', [`/sitemap-${novelFiles + 1}.xml`]],
  ];
}

/** Swaps two letters in its middle. */
function misspelt(word: string): string {
  const middle = Math.floor(word.length / 2);
  return `${word.slice(0, middle - 1)}${word.charAt(middle)}${word.charAt(middle - 1)}${word.slice(middle + 1)}`;
}

function pick<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('La liste est vide.');
  return one;
}
