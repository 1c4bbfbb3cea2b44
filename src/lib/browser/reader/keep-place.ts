import { signedInPerson } from '../auth-token.ts';
import { whenIdle } from '../idle.ts';
import { noteLastRead, type WayBack } from './last-read.ts';
import { isInNotes, placeInWindow, scrollToPlace, type Place } from './place-in-text.ts';
import { turnHere } from './page-turn.ts';
import {
  endAlong,
  isAtBeginning,
  lengthShown,
  measurePages,
  readingPosition,
  showPage,
} from './reading-flow.ts';
import { lastOfProse } from './prose-end.ts';
import { watchForEnd } from './read-chapters.ts';
import type { Opening } from './opening.ts';
import type { Reading } from './place-sync.ts';
import { claimPlaces } from './places-seen.ts';
import { readStoredPlace, storePlace } from './stored-places.ts';

/** Scrolling has stopped when nothing moved for this long. */
const stoppedMs = 250;

/**
 * Stores the reader's place in a chapter on this device, and scrolls to it: unless the address
 * has a target, the reader has turned pages to the chapter, the browser restores its own position,
 * or the reader has scrolled already. At the text's top, and once its end was in sight, no place is
 * stored. For a signed-in user, the account has the place too.
 */
export function keepPlace(opening: Opening): void {
  const { chapterId, text, signal } = opening;
  const isSignedIn = document.documentElement.dataset.session === 'on';
  const person = isSignedIn ? signedInPerson() : null;
  // Before the first read: nobody is led to another user's place.
  if (person !== null) claimPlaces(person);
  /** Another tab has signed in another user: the places stored here now are theirs. */
  const isOthers = () => person !== null && ![person, null].includes(signedInPerson());
  let width = innerWidth;
  let timer = 0;
  let isInPages = measurePages() !== null;
  /** The reading position before any action of the reader. */
  let still = opening.scrollTop;
  let hasMoved = false;
  /** Until it stops, the browser is scrolling to the address's target. */
  let isLed = location.hash !== '';
  /** The place at the window's top. */
  let place: Place | null = null;
  /** Whether this reading came to the end; null until it tells. From another place another one begins. */
  let isRead: boolean | null = null;

  const goTo = (wanted: Place | null) => {
    place = wanted;
    if (wanted) scrollToPlace(text, wanted);
    else goToTop();
    still = readingPosition();
  };
  const article = text.closest<HTMLElement>('.reader');
  const { novel, chapterNumber } = article?.dataset ?? {};
  const noteReading = () => {
    if (!article || !novel) return;
    const last = { id: chapterId, number: Number(chapterNumber) };
    const isEndSeen = endAlong(lastOfProse(text)) <= lengthShown();
    const isDone = isEndSeen || isRead === true;
    const share = place ? place.paragraph / text.children.length : Number(isDone);
    noteLastRead(novel, last, wayBackTo(article, share, person));
    // Somebody reads here: from now on the device keeps what was read.
    whenIdle(() => {
      void import('../offline/install.ts').then(
        (offline) => offline.startOffline(),
        () => undefined,
      );
    });
  };
  const lookIfRead = () => {
    if (noteIfRead()) isRead = true;
  };
  const keep = () => {
    clearTimeout(timer);
    if (isLed) still = readingPosition();
    isLed = false;
    if (readingPosition() === still) return;
    still = readingPosition();
    place = placeInWindow(text);
    // The stored place stays while the reader looks at the notes.
    if (isOthers()) return;
    lookIfRead();
    if (isInNotes(text)) return;
    if (place) isRead = false;
    storePlace(chapterId, place);
    noteReading();
    reading.onKept();
  };
  const reading: Reading = {
    chapterId,
    goTo: (wanted) => {
      isRead = null;
      storePlace(chapterId, wanted);
      // Without one the chapter may just have been opened.
      if (wanted) noteReading();
      goTo(wanted);
    },
    signal,
    // Who came by turning pages is asked before the account's place takes them elsewhere.
    hasMoved: () => hasMoved || turnHere() !== null,
    onKept: () => undefined,
    isRead: () => {
      // Who stays at the end does not move.
      lookIfRead();
      return isRead;
    },
  };

  const follow = () => {
    clearTimeout(timer);
    if (readingPosition() === still && !isLed) return;
    hasMoved = !isLed;
    timer = window.setTimeout(keep, stoppedMs);
  };

  const stored = readStoredPlace(chapterId);
  const isResumed = stored !== null && mayGo(opening);
  if (isResumed) goTo(stored);
  const share = isResumed ? stored.paragraph / text.children.length : 0;
  const noteIfRead = watchForEnd(opening, share);
  follow();
  addEventListener('scroll', follow, { passive: true, signal });
  // On phones the height changes while scrolling: the browser's toolbars hide and show. Pages keep
  // their place themselves (pages/turn-pages.ts).
  const turn = () => {
    const wasInPages = isInPages;
    isInPages = measurePages() !== null;
    if (isInPages === wasInPages && (isInPages || innerWidth === width)) return;
    width = innerWidth;
    if (place) {
      goTo(place);
      return;
    }
    // Scroll anchoring may move the page: that is not reading.
    isLed = true;
    follow();
  };
  addEventListener('resize', turn, { signal });
  // For browsers without scroll anchoring, when the reader's font is applied.
  void document.fonts.ready.then(() => {
    if (readingPosition() === still && place && !signal.aborted) goTo(place);
  });
  const leave = () => {
    keep();
    // Who stays at the end does not move.
    if (!isOthers()) lookIfRead();
  };
  addEventListener('pagehide', leave, { signal });
  document.addEventListener('visibilitychange', leave, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  if (isSignedIn) {
    void import('./place-sync.ts').then(({ followAccount }) => followAccount(reading));
  }
}

/** What the page says of its chapter, for the way back to it. */
function wayBackTo(
  article: HTMLElement,
  share: number,
  reader: string | null,
): WayBack | undefined {
  const novel = article.querySelector<HTMLAnchorElement>('.back');
  const slug = novel?.pathname.split('/').at(-1);
  if (!novel || !slug) return undefined;
  const next = article.querySelector<HTMLAnchorElement>('[data-turn="next"]');
  return {
    slug,
    novelTitle: novel.textContent.trim(),
    chapterTitle: article.querySelector('h1')?.textContent.trim() ?? '',
    chapterCount: Number(article.dataset.chapterCount),
    percent: Math.round(share * 100),
    readAtMs: Date.now(),
    nextId: next?.pathname.split('/').at(-1) ?? null,
    reader,
  };
}

function goToTop(): void {
  if (measurePages()) showPage(0, 'instant');
  else scrollTo({ top: 0, behavior: 'instant' });
}

/**
 * A text loaded after the page (a premium one) always opens at its place: what was there before is
 * gone, and the page scrolled by itself.
 */
function mayGo({ scrollTop, isLate }: Opening): boolean {
  if (location.hash || turnHere() !== null) return false;
  if (isLate) return true;
  // The browser restores no page.
  if (measurePages()) return isAtBeginning();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' && scrollTop === 0 && scrollY === scrollTop;
}
