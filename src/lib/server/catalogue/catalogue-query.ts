import { z } from 'zod';
import { catalogueFoundMax, novelsPageSize, searchTextCharacters } from '#shared/constants.ts';
import { genres, genreSlug, type Genre } from '#shared/genres.ts';
import { paths, type CatalogueAddress } from '#shared/paths.ts';

/** Orders of the catalogue, by the word that stands in its address. */
export const catalogueOrders = {
  pertinence: 'Pertinence',
  recents: 'Nouveautés',
  'mis-a-jour': 'Mis à jour',
  notes: 'Mieux notés',
  vues: 'Plus lus',
} as const;
export type CatalogueOrder = keyof typeof catalogueOrders;

/** States of a novel, by the word that stands in the address. */
export const catalogueStatuses = {
  'en-cours': 'ongoing',
  termine: 'completed',
  'en-pause': 'hiatus',
} as const;
export type CatalogueStatus = keyof typeof catalogueStatuses;

/** What of the catalogue is asked for. */
export type CatalogueQuery = {
  /** Words to look for; empty where none were given. */
  text: string;
  genre: Genre | null;
  status: CatalogueStatus | null;
  order: CatalogueOrder;
  /** From 1 on. */
  page: number;
};

/** The last page of what is listed of a large result. */
const cataloguePagesMax = Math.ceil(catalogueFoundMax / novelsPageSize);

const genresBySlug = new Map(genres.map((genre) => [genreSlug(genre), genre]));

const text = z.string().transform((given) => {
  // A NUL is no text for PostgreSQL, and the others are no words.
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

/** Reads the parameters of an address. Whatever means nothing counts as not given. */
export function parseCatalogueQuery(parameters: URLSearchParams): CatalogueQuery {
  const { q, genre, statut, tri, page } = fields.parse(
    Object.fromEntries(Object.keys(fields.shape).map((name) => [name, parameters.get(name)])),
  );
  const usual = usualOrder(q);
  // Nothing is more or less to the point where no words are looked for.
  const order = tri === null || (tri === 'pertinence' && q === '') ? usual : tri;
  return { text: q, genre, status: statut, order, page };
}

/** The order where none is chosen. */
export function usualOrder(words: string): CatalogueOrder {
  return words === '' ? 'recents' : 'pertinence';
}

/** The one address of a query: what is usual does not stand in it. */
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

/** Whether the whole catalogue is shown in its usual order: what search engines should know. */
export function isPlain({ text: words, genre, status, order }: CatalogueQuery): boolean {
  return words === '' && genre === null && status === null && order === usualOrder('');
}

function keysOf<Key extends string>(record: Record<Key, unknown>): [Key, ...Key[]] {
  return Object.keys(record) as [Key, ...Key[]];
}
