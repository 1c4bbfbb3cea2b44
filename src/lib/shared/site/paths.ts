import type { SignInReason } from './sign-in-reasons.ts';

/** Addresses of pages. One place, so that a link and its route cannot differ. */
export type ChapterOrder = 'asc' | 'desc';

/** Query parameters of the catalogue; empty ones are left out, lists are repeated. */
export type CatalogueAddress = Record<
  'q' | 'statut' | 'chapitres' | 'gratuit' | 'origine' | 'age' | 'tri' | 'page',
  string
> &
  Record<'genre' | 'sans' | 'mot' | 'sans-mot' | 'sans-avertissement', string | readonly string[]>;

export type Provider = 'google' | 'apple';

export const paths = {
  home: '/',
  /** The section of home that lists them. */
  newChapters: '/#nouveaux-chapitres',
  /** All novels, or search results. */
  catalogue: (address: Partial<CatalogueAddress> = {}) => withQuery('/romans', address),
  /** All genres. */
  genres: '/genre',
  /** Novels of a genre, by its slug (`genreSlug`). */
  genre: (slug: string, page = 1) => withQuery(`/genre/${slug}`, pageOf(page)),
  /** Novels by an author or translator, and novels with a tag: slugs are the database's (`slug_of`). */
  author: (slug: string, page = 1) => withQuery(`/auteur/${slug}`, pageOf(page)),
  tag: (slug: string, page = 1) => withQuery(`/tag/${slug}`, pageOf(page)),
  /** What a reader reads, has read and wants to read. */
  library: '/bibliotheque',
  /** The page of addresses that have none. */
  missing: '/404',
  /** Sent in the place of what needs the database while it is away. */
  maintenance: '/maintenance',
  register: '/register',
  authSuccess: '/auth/success',
  profile: '/profile',
  /** The section of the profile about e-mails and notifications. */
  notices: '/profile#etre-prevenu',
  /** The page of a link that signs a member of staff in; its form posts to the second. */
  staffLink: (token: string) => withQuery('/acces', { jeton: token }),
  staffSignIn: '/api/auth/staff',
  /** The page that ends e-mails about releases, by an e-mail's link. */
  unsubscribe: (token: string) => `/desabonnement/${token}`,
  /** Where mail programs do it by themselves (RFC 8058), and that page's form. */
  oneClickUnsubscribe: (token: string) => `/api/notices/unsubscribe/${token}`,
  /** Withdrawal from a contract, for everybody (art. L221-21 C. conso.); its form posts to the second. */
  withdrawal: '/retractation',
  withdrawalForm: '/api/withdrawal-declarations',
  /** The tab of the profile that lists purchases. */
  billing: '/profile#historique',
  /** The typos that the reader has reported. */
  ownTypos: '/profile#signalements',
  payment: '/payment',
  /** The purchase page, with the path to return to, and the novel and part to buy the rest of. */
  paymentFrom: (returnPath: string, rest: { novelId?: string; part?: string | undefined } = {}) =>
    withQuery('/payment', {
      retour: returnPath === '/' ? undefined : returnPath,
      roman: rest.novelId,
      partie: rest.part,
    }),
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
  stripeWebhook: '/api/stripe/webhook',
  myNovels: '/my-novels',
  statements: '/my-novels?vue=releves',
  /** An author's statements, that of a month open. */
  statement: (month: string) => withQuery('/my-novels', { vue: 'releves', mois: month }),
  /** The publisher's desk, with what waits; its parts stand below. */
  desk: '/bureau',
  deskPerson: (id: string) => withQuery('/bureau', { vue: 'personne', id }),
  deskOrder: (id: string) => withQuery('/bureau', { vue: 'commande', id }),
  deskLog: (personId?: string, kind?: string, actorId?: string) =>
    withQuery('/bureau', { vue: 'journal', quoi: kind, personne: personId, par: actorId }),
  moderation: '/bureau/moderation',
  contentNotices: '/bureau/moderation#contenus',
  /** Refunds that admins pay by bank transfer. */
  transfers: '/bureau/virements',
  /** What authors are paid, for admins. */
  pay: '/bureau/remuneration',
  /** The publisher's books, for admins. */
  books: '/bureau/livres',
  items: '/item',
  addItem: '/add',
  appleCallback: '/api/auth/apple/callback',
  googleCallback: '/api/auth/google/callback',
  /** The sign-in page: where to go afterwards, the reason, the provider concerned. */
  login: (options: { returnPath?: string; reason?: SignInReason; provider?: Provider } = {}) =>
    withQuery('/login', {
      retour: options.returnPath === '/' ? undefined : options.returnPath,
      motif: options.reason,
      provider: options.provider,
    }),
  /**
   * Begins a sign-in at a provider: a full-page navigation. `joinsWaiting`: an identity waiting in
   * this browser is linked to the user who signs in (decision 16).
   */
  signIn: (provider: Provider, returnPath: string, joinsWaiting = false) =>
    withQuery(`/api/auth/${provider}`, {
      retour: returnPath === '/' ? undefined : returnPath,
      relier: joinsWaiting ? '1' : undefined,
    }),
  /** Where a sign-in ends: the page there stores the token and redirects. */
  signedIn: (token: string, returnPath: string) =>
    withQuery('/auth/success', {
      accessToken: token,
      retour: returnPath === '/' ? undefined : returnPath,
    }),
  legalNotice: '/mentions-legales',
  privacy: '/politique-confidentialite',
  terms: '/conditions-generales',
  accessibility: '/accessibilite',
  /** The form of a notice of illegal content; the place is known, or asked. */
  contentNotice: (place: Partial<Record<'roman' | 'chapitre' | 'commentaire', string>> = {}) =>
    withQuery('/signaler', place),
  /** The number of the notice that the form with this key has sent. */
  contentNoticeSent: (key: string) => withQuery('/signaler', { recu: key }),
  sendContentNotice: '/api/content-notices',
  siteFeed: '/feed.xml',
  sitemap: '/sitemap.xml',
  /** Rendered in place of novels and chapters while access is locked; no address of its own. */
  suspension: '/suspension',
  novel: (slug: string) => `/novel/${slug}`,
  novelFeed: (slug: string) => `/novel/${slug}/feed.xml`,
  /** Reviews of a novel: the most useful first, or the newest (`date`). */
  reviews: (
    slug: string,
    { order, page = 1 }: { order?: 'date' | undefined; page?: number } = {},
  ) => withQuery(`/novel/${slug}/avis`, { tri: order, ...pageOf(page) }),
  /** A small picture of a novel's cover, whichever it is: for what knows a novel by its slug alone. */
  novelCover: (slug: string) => `/novel/${slug}/couverture`,
  /** News of a novel that are not a chapter. */
  announcement: (slug: string, id: string) => `/novel/${slug}/annonce/${id}`,
  chapter: (id: string) => `/chapter/${id}`,
  item: (id: string) => `/item/${id}`,
  editItem: (id: string) => `/edit/${id}`,
  /** The list of items after a cursor. */
  itemsAfter: (cursor: string) => `/item?apres=${encodeURIComponent(cursor)}`,
  /** Home after a cursor. */
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
  /** A picture of a chapter's text, as WebP. */
  chapterPicture: (chapterId: string, hash: string, widthPixels: number) =>
    `/chapter/${chapterId}/images/${hash}-${widthPixels}.webp`,
} as const;

/** Where people read what is reserved and whom to ask: the section of the legal notice. */
export const tdmPolicy = (siteUrl: string) =>
  `${siteUrl}${paths.legalNotice}#propriete-intellectuelle`;

const pageOf = (page: number) => ({ page: page > 1 ? String(page) : undefined });

type QueryValues = Record<string, string | readonly string[] | undefined>;

function withQuery(path: string, values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value ?? []].flat()) if (each !== '') query.append(name, each);
  }
  const tail = query.toString();
  return tail ? `${path}?${tail}` : path;
}
