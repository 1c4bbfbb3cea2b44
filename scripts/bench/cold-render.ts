/** The cost of rendering an uncached page, on a small and on a large catalogue. */
import type { App } from '#server/app.ts';
import { encodeCursor } from '#server/catalogue/novels.ts';
import { sitemapAddressesMax } from '#server/catalogue/sitemap.ts';
import { parseConfig } from '#server/config/config.ts';
import { paths } from '#shared/paths.ts';
import { serveBuilt } from '../built-server.ts';
import { createProgress } from '../progress.ts';
import {
  benchWords,
  fillCatalogue,
  longNovelChapters,
  type FilledCatalogue,
} from './catalogue-rows.ts';
import type { Cleanups } from './cleanups.ts';
import { getFine } from './get.ts';
import { smallNovels, type BenchOptions } from './options.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole, median } from './table.ts';
import { printTable } from '../print-table.ts';

/** Renders of one page on one catalogue. */
type Renders = { timesMs: number[]; queries: number; bytes: number };

export type ColdRenders = {
  small: FilledCatalogue;
  large: FilledCatalogue;
  pages: { name: string; small: Renders; large: Renders }[];
};

type Site = { app: App; port: number; catalogue: FilledCatalogue; queries: { count: number } };

/** Different addresses of one kind, so that no single row stays warm. */
const addressesPerPage = 10;
const warmUpRenders = 3;
/** Design section 12. */
const mostQueries = 6;

/** Renders each page on both catalogues alternately, with an empty cache before each render. */
export async function measureColdRenders(
  options: BenchOptions,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<ColdRenders> {
  const sites = {
    small: await openSite('petit', smallNovels, postgres, cleanups),
    large: await openSite('grand', options.novels, postgres, cleanups),
  };
  const progress = createProgress();
  const pages: ColdRenders['pages'] = [];
  const subjects = listSubjects(sites.small.catalogue);
  for (const [index, { name }] of subjects.entries()) {
    progress.show(index / subjects.length, `Rendu à froid : ${name}`);
    const both = { small: noRenders(), large: noRenders() };
    for (let render = -warmUpRenders; render < options.renders; render += 1) {
      // Interleaved, so that the machine's other load affects both.
      const order =
        render % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
      for (const size of order) await renderOnce(sites[size], index, render, both[size]);
    }
    pages.push({ name, ...both });
  }
  progress.done('Rendus à froid mesurés.');
  return { small: sites.small.catalogue, large: sites.large.catalogue, pages };
}

/** Prints both catalogues side by side. */
export function printColdRenders(
  { small, large, pages }: ColdRenders,
  { version }: ScratchPostgres,
): void {
  const sizes = [small, large].map(
    ({ novels, chapters, texts }) =>
      `${formatWhole(novels)} romans, ${formatWhole(chapters)} chapitres (dont ` +
      `${formatWhole(texts)} avec leur texte : ceux d’un échantillon, où sont ceux qu’on rend)`,
  );
  const count = pages[0]?.small.timesMs.length ?? 0;
  console.log(`\nB. Rendu à froid : PostgreSQL ${version}, cache des pages vidé avant chacun des`);
  console.log(
    `${count} rendus, compression comprise ; médianes, le rapport aussi (de chaque paire de rendus).`,
  );
  console.log(`  petit : ${sizes[0] ?? ''}\n  grand : ${sizes[1] ?? ''}`);
  console.log(`  un roman de chaque catalogue a ${formatWhole(longNovelChapters)} chapitres\n`);
  const kilobytes = ({ bytes }: Renders) => formatDecimals(bytes / 1000, 1);
  printTable(
    ['page', 'petit ms', 'grand ms', 'rapport', 'requêtes', 'grand', 'petit ko', 'grand ko'],
    pages.map((page) => {
      const ratios = page.large.timesMs.map((ms, index) => ms / (page.small.timesMs[index] ?? NaN));
      return [
        page.name,
        formatDecimals(median(page.small.timesMs), 1),
        formatDecimals(median(page.large.timesMs), 1),
        formatDecimals(median(ratios), 2),
        String(page.small.queries),
        String(page.large.queries),
        kilobytes(page.small),
        kilobytes(page.large),
      ];
    }),
  );
  console.log(
    `\nObjectif (design, section 12) : au plus ${mostQueries} requêtes SQL, et un coût qui ne ` +
      'grandit pas\navec le catalogue.',
  );
}

async function openSite(
  name: string,
  novels: number,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Site> {
  const url = await postgres.createDatabase(name);
  const result = parseConfig({
    FEUILLETON_MODE: 'test',
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const queries = { count: 0 };
  const progress = createProgress();
  const label = `Catalogue de ${formatWhole(novels)} romans`;
  const filled: FilledCatalogue[] = [];
  const { app, port, stop } = await serveBuilt(result.config, {
    parts: { onQuery: () => (queries.count += 1) },
    withoutJobs: true,
    prepare: async () => {
      filled.push(
        await fillCatalogue(url, novels, addressesPerPage, (fraction) =>
          progress.show(fraction, label),
        ),
      );
    },
  });
  cleanups.add(stop);
  progress.done(`${label} prêt.`);
  const [catalogue] = filled;
  if (!catalogue) throw new Error('the catalogue was not filled');
  return { app, port, catalogue, queries };
}

function noRenders(): Renders {
  return { timesMs: [], queries: 0, bytes: 0 };
}

/** A negative number is a warm-up and not recorded. */
async function renderOnce(site: Site, subject: number, render: number, kept: Renders) {
  const addresses = listSubjects(site.catalogue)[subject]?.addresses ?? [];
  const address = addresses[(render + warmUpRenders) % addresses.length];
  if (address === undefined) throw new Error('no address');
  site.app.pages.clear();
  site.queries.count = 0;
  const startedAt = performance.now();
  const { body } = await getFine(site.port, address);
  const tookMs = performance.now() - startedAt;
  if (render < 0) return;
  kept.timesMs.push(tookMs);
  kept.queries = Math.max(kept.queries, site.queries.count);
  kept.bytes = Math.max(kept.bytes, body.length);
}

/** The public pages that are rendered on demand, in the same order for every catalogue. */
function listSubjects(catalogue: FilledCatalogue): { name: string; addresses: string[] }[] {
  const { slugs, chapterIds, longNovel } = catalogue;
  const cursors = catalogue.deepCursors.map(encodeCursor);
  // The sitemap's fixed pages count too.
  const novelFiles = Math.ceil((catalogue.novels + 6) / sitemapAddressesMax);
  return [
    { name: 'accueil', addresses: [paths.home] },
    { name: 'accueil, curseur profond', addresses: cursors.map(paths.homeAfter) },
    ...listSearches(),
    ...listListings(),
    { name: 'roman', addresses: slugs.map(paths.novel) },
    { name: 'couverture', addresses: slugs.map(paths.novelCover) },
    {
      name: 'roman long, dernière page',
      addresses: ['asc', 'desc'].map(
        (order) => `${paths.novel(longNovel.slug)}?tri=${order}&page=${longNovel.lastPage}`,
      ),
    },
    { name: 'chapitre', addresses: chapterIds.map(paths.chapter) },
    { name: 'flux', addresses: [paths.siteFeed] },
    { name: 'flux d’un roman', addresses: slugs.map(paths.novelFeed) },
    { name: '/api/novels', addresses: ['/api/novels'] },
    {
      name: 'suggestions',
      addresses: ['le', 'dra', 'autrice', 'xyz'].map((q) => `/api/novels/suggestions?q=${q}`),
    },
    {
      name: '/api/novels, curseur profond',
      addresses: cursors.map((cursor) => `/api/novels?cursor=${cursor}`),
    },
    { name: 'plan du site', addresses: [paths.sitemap] },
    { name: 'plan du site, 1er fichier', addresses: ['/sitemap-1.xml'] },
    { name: 'plan du site, dernier des romans', addresses: [`/sitemap-${novelFiles}.xml`] },
    { name: 'plan du site, genres, auteurs', addresses: [`/sitemap-${novelFiles + 1}.xml`] },
  ];
}

/**
 * The catalogue in its orders, filtered, and searched for words that are frequent, rare or
 * misspelt.
 */
function listSearches(): { name: string; addresses: string[] }[] {
  const orders = ['mis-a-jour', 'notes', 'vues'];
  const words = benchWords.split(' ');
  return [
    { name: 'catalogue', addresses: [paths.catalogue()] },
    { name: 'catalogue, page 42', addresses: [paths.catalogue({ page: '42' })] },
    { name: 'catalogue, ordres', addresses: orders.map((tri) => paths.catalogue({ tri })) },
    {
      name: 'catalogue, genre courant',
      addresses: orders.map((tri) =>
        paths.catalogue({ genre: 'fantasy', statut: 'en-cours', tri }),
      ),
    },
    {
      name: 'catalogue, genre rare',
      addresses: orders.map((tri) => paths.catalogue({ genre: 'mecha', tri })),
    },
    { name: 'recherche, un mot', addresses: words.map((q) => paths.catalogue({ q })) },
    {
      name: 'recherche, un mot et un ordre',
      addresses: words.map((q, index) => paths.catalogue({ q, tri: orders[index % 3] ?? '' })),
    },
    { name: 'recherche, mot de tous', addresses: [paths.catalogue({ q: 'histoire chapitres' })] },
    {
      name: 'recherche, mot de tous et ordre',
      addresses: orders.map((tri) => paths.catalogue({ q: 'histoires', tri })),
    },
    {
      name: 'recherche, un roman',
      addresses: words.map((_, index) => paths.catalogue({ q: `roman ${index * 20 + 7}` })),
    },
    { name: 'recherche, faute', addresses: words.map((q) => paths.catalogue({ q: misspelt(q) })) },
    { name: 'recherche, faute de tous', addresses: [paths.catalogue({ q: 'romman' })] },
    { name: 'recherche, rien', addresses: [paths.catalogue({ q: 'xylophone' })] },
  ];
}

/** Pages of genres, tags and authors. */
function listListings(): { name: string; addresses: string[] }[] {
  const numbers = Array.from({ length: addressesPerPage }, (_, index) => index * 97 + 3);
  return [
    { name: 'genres', addresses: [paths.genres] },
    { name: 'genre courant', addresses: [paths.genre('fantasy'), paths.genre('mystere', 20)] },
    { name: 'genre rare', addresses: [paths.genre('mecha')] },
    { name: 'mot-clé courant', addresses: [paths.tag('mesure'), paths.tag('banc', 20)] },
    { name: 'auteur', addresses: numbers.map((n) => paths.author(`autrice-${n}`)) },
    {
      name: 'catalogue, critères sans index',
      addresses: [
        paths.catalogue({ gratuit: '1' }),
        paths.catalogue({ genre: 'fantasy', sans: 'mystere' }),
        paths.catalogue({ 'sans-mot': 'forge', chapitres: '100', tri: 'notes' }),
        paths.catalogue({ origine: 'ja', tri: 'vues' }),
      ],
    },
    {
      name: 'recherche et critères sans index',
      addresses: [
        paths.catalogue({ q: 'histoires', gratuit: '1', tri: 'vues' }),
        paths.catalogue({ q: 'dragon', sans: 'mecha', chapitres: '10' }),
      ],
    },
  ];
}

/** Swaps two letters in its middle. */
function misspelt(word: string): string {
  const middle = Math.floor(word.length / 2);
  return `${word.slice(0, middle - 1)}${word.charAt(middle)}${word.charAt(middle - 1)}${word.slice(middle + 1)}`;
}
