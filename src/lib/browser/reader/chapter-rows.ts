import { plural } from '#shared/site/formats.ts';
import { paths, type ChapterOrder } from '#shared/site/paths.ts';
import { chapterPanelPageSize } from '#shared/constants.ts';
import {
  cutIntoSlices,
  type ListedChapter,
  type ListedPage,
  type Slice,
} from './listed-chapters.ts';
import { createPageLoads } from './page-loads.ts';

/** The reader of the list: current chapter, chapters read. */
export type Looker = { currentId: string; readIds: ReadonlySet<string>; isSignedIn: boolean };

/** The rendered list and its operations. */
export type ChapterRows = {
  element: HTMLElement;
  /** The link of the current chapter, if its page is loaded. */
  current: HTMLAnchorElement | null;
  sort: (order: ChapterOrder) => void;
  /** Loads nothing any more. */
  close: () => void;
};

/** A page's chapters; null if they could not be loaded. */
type LoadPage = (page: number) => Promise<readonly ListedChapter[] | null>;

type DrawnPart = { section: HTMLElement; slices: DrawnSlice[] };
/** `items` is null until its page is loaded. */
type DrawnSlice = Slice & { list: HTMLOListElement; items: HTMLLIElement[] | null };

/**
 * Renders the whole list's parts, and in them the chapters of its first page; the other pages have
 * their height kept for them, and are loaded when they come near the window, or are focused.
 */
export function drawRows(
  first: ListedPage,
  { looker, scroller, load }: { looker: Looker; scroller: HTMLElement; load: LoadPage },
): ChapterRows {
  const element = document.createElement('div');
  element.className = 'parts';
  const parts = cutIntoSlices(first, chapterPanelPageSize).map(drawPart);
  element.append(...parts.map(({ section }) => section));
  const slices = parts.flatMap((part) => part.slices);
  let order: ChapterOrder = 'asc';

  const inOrder = <T>(things: T[]) => (order === 'asc' ? things : things.toReversed());
  const place = (item: HTMLLIElement, rank: number) => {
    item.ariaSetSize = String(first.total);
    item.ariaPosInSet = String(order === 'asc' ? rank + 1 : first.total - rank);
  };
  const fill = (page: number, chapters: readonly ListedChapter[]) => {
    for (const slice of slices) {
      if (slice.page !== page || slice.items) continue;
      const start = slice.first - (page - 1) * chapterPanelPageSize;
      const own = chapters.slice(start, start + slice.length);
      slice.items = own.map((chapter) => drawRow(chapter, looker));
      for (const [index, item] of slice.items.entries()) place(item, slice.first + index);
      loads.replace(slice.list, inOrder(slice.items));
    }
  };
  const loads = createPageLoads(scroller, async (page) => {
    const chapters = await load(page);
    if (chapters) fill(page, chapters);
    return chapters !== null;
  });
  fill(first.page, first.chapters);
  for (const { list, page, items } of slices) if (!items) loads.watch(list, page);

  return {
    element,
    get current() {
      return element.querySelector<HTMLAnchorElement>('a[aria-current]');
    },
    sort: (wanted) => {
      order = wanted;
      for (const { section, slices: own } of parts) {
        for (const { list, items, first: rank } of own) {
          if (!items) continue;
          for (const [index, item] of items.entries()) place(item, rank + index);
          list.append(...inOrder(items));
        }
        section.append(...inOrder(own).map(({ list }) => list));
      }
      element.append(...inOrder(parts).map(({ section }) => section));
    },
    close: loads.close,
  };
}

function drawPart({ title, slices }: { title: string | null; slices: Slice[] }): DrawnPart {
  const section = document.createElement('section');
  if (title !== null) section.append(textOf('h3', title));
  const drawn = slices.map((slice): DrawnSlice => {
    const list = document.createElement('ol');
    list.style.setProperty('--rows', String(slice.length));
    list.append(drawRest(slice.length));
    return { ...slice, list, items: null };
  });
  section.append(...drawn.map(({ list }) => list));
  return { section, slices: drawn };
}

/** In the place of chapters that are not loaded: what keyboards and screen readers load them by. */
function drawRest(chapters: number): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'rest';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `Afficher ${plural(chapters, 'chapitre')}`;
  item.append(button);
  return item;
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
  else if (isPremium && looker.isSignedIn) marks.push(['unlocked', 'Déverrouillé']);
  return marks;
}

function textOf(name: 'span' | 'h3', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
