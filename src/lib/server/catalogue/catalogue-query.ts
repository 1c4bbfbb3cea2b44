import { z } from 'zod';
import {
  catalogueFoundMax,
  catalogueNamesMax,
  novelsPageSize,
  searchTextCharacters,
  studioLimits,
} from '#shared/constants.ts';
import { contentWarnings, readerAges, type ContentWarning } from '#shared/site/content-warnings.ts';
import { genres, genreSlug, type Genre } from '#shared/site/genres.ts';
import { paths, type CatalogueAddress } from '#shared/site/paths.ts';

/** Orders of the catalogue, by their value in the query string. */
export const catalogueOrders = {
  pertinence: 'Pertinence',
  recents: 'Nouveautés',
  'mis-a-jour': 'Mis à jour',
  notes: 'Mieux notés',
  vues: 'Plus lus',
} as const;
export type CatalogueOrder = keyof typeof catalogueOrders;

/** States of a novel, by their value in the query string. */
export const catalogueStatuses = {
  'en-cours': 'ongoing',
  termine: 'completed',
  'en-pause': 'hiatus',
} as const;
export type CatalogueStatus = keyof typeof catalogueStatuses;

/** How many chapters a novel must have at least: the choices. */
export const catalogueLengths = [10, 50, 100] as const;
type CatalogueLength = (typeof catalogueLengths)[number];

/** For which age a novel may be at most, in years: the choices. Novels that say none are not found. */
export const catalogueAges = readerAges.filter((years) => years < 18);
type CatalogueAge = (typeof catalogueAges)[number];

/** A query to the catalogue. */
export type CatalogueQuery = {
  /** Words to search for; empty for none. */
  text: string;
  /** Novels that have all of these, and none of those. */
  genres: readonly Genre[];
  withoutGenres: readonly Genre[];
  /** The same for tags, as they were typed: the database compares their addresses (`slugs_of`). */
  tags: readonly string[];
  withoutTags: readonly string[];
  status: CatalogueStatus | null;
  /** At least so many chapters. */
  chapters: CatalogueLength | null;
  ageMax: CatalogueAge | null;
  /** Novels whose authors say none of these. */
  withoutWarnings: readonly ContentWarning[];
  /** Only novels without a premium chapter. */
  isFree: boolean;
  /** Primary subtag of the language that a novel was translated from. */
  originalLanguage: string | null;
  order: CatalogueOrder;
  /** From 1 on. */
  page: number;
};

/** The last page shown of a large result. */
const cataloguePagesMax = Math.ceil(catalogueFoundMax / novelsPageSize);

const genresBySlug = new Map(genres.map((genre) => [genreSlug(genre), genre]));

/** The genre with this slug, or null. */
export function genreOfSlug(slug: string): Genre | null {
  return genresBySlug.get(slug) ?? null;
}

/** What somebody typed, as words on one line. */
function plainText(given: string, charactersMax: number): string {
  // PostgreSQL refuses NUL in texts; the other control characters are no words either.
  const words = given.normalize('NFC').replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ');
  return Array.from(words.trim()).slice(0, charactersMax).join('').trimEnd();
}

/** Known genres, each once, in the order of their addresses. */
const genreList = z.array(z.string()).transform((slugs) =>
  [...new Set(slugs)]
    .toSorted()
    .flatMap((slug) => genreOfSlug(slug) ?? [])
    .slice(0, catalogueNamesMax),
);
/** Tags, one a value or several between commas. */
const tagList = z.array(z.string()).transform((values) => {
  const names = values
    .flatMap((value) => value.split(',', catalogueNamesMax + 1))
    .map((name) => plainText(name, studioLimits.tagCharacters).toLowerCase())
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return [...new Set(names)].toSorted().slice(0, catalogueNamesMax);
});
const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform((digits) => Math.min(Number(digits), cataloguePagesMax))
  .catch(1);

const fields = z.object({
  q: z
    .string()
    .transform((given) => plainText(given, searchTextCharacters))
    .catch(''),
  statut: z.enum(keysOf(catalogueStatuses)).nullable().catch(null),
  chapitres: z
    .enum(catalogueLengths.map(String))
    .transform((digits) => catalogueLengths.find((least) => String(least) === digits) ?? null)
    .nullable()
    .catch(null),
  age: z
    .enum(catalogueAges.map(String))
    .transform((digits) => catalogueAges.find((most) => String(most) === digits) ?? null)
    .nullable()
    .catch(null),
  gratuit: z
    .literal('1')
    .transform(() => true)
    .catch(false),
  origine: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .nullable()
    .catch(null),
  tri: z.enum(keysOf(catalogueOrders)).nullable().catch(null),
  page: pageNumber,
});

/** Reads the query parameters. Invalid values are ignored. */
export function parseCatalogueQuery(parameters: URLSearchParams): CatalogueQuery {
  const { q, statut, chapitres, age, gratuit, origine, tri, page } = fields.parse(
    Object.fromEntries(Object.keys(fields.shape).map((name) => [name, parameters.get(name)])),
  );
  const wanted = genreList.parse(parameters.getAll('genre'));
  const unwanted = parameters.getAll('sans-avertissement');
  const tags = tagList.parse(parameters.getAll('mot'));
  const usual = usualOrder(q);
  // Relevance means nothing without words to search for.
  const order = tri === null || (tri === 'pertinence' && q === '') ? usual : tri;
  return {
    text: q,
    genres: wanted,
    // Who wants something both with and without wants it.
    withoutGenres: genreList
      .parse(parameters.getAll('sans'))
      .filter((genre) => !wanted.includes(genre)),
    tags,
    withoutTags: tagList.parse(parameters.getAll('sans-mot')).filter((tag) => !tags.includes(tag)),
    status: statut,
    chapters: chapitres,
    ageMax: age,
    withoutWarnings: contentWarnings.filter((warning) => unwanted.includes(warning)),
    isFree: gratuit,
    originalLanguage: origine,
    order,
    page,
  };
}

/** A query that asks for everything, and what it should ask for besides. */
export function catalogueQuery(more: Partial<CatalogueQuery> = {}): CatalogueQuery {
  return { ...parseCatalogueQuery(new URLSearchParams()), ...more };
}

/** The page of a list in `?page=`; 1 for anything else. */
export function parsePage(parameters: URLSearchParams): number {
  return pageNumber.parse(parameters.get('page'));
}

/** The default order. */
export function usualOrder(words: string): CatalogueOrder {
  return words === '' ? 'recents' : 'pertinence';
}

/** The canonical address of a query, without default values. */
export function catalogueAddress(query: CatalogueQuery): string {
  const address: CatalogueAddress = {
    q: query.text,
    genre: query.genres.map(genreSlug),
    sans: query.withoutGenres.map(genreSlug),
    mot: query.tags,
    'sans-mot': query.withoutTags,
    statut: query.status ?? '',
    chapitres: String(query.chapters ?? ''),
    age: String(query.ageMax ?? ''),
    'sans-avertissement': query.withoutWarnings,
    gratuit: query.isFree ? '1' : '',
    origine: query.originalLanguage ?? '',
    tri: query.order === usualOrder(query.text) ? '' : query.order,
    page: query.page > 1 ? String(query.page) : '',
  };
  return paths.catalogue(address);
}

/** Whether the whole catalogue is shown in its default order: the page for search engines. */
export function isPlain(query: CatalogueQuery): boolean {
  return catalogueAddress({ ...query, page: 1 }) === paths.catalogue();
}

function keysOf<Key extends string>(record: Record<Key, unknown>): [Key, ...Key[]] {
  return Object.keys(record) as [Key, ...Key[]];
}
