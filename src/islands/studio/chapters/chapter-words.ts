/** French labels of a chapter's state and price. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import {
  formatDay,
  formatInstant,
  formatNear,
  formatShortDay,
  formatShortInstant,
  plural,
} from '#shared/formats.ts';
import { may, type NovelRole } from '#shared/novel-powers.ts';

/** “Sans titre” for a draft without a title. */
export const titleOf = ({ title, publicTitle }: StudioChapterBody): string =>
  title || publicTitle || 'Sans titre';

/** “Publié le 3 mars 2026”, “Paraît le 4 mars 2026 à 18:00”, “Brouillon”. */
export function stateOf({ status, publishedAt }: StudioChapterBody): string {
  if (status === 'draft') return publishedAt ? 'Brouillon (retiré)' : 'Brouillon';
  if (status === 'published') return `Publié le ${formatDay(publishedAt)}`;
  return publishedAt ? `Paraît le ${formatInstant(publishedAt)}` : 'Programmé';
}

/** “Publié”, “Programmé”, “Brouillon”, “Retiré”. */
export function stateName({ status, publishedAt }: StudioChapterBody): string {
  if (status === 'draft') return publishedAt ? 'Retiré' : 'Brouillon';
  return status === 'published' ? 'Publié' : 'Programmé';
}

/** “3 mars 2026”; of a scheduled one “4 mars 2026, 18:00”; '' for a draft that was never out. */
export function dateOf({ status, publishedAt }: StudioChapterBody): string {
  if (publishedAt === null) return '';
  return status === 'scheduled' ? formatShortInstant(publishedAt) : formatShortDay(publishedAt);
}

type Price = Pick<StudioChapterBody, 'isPremium' | 'creditCost' | 'freeFrom'>;

/** “Gratuit”, “1 crédit”, “1 crédit, gratuit dans 3 jours” or “… à partir du 3 mars 2026 à 18:00”. */
export function priceOf(chapter: Price, now = Date.now()): string {
  const { price, then } = priceNow(chapter, now);
  return then === '' ? price : `${price}, ${then}`;
}

/** The same in two: what holds now, and what comes, '' for nothing. */
export function priceNow(
  { isPremium, creditCost, freeFrom }: Price,
  now = Date.now(),
): { price: string; then: string } {
  if (!isPremium) return { price: 'Gratuit', then: '' };
  const price = plural(creditCost, 'crédit');
  if (freeFrom === null) return { price, then: '' };
  const instant = new Date(freeFrom);
  if (instant.getTime() <= now) {
    return { price: `Gratuit depuis le ${formatDay(freeFrom)}`, then: '' };
  }
  const near = formatNear(instant, new Date(now));
  return { price, then: `gratuit ${near ?? `à partir du ${formatInstant(freeFrom)}`}` };
}

/** What a role may set of a chapter at once: “Prix et partie”, “Partie et extrait”, “Partie”. */
export function settingsOf({ isPremium }: { isPremium: boolean }, role: NovelRole): string {
  if (may(role, 'price')) return 'Prix et partie';
  return isPremium ? 'Partie et extrait' : 'Partie';
}
