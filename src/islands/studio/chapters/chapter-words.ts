/** French labels of a chapter's state and price. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import {
  formatDay,
  formatInstant,
  formatNear,
  formatShortDay,
  formatShortInstant,
  parisDay,
  plural,
} from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';

/** “Sans titre” for a draft without a title. */
export const titleOf = ({ title, publicTitle }: StudioChapterBody): string =>
  title || publicTitle || 'Sans titre';

/** “« Salines »” of one, “3 chapitres” of more. */
export function chaptersNamed(chapters: readonly StudioChapterBody[]): string {
  const [first] = chapters;
  return first && chapters.length === 1
    ? `«\u00A0${titleOf(first)}\u00A0»`
    : plural(chapters.length, 'chapitre');
}

/** The parts of the book that these chapters are in. */
export const partsOf = (chapters: readonly StudioChapterBody[]): string[] => [
  ...new Set(chapters.flatMap(({ part }) => (part === null ? [] : [part]))),
];

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

/** A day that is not further ahead is named without its year: no other day can be meant. */
const nearMs = 180 * 864e5;

/** The same for a list: “3 mars”, “4 mars, 18:00”, with its year where that could be another one. */
export function shortDateOf(chapter: StudioChapterBody, now = Date.now()): string {
  const date = dateOf(chapter);
  if (chapter.publishedAt === null) return date;
  const instant = new Date(chapter.publishedAt);
  const year = parisDay(instant).slice(0, 4);
  const aheadMs = instant.getTime() - now;
  const isNear = aheadMs > 0 && aheadMs < nearMs;
  const isMeant = isNear || year === parisDay(new Date(now)).slice(0, 4);
  // In a narrow column the year and the time may be on a second line.
  return date.replace(`\u00A0${year}`, isMeant ? '' : ` ${year}`).replace(',\u00A0', ', ');
}

/** How many readers paid for a withdrawn chapter and can still read it; '' for none. */
export function unlocksSentence(unlocks: number): string {
  if (unlocks === 0) return '';
  return unlocks === 1
    ? 'Un lecteur l’a déverrouillé\u00A0: il le lit encore.'
    : `${plural(unlocks, 'lecteur')} l’ont déverrouillé\u00A0: ils le lisent encore.`;
}

type Price = Pick<StudioChapterBody, 'isPremium' | 'creditCost' | 'freeFrom'>;

/**
 * “Gratuit”, “Gratuit depuis le 3 mars 2026”, “1 crédit”, “1 crédit, gratuit dans 3 jours” or “… à
 * partir du 3 mars 2026 à 18:00”.
 */
export function priceOf(chapter: Price, now = Date.now()): string {
  const { price, then } = priceNow(chapter, now);
  if (then !== '') return `${price}, ${then}`;
  const wasPremium = chapter.isPremium && isFree(chapter, now);
  return wasPremium ? `${price} depuis le ${formatDay(chapter.freeFrom)}` : price;
}

/** In two: what holds now, and what comes, '' for nothing. */
export function priceNow(chapter: Price, now = Date.now()): { price: string; then: string } {
  const { creditCost, freeFrom } = chapter;
  if (isFree(chapter, now)) return { price: 'Gratuit', then: '' };
  const price = plural(creditCost, 'crédit');
  if (freeFrom === null) return { price, then: '' };
  const near = formatNear(new Date(freeFrom), new Date(now));
  return { price, then: `gratuit ${near ?? `à partir du ${formatInstant(freeFrom)}`}` };
}

/** Free for all readers by now. */
export const isFree = ({ isPremium, freeFrom }: Price, now = Date.now()): boolean =>
  !isPremium || (freeFrom !== null && Date.parse(freeFrom) <= now);

/** What a role may set of a chapter at once: “Prix et partie”, “Partie et extrait”, “Partie”. */
export function settingsOf({ isPremium }: { isPremium: boolean }, role: NovelRole): string {
  if (may(role, 'price')) return 'Prix et partie';
  return isPremium ? 'Partie et extrait' : 'Partie';
}
