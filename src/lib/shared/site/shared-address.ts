import { paths } from './paths.ts';
import { safeReturnPath } from './return-path.ts';
import { searchTextCharacters } from '../constants.ts';

/** What a device's share sheet hands over (`share_target` of `public/manifest.webmanifest`). */
export type Shared = Record<'titre' | 'texte' | 'adresse', string | null>;

/**
 * Where what was shared with the installed site leads to: a novel or a chapter of this site whose
 * address is in it, else a search for its words. Always a path of this site.
 *
 * @param siteUrl the site's origin.
 */
export function sharedPath({ titre, texte, adresse }: Shared, siteUrl: string): string {
  // Android hands an address over as text.
  const words = [adresse, texte, titre].map((text) => text?.trim() ?? '');
  for (const found of words.flatMap((text) => text.match(/https?:\/\/[^\s<>"]+/g) ?? [])) {
    if (!URL.canParse(found)) continue;
    const { origin, pathname } = new URL(found);
    const isWork = /^\/(?:novel\/[a-z0-9-]+|chapter\/[\da-f-]{36})$/.test(pathname);
    if (origin === new URL(siteUrl).origin && isWork) return safeReturnPath(pathname);
  }
  const [, text = '', title = ''] = words;
  const wanted = (title || text).replaceAll(/https?:\/\/\S+/g, ' ').trim();
  return paths.catalogue({ q: wanted.slice(0, searchTextCharacters) });
}
