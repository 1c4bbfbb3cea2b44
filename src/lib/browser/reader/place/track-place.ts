import { recapAfterMs } from '#shared/constants.ts';
import { readingWordsPerMinute } from '#shared/reading/reading-speed.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { whenIdle } from '#browser/idle.ts';
import { readIds } from '#browser/page/count-view.ts';
import { writeStored } from '#browser/storage.ts';
import { listResumable, noteLastRead, type WayBack } from './last-read.ts';
import { countMoves, goToLine, notePlace, returnToPlace } from './preserve-place.ts';
import type { Place } from '#shared/reading/place.ts';
import { isInNotes, lineOf, placeInWindow } from './place-in-text.ts';
import { turnHere } from '../pages/page-turn.ts';
import {
  endAlong,
  isAtBeginning,
  lengthShown,
  measurePages,
  readingPosition,
} from '../pages/reading-flow.ts';
import { lastOfProse } from '../text/prose-end.ts';
import type { Reading } from './place-sync.ts';
import { claimPlaces, readStoredPlace, storePlace } from './stored-places.ts';
import { followProgress } from './progress.ts';

/** How a chapter was opened. */
export type Opening = {
  chapterId: string;
  text: HTMLElement;
  /** The scroll position when the text was shown. */
  scrollTop: number;
  /** The text was loaded after the page. */
  isLate: boolean;
  /** Aborted when the text is removed from the page. */
  signal: AbortSignal;
};

/** Scrolling has stopped when nothing moved for this long. */
const stoppedMs = 250;

/** The texts that are followed. */
const followed = new WeakSet<HTMLElement>();

/**
 * What a text needs once it is read: its place is stored, its progress drawn. Does nothing the second time,
 * or for a text that was removed in the meantime.
 */
export function followReader(article: HTMLElement, opening: Opening): void {
  const { text, signal } = opening;
  if (signal.aborted || followed.has(text)) return;
  followed.add(text);
  followProgress(article, text, signal);
  trackPlace(opening);
}

/**
 * Stores the reader's place in a chapter on this device, and scrolls to it: unless the address
 * has a target, the reader has turned pages to the chapter, the browser restores its own position,
 * or the reader has scrolled already. At the text's top, and once its end was in sight, no place is
 * stored. For a signed-in user, the account has the place too.
 */
function trackPlace(opening: Opening): void {
  const { chapterId, text, signal } = opening;
  const isSignedIn = document.documentElement.dataset.session === 'on';
  const person = isSignedIn ? signedInPerson() : null;
  // Before the first read: no user is led to another one's place.
  if (person !== null) claimPlaces(person);
  /** Another tab has signed in another user: the places stored here now are theirs. */
  const isOthers = () => person !== null && ![person, null].includes(signedInPerson());
  let timer = 0;
  /** How many moves of the reader were taken into account. */
  let seenMoves = readingPosition() === opening.scrollTop ? countMoves() : -1;
  let hasMoved = false;
  /** Until it stops, the browser is scrolling to the address's target. */
  let isLed = location.hash !== '';
  /** The place at the window's top. */
  let place: Place | null = null;
  /** Whether this reading came to the end; null until that is known. From another place another one begins. */
  let isRead: boolean | null = null;

  const goTo = (wanted: Place | null) => {
    place = wanted;
    goToLine(wanted && lineOf(text, wanted));
    seenMoves = countMoves();
  };
  const article = text.closest<HTMLElement>('.reader');
  const { novel, chapterNumber } = article?.dataset ?? {};
  if (article?.dataset.recap !== undefined) remind(article, person);
  const noteReading = () => {
    if (!article || !novel) return;
    const last = { id: chapterId, number: Number(chapterNumber) };
    const isEndSeen = endAlong(lastOfProse(text)) <= lengthShown();
    const isDone = isEndSeen || isRead === true;
    const share = place ? place.paragraph / text.children.length : Number(isDone);
    noteLastRead(novel, last, wayBackTo(article, share, person));
    // From now on the device caches what is read.
    whenIdle(() => {
      void import('#browser/offline/install.ts').then(
        (offline) => offline.startOffline(),
        () => undefined,
      );
    });
  };
  const lookIfRead = () => {
    if (noteIfRead()) isRead = true;
  };
  const storeNow = () => {
    clearTimeout(timer);
    const moves = countMoves();
    const isSeen = isLed || moves === seenMoves;
    if (isLed || !isSeen) notePlace();
    isLed = false;
    seenMoves = moves;
    if (isSeen) return;
    place = placeInWindow(text);
    // The stored place stays while the reader looks at the notes.
    if (isOthers()) return;
    lookIfRead();
    if (isInNotes(text)) return;
    if (place) isRead = false;
    storePlace(chapterId, place);
    noteReading();
    reading.onStored();
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
    onStored: () => undefined,
    isRead: () => {
      // Who stays at the end does not move.
      lookIfRead();
      return isRead;
    },
  };

  const follow = () => {
    clearTimeout(timer);
    if (countMoves() === seenMoves && !isLed) return;
    hasMoved = !isLed;
    timer = window.setTimeout(storeNow, stoppedMs);
  };

  const stored = readStoredPlace(chapterId);
  const isResumed = stored !== null && mayGo(opening);
  if (isResumed) goTo(stored);
  const share = isResumed ? stored.paragraph / text.children.length : 0;
  const noteIfRead = watchForEnd(opening, share);
  // Who has turned back begins at the last page, however the text is laid out until they move.
  if (turnHere() === null && countMoves() === seenMoves) notePlace();
  follow();
  addEventListener('scroll', follow, { passive: true, signal });
  const layOut = () => {
    if (!signal.aborted) returnToPlace();
  };
  addEventListener('resize', layOut, { signal });
  // For browsers without scroll anchoring, when the reader's font is applied.
  void document.fonts.ready.then(layOut);
  const leave = () => {
    storeNow();
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

/**
 * “Précédemment” for who comes back. Call before this reading is stored; of an account that this device
 * does not know the novel from, the server knows when it was here.
 */
function remind(article: HTMLElement, person: string | null): void {
  const last = listResumable(person).find(({ novelId }) => novelId === article.dataset.novel);
  if (last ? Date.now() - last.readAtMs < recapAfterMs : person === null) return;
  const lastHere = last ? { id: last.id, isWhole: last.percent >= 100 } : null;
  void import('../recap/show-recap.ts').then(
    (recap) => recap.showRecap(article, lastHere),
    () => undefined,
  );
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

/** Which chapters were read to their end on this device. */

/** Who needs less of the time that the words take has not read, but looked. */
const shareOfTime = 1 / 4;
/** The number of chapters that a device stores as read. */
const readChaptersMax = 2_000;

/**
 * Notes a chapter as read when its end is in sight, and the page was so for a quarter of the time that
 * its words take, from where it was opened.
 * @param share of the text that is before that place.
 * @returns what looks and says whether it is; call it where the reader stops, and where the page is left.
 */
function watchForEnd(opening: Opening, share: number): () => boolean {
  const { chapterId, text, isLate, signal } = opening;
  const words = Number(text.closest<HTMLElement>('.reader')?.dataset.words);
  const neededMs = (words * (1 - share) * shareOfTime * 60_000) / readingWordsPerMinute;
  let seenMs = 0;
  // This is loaded late, where the reader scrolls; where a tab came into sight, some browsers report.
  const inSight = performance.getEntriesByType('visibility-state').at(-1)?.startTime ?? 0;
  let seenSince = document.hidden ? null : isLate ? performance.now() : inSight;
  const count = () => {
    const now = performance.now();
    if (seenSince !== null) seenMs += now - seenSince;
    seenSince = document.hidden ? null : now;
  };
  document.addEventListener('visibilitychange', count, { signal });
  return () => {
    count();
    if (seenMs < neededMs || endAlong(lastOfProse(text)) > lengthShown()) return false;
    const others = readIds(storageKeys.readChapters).filter((id) => id !== chapterId);
    const all = [...others, chapterId].slice(-readChaptersMax);
    writeStored(storageKeys.readChapters, JSON.stringify(all));
    return true;
  };
}
