import type { AggregateRating, Book, Graph, Person, WithContext } from 'schema-dts';
import { genreLabel } from '#shared/site/genres.ts';
import { parisDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { ratingAverage, type Novel, type ShownNovel } from './novels.ts';

/** JSON for a script element: `<` is escaped, so that no text can close the element. */
export function embedJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function personData(name: string, slug: string, siteUrl: string) {
  const url = siteUrl + paths.author(slug);
  return { '@type': 'Person', '@id': `${url}#personne`, name, url } satisfies Person;
}

/** A page that lists novels, as crawlers are told of it. */
type ListingData = {
  heading: string;
  description: string;
  path: string;
  novels: readonly Pick<Novel, 'slug' | 'title'>[];
  person?: { name: string; slug: string };
};

/** Structured data of a list of novels: schema.org `CollectionPage` with an `ItemList`, and `Person`. */
export function listingStructuredData(listing: ListingData, siteUrl: string): Graph {
  const { heading, description, novels, person } = listing;
  const url = siteUrl + listing.path;
  const about = person && personData(person.name, person.slug, siteUrl);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'CollectionPage',
        '@id': url,
        url,
        name: heading,
        description,
        inLanguage: 'fr',
        ...(about && { about: { '@id': about['@id'] } }),
        mainEntity: {
          '@type': 'ItemList',
          numberOfItems: novels.length,
          itemListElement: novels.map(({ slug, title }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            url: siteUrl + paths.novel(slug),
            name: title,
          })),
        },
      },
      ...(about ? [about] : []),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Romans', item: siteUrl + paths.catalogue() },
          { '@type': 'ListItem', position: 2, name: heading, item: url },
        ],
      },
    ],
  };
}

type ReviewData = {
  title: string;
  text: string;
  name: string;
  rating: number | null;
  hasSpoiler: boolean;
  createdAt: Date;
};

/** Structured data of a page of a novel's reviews: what is folded there is left out. */
export function reviewsStructuredData(
  novel: Novel,
  reviews: readonly ReviewData[],
  siteUrl: string,
): WithContext<Book> {
  const url = siteUrl + paths.novel(novel.slug);
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': url,
    url,
    name: novel.title,
    author: { '@type': 'Person', name: novel.authorName },
    ...ratingData(novel),
    review: reviews.map(({ title, text, name, rating, hasSpoiler, createdAt }) => ({
      '@type': 'Review',
      name: title,
      author: { '@type': 'Person', name },
      datePublished: parisDay(createdAt),
      ...(!hasSpoiler && { reviewBody: text }),
      ...(rating !== null && {
        reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
      }),
    })),
  };
}

function ratingData(novel: Novel) {
  const ratingValue = ratingAverage(novel);
  if (ratingValue === null) return {};
  const rating = { ratingValue, ratingCount: novel.ratingCount, bestRating: 5, worstRating: 1 };
  return { aggregateRating: { '@type': 'AggregateRating', ...rating } satisfies AggregateRating };
}

/** Structured data of a novel for search engines: schema.org `Book` and `BreadcrumbList`. */
export function novelStructuredData(novel: ShownNovel, siteUrl: string): Graph {
  const url = siteUrl + paths.novel(novel.slug);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Book',
        '@id': url,
        url,
        name: novel.title,
        author: personData(novel.authorName, novel.authorSlug, siteUrl),
        ...(novel.translatorName !== '' && {
          translator: personData(novel.translatorName, novel.translatorSlug, siteUrl),
        }),
        ...(novel.ageMin !== null && { typicalAgeRange: `${novel.ageMin}-` }),
        ...(novel.originalTitle !== '' && { alternateName: novel.originalTitle }),
        description: novel.description,
        inLanguage: novel.language,
        genre: novel.genres.map(genreLabel),
        keywords: novel.tags.join(', '),
        datePublished: novel.createdAt.toISOString().slice(0, 10),
        dateModified: novel.updatedAt.toISOString().slice(0, 10),
        publisher: { '@type': 'Organization', name: 'Feuilleton', url: siteUrl },
        ...(novel.cover && { image: siteUrl + paths.image(novel.cover.hash, 800, 'webp') }),
        ...ratingData(novel),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Romans', item: `${siteUrl}/` },
          { '@type': 'ListItem', position: 2, name: novel.title, item: url },
        ],
      },
    ],
  };
}
