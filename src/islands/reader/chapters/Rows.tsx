/** A list of chapters by parts, of which pages are loaded when they come near the window. */
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import {
  cutIntoSlices,
  type ListedChapter,
  type ListedPage,
  type Slice,
} from '#browser/reader/chapters/listed-chapters.ts';
import { chapterPanelPageSize } from '#shared/constants.ts';
import { plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { paths, type ChapterOrder } from '#shared/site/paths.ts';

/** The reader of the list: current chapter, chapters read. */
export type Looker = { currentId: string; readIds: ReadonlySet<string>; isSignedIn: boolean };

/** A page's chapters; null if they could not be loaded. */
type LoadPage = (page: number) => Promise<readonly ListedChapter[] | null>;

/** How far from the window a page is loaded. */
const nearPixels = 600;
/** One that is scrolled past is not loaded. */
const requestAfterMs = 120;

type Props = {
  first: ListedPage;
  order: ChapterOrder;
  looker: Looker;
  scroller: RefObject<HTMLElement | null>;
  load: LoadPage;
  /** The current chapter was chosen. */
  onCurrent: () => void;
  isHidden?: boolean;
};

/**
 * All parts, and in them the chapters of the first page; the other pages have their height reserved for
 * them, and are loaded when they come near the window, or are focused.
 */
export function Rows(props: Props) {
  const { first, order, looker, scroller, load, onCurrent, isHidden = false } = props;
  const parts = useRef<HTMLDivElement>(null);
  const loading = useRef(new Set<number>());
  /** By page; null for one that failed. */
  const [pages, setPages] = useState<ReadonlyMap<number, readonly ListedChapter[] | null>>(
    () => new Map([[first.page, first.chapters]]),
  );
  const inOrder = <T,>(things: readonly T[]) => (order === 'asc' ? things : things.toReversed());

  const request = async (page: number) => {
    if (loading.current.has(page) || pages.get(page)) return;
    loading.current.add(page);
    const chapters = await load(page);
    loading.current.delete(page);
    const lists = parts.current?.querySelectorAll<HTMLElement>(`[data-page="${page}"]`) ?? [];
    if (!scroller.current) return;
    growInPlace(scroller.current, [...lists], () => {
      // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- what is seen is measured before and after
      flushSync(() => setPages((known) => new Map(known).set(page, chapters)));
    });
  };

  return (
    <div className="parts" ref={parts} hidden={isHidden}>
      {inOrder(cutIntoSlices(first, chapterPanelPageSize)).map(({ title, slices }) => (
        <section key={slices[0]?.first}>
          {title !== null && <h3>{title}</h3>}
          {inOrder(slices).map((slice) => {
            const chapters = pages.get(slice.page);
            const start = slice.first - (slice.page - 1) * chapterPanelPageSize;
            const own = chapters?.slice(start, start + slice.length) ?? [];
            const rows = own.map((chapter, index) => {
              const rank = slice.first + index;
              return (
                <li
                  key={chapter.id}
                  aria-setsize={first.total}
                  aria-posinset={order === 'asc' ? rank + 1 : first.total - rank}
                >
                  <Row chapter={chapter} looker={looker} onCurrent={onCurrent} />
                </li>
              );
            });
            return (
              <SliceList
                key={slice.first}
                slice={slice}
                rows={chapters ? inOrder(rows) : null}
                hasFailed={chapters === null}
                request={() => void request(slice.page)}
              />
            );
          })}
        </section>
      ))}
    </div>
  );
}

type SliceProps = {
  slice: Slice;
  /** Null until its page is loaded. */
  rows: readonly ReactElement[] | null;
  hasFailed: boolean;
  request: () => void;
};

/** Until its chapters are loaded, it has what keyboards and screen readers load them by. */
function SliceList({ slice, rows, hasFailed, request }: SliceProps) {
  const list = useRef<HTMLOListElement>(null);
  const isLoaded = rows !== null;
  const onNear = useEffectEvent(request);
  useEffect(() => {
    const element = list.current;
    if (!element || isLoaded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        const isNear = entries.at(-1)?.isIntersecting;
        if (isNear) timer = setTimeout(() => onNear(), requestAfterMs);
      },
      { root: element.closest('.content'), rootMargin: `${nearPixels}px 0px` },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isLoaded]);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (isLoaded || !currentTarget.querySelector(':focus-visible')) return;
    // The keyboard came from behind: the last chapter is the nearest one.
    currentTarget.toggleAttribute('data-from-behind', isAfter(relatedTarget, currentTarget));
    if (!hasFailed) request();
  };
  // Its height is reserved before its chapters are loaded.
  const style: CSSProperties = { ['--rows' as string]: slice.length };
  return (
    <ol ref={list} data-page={slice.page} style={style} onFocus={onFocus}>
      {rows ?? (
        <li className="rest">
          {hasFailed && <p>{messages.chaptersFailed}</p>}
          <button type="button" onClick={request}>
            {hasFailed ? 'Réessayer' : `Afficher ${plural(slice.length, 'chapitre')}`}
          </button>
        </li>
      )}
    </ol>
  );
}

const isAfter = (node: Node | null, list: Element): boolean =>
  node !== null && (list.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

type RowProps = Pick<Props, 'looker' | 'onCurrent'> & { chapter: ListedChapter };

function Row({ chapter, looker, onCurrent }: RowProps) {
  const isCurrent = chapter.id === looker.currentId;
  const stay = (event: MouseEvent) => {
    event.preventDefault();
    onCurrent();
  };
  return (
    <a
      href={paths.chapter(chapter.id)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={isCurrent ? stay : undefined}
    >
      <span className="number">{chapter.chapterNumber}</span> <span>{chapter.title}</span>
      {marksOf(chapter, looker).map(({ kind, words }) => (
        <span key={kind} className={`mark ${kind}`}>
          {words}
        </span>
      ))}
    </a>
  );
}

/** The state of a chapter, by icon and word. */
function marksOf(chapter: ListedChapter, looker: Looker): { kind: string; words: string }[] {
  const { id, isLocked, isPremium, creditCost } = chapter;
  const marks: { kind: string; words: string }[] = [];
  if (id === looker.currentId) marks.push({ kind: 'current', words: 'En cours' });
  else if (looker.readIds.has(id)) marks.push({ kind: 'read', words: 'Lu' });
  if (isLocked) marks.push({ kind: 'locked', words: plural(creditCost, 'crédit') });
  // If it is open to an anonymous reader, it is free by now: nothing was unlocked.
  else if (isPremium && looker.isSignedIn) marks.push({ kind: 'unlocked', words: 'Déverrouillé' });
  return marks;
}

/**
 * Lets lists get their chapters. Long titles make a list higher than the place that was reserved for it:
 * what is seen below it stays where it is, unless something above it is seen; and who scrolled to the
 * end stays there. Done here, since Safari anchors nothing, and others may anchor at the list itself. A
 * focus that a list had goes to the nearest of its chapters.
 */
function growInPlace(
  scroller: HTMLElement,
  lists: readonly HTMLElement[],
  change: () => void,
): void {
  const { scrollTop, clientHeight, scrollHeight } = scroller;
  const isAtEnd = scrollTop + clientHeight > scrollHeight - 2;
  const seen = scroller.getBoundingClientRect();
  const above = lists.filter((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return top < seen.top && bottom < seen.bottom;
  });
  const focusedAt = lists.findIndex((list) => list.contains(document.activeElement));
  const heightOf = (some: readonly Element[]) =>
    some.reduce((sum, list) => sum + list.getBoundingClientRect().height, 0);
  const beforePixels = heightOf(above);
  change();
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
  else scroller.scrollTop += heightOf(above) - beforePixels;
  const focused = lists[focusedAt];
  const isFromBehind = focused?.hasAttribute('data-from-behind');
  const nearest = isFromBehind ? 'li:last-child a' : 'a';
  focused?.querySelector<HTMLElement>(nearest)?.focus();
}
