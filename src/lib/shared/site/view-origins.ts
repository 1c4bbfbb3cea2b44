/**
 * Where the reader of a view came from (decision 93): a kind of our pages, or the host of another site.
 * Kinds begin with a colon, which no host does.
 */

/** Every kind that is not a host, with its name for authors. */
const originNames = {
  ':home': 'Accueil',
  ':catalogue': 'Catalogue, genres et recherche',
  ':novel': 'Page d’un roman',
  ':chapter': 'Un autre chapitre',
  ':library': 'Ma bibliothèque',
  ':site': 'Autres pages du site',
  ':direct': 'Adresse directe, favori, e\u2011mail ou application',
  ':others': 'Autres sites',
} as const;

type OriginKind = keyof typeof originNames;

/** Kinds by the first part of our pages' paths. */
const kindsByPath: ReadonlyMap<string, OriginKind> = new Map([
  ['', ':home'],
  ['romans', ':catalogue'],
  ['genre', ':catalogue'],
  ['auteur', ':catalogue'],
  ['tag', ':catalogue'],
  ['novel', ':novel'],
  ['chapter', ':chapter'],
  ['bibliotheque', ':library'],
]);

/** Signing in and paying lead through these pages and back: readers do not come from them. */
const throughHosts = new Set(['accounts.google.com', 'appleid.apple.com', 'checkout.stripe.com']);

/** A host of the DNS as browsers write it, or the name of an application; at least one dot. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * The origin that a page reports: `/romans` for one of ours (the first part of its path alone), the
 * host of another site, or nothing. Never refuses: what is no origin is `:direct`.
 */
export function parseOrigin(reported: string): string {
  if (reported.startsWith('/')) return kindsByPath.get(reported.slice(1)) ?? ':site';
  const host = reported
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
  if (throughHosts.has(host)) return ':site';
  return host.length <= 253 && hostPattern.test(host) ? host : ':direct';
}

/** How an origin is called: the name of a kind, or the host itself. */
export function originName(origin: string): string {
  return Object.entries(originNames).find(([kind]) => kind === origin)?.[1] ?? origin;
}
