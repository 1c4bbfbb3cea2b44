import { languageName } from '#shared/site/formats.ts';
import { ageLabel, warningLabel } from '#shared/site/content-warnings.ts';
import { genreLabel } from '#shared/site/genres.ts';
import { statusLabel } from '#shared/messages.ts';
import {
  catalogueAddress,
  catalogueStatuses,
  usualOrder,
  type CatalogueQuery,
  type CatalogueStatus,
} from './catalogue-query.ts';

/** A criterion of a query in words, and the address of the query without it. */
type Criterion = { label: string; href: string };

/** A state of a novel, as a choice and as a criterion. */
export const statusName = (word: CatalogueStatus): string =>
  statusLabel(catalogueStatuses[word]) ?? word;

/** The least length of a novel, likewise. */
export const lengthName = (least: number): string => `Au moins ${least}\u00A0chapitres`;

/** The most that a novel's age may be, likewise. */
export const ageName = (most: number): string =>
  most === 0 ? ageLabel(most) : `${most}\u00A0ans au plus`;

/** The criteria whose fields are always shown. */
export function basicCriteria(query: CatalogueQuery): Criterion[] {
  const { text, genres, status } = query;
  return [
    ...(text === '' ? [] : [criterion(query, `«\u00A0${text}\u00A0»`, { text: '' })]),
    ...genres.map((each) => criterion(query, genreLabel(each), { genres: others(genres, each) })),
    ...(status === null ? [] : [criterion(query, statusName(status), { status: null })]),
  ];
}

/** Those whose fields are below “Plus de critères”. */
export function furtherCriteria(query: CatalogueQuery): Criterion[] {
  const {
    tags,
    withoutGenres,
    withoutTags,
    withoutWarnings,
    ageMax,
    chapters,
    isFree,
    originalLanguage,
  } = query;
  const origin = originalLanguage && languageName(originalLanguage).toLowerCase();
  return [
    ...tags.map((each) => criterion(query, `#${each}`, { tags: others(tags, each) })),
    ...withoutGenres.map((each) =>
      criterion(query, `Sans ${genreLabel(each).toLowerCase()}`, {
        withoutGenres: others(withoutGenres, each),
      }),
    ),
    ...withoutTags.map((each) =>
      criterion(query, `Sans #${each}`, { withoutTags: others(withoutTags, each) }),
    ),
    ...(ageMax === null
      ? []
      : [
          criterion(query, `Âge conseillé\u00A0: ${ageName(ageMax).toLowerCase()}`, {
            ageMax: null,
          }),
        ]),
    ...withoutWarnings.map((each) =>
      criterion(query, `Sans ${warningLabel(each).toLowerCase()}`, {
        withoutWarnings: others(withoutWarnings, each),
      }),
    ),
    ...(chapters === null ? [] : [criterion(query, lengthName(chapters), { chapters: null })]),
    ...(isFree ? [criterion(query, 'Sans chapitre premium', { isFree: false })] : []),
    ...(origin === null
      ? []
      : [criterion(query, `Langue d’origine\u00A0: ${origin}`, { originalLanguage: null })]),
  ];
}

function criterion(query: CatalogueQuery, label: string, less: Partial<CatalogueQuery>): Criterion {
  const rest = { ...query, page: 1, ...less };
  // Relevance means nothing without words.
  const isUsual = query.order === usualOrder(query.text) || query.order === 'pertinence';
  const order = isUsual ? usualOrder(rest.text) : query.order;
  return { label, href: catalogueAddress({ ...rest, order }) };
}

const others = <T>(list: readonly T[], one: T): T[] => list.filter((each) => each !== one);
