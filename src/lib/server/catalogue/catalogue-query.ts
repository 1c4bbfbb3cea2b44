import { z } from 'zod';
import { catalogueFoundMax, novelsPageSize, searchTextCharacters } from '#shared/constants.ts';
import { genres, genreSlug, type Genre } from '#shared/genres.ts';
import { paths, type CatalogueAddress } from '#shared/paths.ts';

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

/** A query to the catalogue. */
export type CatalogueQuery = {
  /** Words to search for; empty for none. */
  text: string;
  genre: Genre | null;
  status: CatalogueStatus | null;
  order: CatalogueOrder;
  /** From 1 on. */
  page: number;
};

/** The last page shown of a large result. */
const cataloguePagesMax = Math.ceil(catalogueFoundMax / novelsPageSize);

const genresBySlug = new Map(genres.map((genre) => [genreSlug(genre), genre]));

const text = z.string().transform((given) => {
  // PostgreSQL refuses NUL in texts; the other control characters are no words either.
  const words = given.normalize('NFC').replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ');
  return Array.from(words.trim()).slice(0, searchTextCharacters).join('').trimEnd();
});
const fields = z.object({
  q: text.catch(''),
  genre: z
    .string()
    .transform((slug) => genresBySlug.get(slug) ?? null)
    .catch(null),
  statut: z.enum(keysOf(catalogueStatuses)).nullable().catch(null),
  tri: z.enum(keysOf(catalogueOrders)).nullable().catch(null),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform((digits) => Math.min(Number(digits), cataloguePagesMax))
    .catch(1),
});

/** Reads the query parameters. Invalid values are ignored. */
export function parseCatalogueQuery(parameters: URLSearchParams): CatalogueQuery {
  const { q, genre, statut, tri, page } = fields.parse(
    Object.fromEntries(Object.keys(fields.shape).map((name) => [name, parameters.get(name)])),
  );
  const usual = usualOrder(q);
  // Relevance means nothing without words to search for.
  const order = tri === null || (tri === 'pertinence' && q === '') ? usual : tri;
  return { text: q, genre, status: statut, order, page };
}

/** The default order. */
export function usualOrder(words: string): CatalogueOrder {
  return words === '' ? 'recents' : 'pertinence';
}

/** The canonical address of a query, without default values. */
export function catalogueAddress(query: CatalogueQuery): string {
  const address: CatalogueAddress = {
    q: query.text,
    genre: query.genre ? genreSlug(query.genre) : '',
    statut: query.status ?? '',
    tri: query.order === usualOrder(query.text) ? '' : query.order,
    page: query.page > 1 ? String(query.page) : '',
  };
  return paths.catalogue(address);
}

/** Whether the whole catalogue is shown in its default order: the page for search engines. */
export function isPlain({ text: words, genre, status, order }: CatalogueQuery): boolean {
  return words === '' && genre === null && status === null && order === usualOrder('');
}

function keysOf<Key extends string>(record: Record<Key, unknown>): [Key, ...Key[]] {
  return Object.keys(record) as [Key, ...Key[]];
}
