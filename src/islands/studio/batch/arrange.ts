/** Which chapters of a novel are shown, in which order, and what of them is chosen. */
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { isFree, titleOf } from '../chapters/chapter-words.ts';

export const shows = [
  { value: 'all', label: 'Tous' },
  { value: 'draft', label: 'Brouillons' },
  { value: 'scheduled', label: 'Programmés' },
  { value: 'published', label: 'Publiés' },
  { value: 'premium', label: 'Premium' },
  { value: 'free', label: 'Gratuits' },
] as const;
type Show = (typeof shows)[number]['value'];

const columns = [
  { value: 'number', label: 'N°' },
  { value: 'title', label: 'Titre' },
  { value: 'state', label: 'État' },
  { value: 'price', label: 'Prix' },
  { value: 'date', label: 'Date' },
  { value: 'words', label: 'Mots' },
  { value: 'views', label: 'Vues' },
  { value: 'likes', label: 'J’aime' },
  { value: 'comments', label: 'Comm.' },
  { value: 'credits', label: 'Crédits' },
] as const;
type Column = (typeof columns)[number]['value'];

const figures: readonly Column[] = ['views', 'likes', 'comments', 'credits'];

/** The columns that a role sees: the server gives figures to some only. */
export const columnsFor = (role: NovelRole) =>
  may(role, 'figures') ? columns : columns.filter(({ value }) => !figures.includes(value));

export type View = {
  show: Show;
  /** The title of a part; '' for all. */
  part: string;
  /** A number, or words of a title; '' for all. */
  wanted: string;
  sort: Column;
  isDescending: boolean;
};

export const initialView: View = {
  show: 'all',
  part: '',
  wanted: '',
  sort: 'number',
  isDescending: false,
};

/** Whether a view shows every chapter. */
export const isAll = ({ show, part, wanted }: View): boolean =>
  show === 'all' && part === '' && wanted === '';

type Compare = (a: StudioChapterBody, b: StudioChapterBody) => number;

const byNumber: Compare = (a, b) => a.chapterNumber - b.chapterNumber;
const statuses: readonly StudioChapterBody['status'][] = ['draft', 'scheduled', 'published'];
/** By state, and by date within it. */
const byState: Compare = (a, b) =>
  statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
  (a.publishedAt ?? '').localeCompare(b.publishedAt ?? '');

const costOf = (chapter: StudioChapterBody): number => (isFree(chapter) ? 0 : chapter.creditCost);

/** Those without a date come after every date. */
const byDate: Compare = (a, b) => timeOf(a) - timeOf(b);
const timeOf = ({ publishedAt }: StudioChapterBody): number =>
  publishedAt === null ? Number.MAX_VALUE : Date.parse(publishedAt);

let collator: Intl.Collator | undefined;
/** One collator for all pairs: a thousand titles take milliseconds instead of a second. */
const byTitle: Compare = (a, b) => {
  collator ??= new Intl.Collator('fr', { numeric: true });
  return collator.compare(titleOf(a), titleOf(b));
};

const orders: Record<Column, Compare> = {
  number: byNumber,
  title: byTitle,
  state: byState,
  price: (a, b) => costOf(a) - costOf(b),
  date: byDate,
  words: (a, b) => a.wordCount - b.wordCount,
  views: (a, b) => a.views - b.views,
  likes: (a, b) => a.likes - b.likes,
  comments: (a, b) => a.comments - b.comments,
  credits: (a, b) => a.creditsEarned - b.creditsEarned,
};

/** All chapters in the order of a view; equal ones by number. */
export function sortFor(
  chapters: readonly StudioChapterBody[],
  { sort, isDescending }: Pick<View, 'sort' | 'isDescending'>,
): StudioChapterBody[] {
  const compare = orders[sort];
  const sign = isDescending ? -1 : 1;
  return chapters.toSorted((a, b) => sign * compare(a, b) || byNumber(a, b));
}

/** Those of them that a view shows. */
export function filterFor(
  chapters: readonly StudioChapterBody[],
  { show, part, wanted }: Pick<View, 'show' | 'part' | 'wanted'>,
): StudioChapterBody[] {
  const isWanted = matcherOf(wanted);
  return chapters.filter(
    (chapter) =>
      isShown(chapter, show) && (part === '' || chapter.part === part) && isWanted(chapter),
  );
}

function isShown({ status, isPremium }: StudioChapterBody, show: Show): boolean {
  if (show === 'all') return true;
  if (show === 'premium' || show === 'free') return isPremium === (show === 'premium');
  return status === show;
}

/** Whether a chapter has this number, or this in its title, whatever the case and accents. */
function matcherOf(wanted: string): (chapter: StudioChapterBody) => boolean {
  const plain = plainOf(wanted.trim());
  if (plain === '') return () => true;
  return (chapter) =>
    String(chapter.chapterNumber) === plain || plainOf(titleOf(chapter)).includes(plain);
}

const plainOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[’'\s]+/g, ' ')
    .toLocaleLowerCase('fr');

/**
 * What is chosen after a press on a chapter: with the ones between it and the last pressed for a range,
 * in the shown order. They all become what the pressed one becomes.
 */
export function choose(
  chosen: ReadonlySet<string>,
  shown: readonly string[],
  { id, lastId, isRange }: { id: string; lastId: string | null; isRange: boolean },
): Set<string> {
  const next = new Set(chosen);
  const isOn = !chosen.has(id);
  const [from, to] = [shown.indexOf(isRange ? (lastId ?? id) : id), shown.indexOf(id)];
  const range = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of range) {
    if (isOn) next.add(one);
    else next.delete(one);
  }
  return next;
}

/** Of a list by number with parts, the name above each chapter with which a part begins, by its id. */
export function partHeads(
  chapters: readonly StudioChapterBody[],
  sort: Column,
): ReadonlyMap<string, string> {
  if (sort !== 'number' || chapters.every(({ part }) => part === null)) return new Map();
  return new Map(
    chapters
      .filter(({ part }, index) => part !== chapters[index - 1]?.part)
      .map(({ _id, part }) => [_id, part ?? 'Hors des parties']),
  );
}
