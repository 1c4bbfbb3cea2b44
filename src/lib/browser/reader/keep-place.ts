import { signedInPerson } from '../auth-token.ts';
import { noteLastRead } from './last-read.ts';
import { isInNotes, placeInWindow, scrollToPlace, type Place } from './place-in-text.ts';
import type { Opening } from './place.ts';
import { claimPlaces } from './places-seen.ts';
import { readStoredPlace, storePlace } from './stored-places.ts';

/** Scrolling has stopped when nothing moved for so long. */
const stoppedMs = 250;

/** A chapter that is being read, as `place-sync.ts` sees it. */
export type Reading = {
  chapterId: string;
  /** Goes to a place and keeps it as this device's; null is the page's top. */
  goTo: (place: Place | null) => void;
  /** The text is taken off the page. */
  signal: AbortSignal;
  /** Whether the reader has begun to move since the text was there. */
  hasMoved: () => boolean;
  /** Hears of each place that is kept. */
  onKept: () => void;
};

/**
 * Keeps the reader's place in a chapter on this device, and goes to it: unless the address leads
 * elsewhere, the browser goes back to where it was by itself, or the reader has moved already. At
 * the text's top, and once its end was in sight, there is nothing to keep. For somebody who is
 * signed in, the account has the place too.
 */
export function keepPlace(opening: Opening): void {
  const { chapterId, text, signal } = opening;
  // Taken off the page while this was loaded.
  if (signal.aborted) return;
  const isSignedIn = document.documentElement.dataset.session === 'on';
  const person = isSignedIn ? signedInPerson() : null;
  // Before the first look at them: nobody is led to where somebody else stopped.
  if (person !== null) claimPlaces(person);
  /** Another tab has signed in somebody else: what is kept here now is theirs. */
  const isOthers = () => person !== null && ![person, null].includes(signedInPerson());
  let width = innerWidth;
  let timer = 0;
  /** Where the page stands without the reader's doing. */
  let still = opening.scrollTop;
  let hasMoved = false;
  /** Until it stands still, it is the browser that goes where the address leads. */
  let isLed = location.hash !== '';
  /** What stands at the window's top. */
  let place: Place | null = null;

  const goTo = (wanted: Place | null) => {
    place = wanted;
    if (wanted) scrollToPlace(text, wanted);
    else scrollTo({ top: 0, behavior: 'instant' });
    still = scrollY;
  };
  const { novel, chapterNumber } = text.closest<HTMLElement>('.reader')?.dataset ?? {};
  const noteReading = () => {
    if (novel) noteLastRead(novel, { id: chapterId, number: Number(chapterNumber) });
  };
  const keep = () => {
    clearTimeout(timer);
    if (isLed) still = scrollY;
    isLed = false;
    if (scrollY === still) return;
    still = scrollY;
    place = placeInWindow(text);
    // What is kept stays for whoever looks at the notes.
    if (isOthers() || isInNotes(text)) return;
    storePlace(chapterId, place);
    noteReading();
    reading.onKept();
  };
  const reading: Reading = {
    chapterId,
    goTo: (wanted) => {
      storePlace(chapterId, wanted);
      // Without one the chapter may just have been opened.
      if (wanted) noteReading();
      goTo(wanted);
    },
    signal,
    hasMoved: () => hasMoved,
    onKept: () => undefined,
  };

  const follow = () => {
    clearTimeout(timer);
    if (scrollY === still && !isLed) return;
    hasMoved = !isLed;
    timer = window.setTimeout(keep, stoppedMs);
  };

  const stored = readStoredPlace(chapterId);
  if (stored && mayGo(opening)) goTo(stored);
  follow();
  addEventListener('scroll', follow, { passive: true, signal });
  // On telephones the height changes while somebody scrolls: the browser's own bars come and go.
  const turn = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    if (place) {
      goTo(place);
      return;
    }
    // The browser holds what it shows, and the page may move for that: it is no reading.
    isLed = true;
    follow();
  };
  addEventListener('resize', turn, { signal });
  // Where the browser does not hold the text when the reader's font comes.
  void document.fonts.ready.then(() => {
    if (scrollY === still && place && !signal.aborted) goTo(place);
  });
  addEventListener('pagehide', keep, { signal });
  document.addEventListener('visibilitychange', keep, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  if (isSignedIn) {
    void import('./place-sync.ts').then(({ followAccount }) => followAccount(reading));
  }
}

/**
 * A text that came later than the page (a premium one) always opens at its place: what stood there
 * before it has gone, and the page moved by itself.
 */
function mayGo({ scrollTop, isLate }: Opening): boolean {
  if (location.hash) return false;
  if (isLate) return true;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' && scrollTop === 0 && scrollY === scrollTop;
}
