import { plural } from '../../shared/formats.ts';
import { paths, type ChapterOrder } from '../../shared/paths.ts';
import { groupByPart, isMeant, type ListedChapter } from './listed-chapters.ts';

/** Who looks at the list, and from where. */
export type Looker = { currentId: string; readIds: ReadonlySet<string>; isSignedIn: boolean };

/** The list as it is drawn, and what may be done with it. */
export type ChapterRows = {
  element: HTMLElement;
  /** The link of the chapter that is being read. */
  current: HTMLAnchorElement | null;
  sort: (order: ChapterOrder) => void;
  /** Shows only what is meant by the words; says how many chapters that is. */
  filter: (wanted: string) => number;
};

type DrawnPart = { section: HTMLElement; list: HTMLElement; rows: DrawnRow[] };
type DrawnRow = { chapter: ListedChapter; item: HTMLLIElement };

/**
 * Draws all chapters, by part. There may be thousands: each row is drawn once, and CSS leaves those
 * that are not near the window unrendered (`content-visibility`), where search still finds them.
 */
export function drawRows(chapters: readonly ListedChapter[], looker: Looker): ChapterRows {
  const element = document.createElement('div');
  element.className = 'parts';
  const parts = groupByPart(chapters).map(({ title, chapters: inPart }): DrawnPart => {
    const section = document.createElement('section');
    const list = document.createElement('ol');
    if (title !== null) section.append(textOf('h3', title));
    const rows = inPart.map((chapter) => ({ chapter, item: drawRow(chapter, looker) }));
    list.append(...rows.map(({ item }) => item));
    section.append(list);
    return { section, list, rows };
  });
  element.append(...parts.map(({ section }) => section));
  return {
    element,
    current: element.querySelector('a[aria-current]'),
    sort: (order) => {
      const turn = <T>(things: T[]) => (order === 'asc' ? things : things.toReversed());
      for (const { list, rows } of parts) list.append(...turn(rows).map(({ item }) => item));
      element.append(...turn(parts).map(({ section }) => section));
    },
    filter: (wanted) => {
      let shown = 0;
      for (const { section, rows } of parts) {
        const before = shown;
        for (const { chapter, item } of rows) {
          item.hidden = !isMeant(chapter, wanted);
          if (!item.hidden) shown += 1;
        }
        section.hidden = shown === before;
      }
      return shown;
    },
  };
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

/** What is said of a chapter, by icon and word. */
function marksOf(chapter: ListedChapter, looker: Looker): [kind: string, words: string][] {
  const { id, isLocked, isPremium, creditCost } = chapter;
  const marks: [string, string][] = [];
  if (id === looker.currentId) marks.push(['current', 'En cours']);
  else if (looker.readIds.has(id)) marks.push(['read', 'Lu']);
  if (isLocked) marks.push(['locked', plural(creditCost, 'crédit')]);
  // Open to a stranger, it is free by now: nothing was unlocked.
  else if (isPremium && looker.isSignedIn) marks.push(['unlocked', 'Débloqué']);
  return marks;
}

function textOf(name: 'span' | 'h3', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
