import * as storageKeys from '#shared/site/storage-keys.ts';
import { whenIdle, whenUsed } from '../idle.ts';
import { readStored } from '../storage.ts';
import type { Panels } from './panels.ts';
import { startPages } from './pages/start-pages.ts';
import { takenAway, textShown } from './text-events.ts';
import { takeGoingOn } from './speech/going-on.ts';
import type { Opening } from './place/track-place.ts';
import { timeLeft } from './place/time-left.ts';

/**
 * Starts everything that a chapter's text needs: at once for a free chapter, when an island has shown
 * it for another one. Ends when the text is taken from the page again.
 */
export function startReading(panels: Panels): void {
  const start = () => startText(panels);
  document.addEventListener(textShown, start);
  start();
}

function startText(panels: Panels): void {
  const article = document.querySelector<HTMLElement>('.reader');
  const text = article?.querySelector<HTMLElement>('.chapter-text');
  if (!article || !text) return;
  const reading = new AbortController();
  const { signal } = reading;
  text.addEventListener(takenAway, () => reading.abort());
  followPlace(article, text, signal);
  protectText(text, signal);
  startPages();
  offerReadAloud(article, panels);
  loadExtras(text, signal);
  if (text.querySelector('.notes')) offerNotes(text, signal);
  if (document.documentElement.dataset.session === 'on') {
    void import('./settings/preferences-sync.ts').then((sync) => sync.followPreferences(signal));
  }
}

/** At once where the first screen needs them, else when the page is used, or preferences change. */
function loadExtras(text: HTMLElement, signal: AbortSignal): void {
  const load = () =>
    void import('./reading-extras.ts').then(
      (extras) => extras.startExtras(text, signal),
      () => undefined,
    );
  if (/ruler|dim/.test(String(document.documentElement.dataset.page))) whenIdle(load);
  else whenUsed(load, scrollY > 0);
  document.addEventListener('reader-preferences', load, { signal });
}

/**
 * A marker pressed before the module of notes is loaded waits for it; if that fails, its link is
 * followed.
 */
function offerNotes(text: HTMLElement, signal: AbortSignal): void {
  let pressed: HTMLElement | null = null;
  const delay = (event: MouseEvent) => {
    const marker = (event.target as Element).closest<HTMLElement>('a[role="doc-noteref"]');
    if (!marker || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pressed = marker;
  };
  text.addEventListener('click', delay, { signal });
  void import('./text/notes.ts')
    .then((notes) => notes.openNotesInPlace(text, signal))
    .catch(() => undefined)
    .then(() => {
      text.removeEventListener('click', delay);
      pressed?.click();
    });
}

/** A text was shown: offers to read it aloud if the browser can, and continues a reading. */
function offerReadAloud(article: HTMLElement, { speech }: Panels): void {
  const button = article.querySelector<HTMLElement>('.facts [data-panel]');
  if (!button) return;
  button.hidden = !('speechSynthesis' in window);
  if (takeGoingOn()) void speech().then((player) => player.open(button, true));
}

/**
 * Stores the reader's place in a chapter, opens the chapter at it, and shows the progress. The module
 * is loaded at once if there may be a place, else when the reader first scrolls; when idle for a text
 * that is read without scrolling.
 */
function followPlace(article: HTMLElement, text: HTMLElement, signal: AbortSignal): void {
  const { chapter: chapterId = '', words, recap } = article.dataset;
  const isLate = document.readyState === 'complete';
  const opening: Opening = { chapterId, text, scrollTop: scrollY, isLate, signal };
  const begin = () =>
    void import('./place/track-place.ts').then(
      (reading) => reading.followReader(article, opening),
      // Offline since the page was loaded.
      () => addEventListener('online', begin, { once: true, signal }),
    );
  const isSignedIn = document.documentElement.dataset.session === 'on';
  const isBack = recap && readStored(storageKeys.lastRead)?.includes(recap);
  if (isSignedIn || isBack || readStored(storageKeys.readingPlaces)?.includes(chapterId)) begin();
  else {
    const time = article.querySelector('[data-time-left]');
    if (time) time.textContent = timeLeft(Number(words));
    addEventListener('scroll', begin, { once: true, passive: true, signal });
    whenIdle(() => text.getBoundingClientRect().bottom < innerHeight && begin());
  }
}

/**
 * Events that copy a text. Zoom, find-in-page, links, screen readers and other keys keep
 * working.
 */
const takes = ['copy', 'cut', 'contextmenu', 'dragstart', 'selectstart'] as const;

/**
 * Keeps a chapter's text from being copied, cut, dragged, selected or printed, and watermarks it
 * with the reader's name (specification, section 2; design section 9). The stored role `admin` is
 * exempt. CSS has the part that works without JavaScript.
 */
function protectText(text: HTMLElement, signal: AbortSignal): void {
  // Whoever is not known has neither name nor role.
  const person = readStored(storageKeys.sessionSummary);
  if (person) {
    void import('./text/watermark.ts').then(
      (watermark) => watermark.markText(text, signal),
      () => undefined,
    );
  }
  // As `JSON.stringify` writes it; a name cannot have this in it, whose quotes it escapes.
  if (person?.includes('"role":"admin"')) return;
  const prevent = (event: Event) => {
    if (isAbout(text, event)) event.preventDefault();
  };
  for (const kind of takes) document.addEventListener(kind, prevent, { signal });
}

/**
 * Whether the event or the selection's start or end is in the text. The rest of the page may be
 * copied: CSS keeps the text out of that.
 */
function isAbout(text: HTMLElement, { type, target }: Event): boolean {
  const selection = type === 'copy' ? getSelection() : null;
  const isInField = target instanceof Element && target.closest('input,textarea');
  const ends = isInField ? [target] : [target, selection?.anchorNode, selection?.focusNode];
  return ends.some((node) => node instanceof Node && text.contains(node));
}
