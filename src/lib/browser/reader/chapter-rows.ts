import { plural } from '#shared/formats.ts';
import { paths, type ChapterOrder } from '#shared/paths.ts';
import { groupByPart, isMeant, type ListedChapter, type Part } from './listed-chapters.ts';

/** The reader of the list: current chapter, chapters read. */
export type Looker = { currentId: string; readIds: ReadonlySet<string>; isSignedIn: boolean };

/** The rendered list and its operations. */
export type ChapterRows = {
  element: HTMLElement;
  /** The link of the current chapter. */
  current: HTMLAnchorElement | null;
  sort: (order: ChapterOrder) => void;
  /** Shows only the chapters that match the words; returns their number. */
  filter: (wanted: string) => number;
};

type DrawnPart = { section: HTMLElement; lists: DrawnList[] };
type DrawnList = { list: HTMLElement; rows: DrawnRow[] };
type DrawnRow = { chapter: ListedChapter; item: HTMLLIElement };

/** Rows that are rendered, or skipped, together. */
const listRowsMax = 100;

/**
 * Renders all chapters, by part. There may be thousands: each row is created once, and CSS skips
 * the rendering of lists far from the window (`content-visibility`), where find-in-page still
 * works. Not row by row: that makes hiding thousands of them take seconds in Chromium.
 */
export function drawRows(chapters: readonly ListedChapter[], looker: Looker): ChapterRows {
  const element = document.createElement('div');
  element.className = 'parts';
  const parts = groupByPart(chapters).map((part) => drawPart(part, looker));
  element.append(...parts.map(({ section }) => section));
  return {
    element,
    current: element.querySelector('a[aria-current]'),
    sort: (order) => {
      const turn = <T>(things: T[]) => (order === 'asc' ? things : things.toReversed());
      for (const { section, lists } of parts) {
        for (const { list, rows } of lists) list.append(...turn(rows).map(({ item }) => item));
        section.append(...turn(lists).map(({ list }) => list));
      }
      element.append(...turn(parts).map(({ section }) => section));
    },
    filter: (wanted) => {
      let shown = 0;
      for (const { section, lists } of parts) {
        const before = shown;
        for (const list of lists) shown += filterList(list, wanted);
        section.hidden = shown === before;
      }
      return shown;
    },
  };
}

function drawPart({ title, chapters }: Part, looker: Looker): DrawnPart {
  const section = document.createElement('section');
  if (title !== null) section.append(textOf('h3', title));
  const lists: DrawnList[] = [];
  for (let first = 0; first < chapters.length; first += listRowsMax) {
    const inList = chapters.slice(first, first + listRowsMax);
    const rows = inList.map((chapter) => ({ chapter, item: drawRow(chapter, looker) }));
    const list = document.createElement('ol');
    list.append(...rows.map(({ item }) => item));
    list.style.setProperty('--rows', String(rows.length));
    lists.push({ list, rows });
  }
  section.append(...lists.map(({ list }) => list));
  return { section, lists };
}

/** Returns the number of visible rows, and reserves their height. */
function filterList({ list, rows }: DrawnList, wanted: string): number {
  let shown = 0;
  for (const { chapter, item } of rows) {
    item.hidden = !isMeant(chapter, wanted);
    if (!item.hidden) shown += 1;
  }
  list.hidden = shown === 0;
  list.style.setProperty('--rows', String(shown));
  return shown;
}

function drawRow(chapter: ListedChapter, looker: Looker): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = paths.chapter(chapter.id);
  const number = textOf('span', String(chapter.chapterNumber));
  number.className = 'number';
  link.append(number, ' ', textOf('span', chapter.title));
  for (const [kind, words] of marksOf(chapter, looker)) {
    const mark = textOf('span', words);
    mark.className = `mark ${kind}`;
    link.append(' ', mark);
  }
  if (chapter.id === looker.currentId) link.ariaCurrent = 'page';
  item.append(link);
  return item;
}

/** The state of a chapter, by icon and word. */
function marksOf(chapter: ListedChapter, looker: Looker): [kind: string, words: string][] {
  const { id, isLocked, isPremium, creditCost } = chapter;
  const marks: [string, string][] = [];
  if (id === looker.currentId) marks.push(['current', 'En cours']);
  else if (looker.readIds.has(id)) marks.push(['read', 'Lu']);
  if (isLocked) marks.push(['locked', plural(creditCost, 'crédit')]);
  // If it is open to an anonymous reader, it is free by now: nothing was unlocked.
  else if (isPremium && looker.isSignedIn) marks.push(['unlocked', 'Débloqué']);
  return marks;
}

function textOf(name: 'span' | 'h3', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
