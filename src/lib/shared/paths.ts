/** Addresses of pages. One place, so that a link and its route cannot differ. */
export type ChapterOrder = 'asc' | 'desc';

export const paths = {
  home: '/',
  legalNotice: '/mentions-legales',
  privacy: '/politique-confidentialite',
  terms: '/conditions-generales',
  siteFeed: '/feed.xml',
  sitemap: '/sitemap.xml',
  novel: (slug: string) => `/novel/${slug}`,
  novelFeed: (slug: string) => `/novel/${slug}/feed.xml`,
  chapter: (id: string) => `/chapter/${id}`,
  /** Home from a cursor on. */
  homeAfter: (cursor: string) => `/?apres=${encodeURIComponent(cursor)}`,
  /** A page of a novel's chapter list; the first page in ascending order has the plain address. */
  novelChapters: (slug: string, order: ChapterOrder, page: number) => {
    const query = new URLSearchParams();
    if (order === 'desc') query.set('tri', 'desc');
    if (page > 1) query.set('page', String(page));
    const tail = query.toString();
    return `/novel/${slug}${tail && `?${tail}`}#chapitres`;
  },
  image: (hash: string, widthPixels: number, format: string) =>
    `/images/${hash}-${widthPixels}.${format}`,
} as const;
