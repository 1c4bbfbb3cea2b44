import {
  along,
  bring,
  countTurn,
  firstRect,
  lengthShown,
  measurePages,
} from '../pages/reading-flow.ts';
import type { Sentence } from './sentences.ts';

/** Highlights the spoken sentence, and keeps it in view until the reader scrolls away. */
export type Follower = {
  show: (sentence: Sentence) => void;
  /** Back to the spoken sentence. */
  goBack: () => void;
  end: () => void;
};

const highlightName = 'read-aloud';
/** For browsers without the CSS Custom Highlight API: the paragraph. */
const blockClass = 'read-aloud-block';
/** Assumed duration of our own scrolling, in browsers without `scrollend`. */
const scrollMs = 1_000;

/**
 * `player` overlays the end of the window. `onAway` is called when the reader scrolls away from
 * the sentence or back: the page does not scroll against them.
 */
export function follow(player: HTMLElement, onAway: (isAway: boolean) => void): Follower {
  let current: Sentence | null = null;
  let isAway = false;
  let isOurScroll = false;
  let timer = 0;
  const listening = new AbortController();

  const setAway = (value: boolean) => {
    if (isAway === value) return;
    isAway = value;
    onAway(value);
  };
  const isInView = ({ range }: Sentence) => {
    if (measurePages()) {
      // The page where it begins; its end may be on the next one.
      const start = along(firstRect(range));
      return start >= 0 && start < lengthShown();
    }
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= player.getBoundingClientRect().top;
  };
  const endOurScroll = () => {
    isOurScroll = false;
    clearTimeout(timer);
  };
  const bringIntoView = (sentence: Sentence) => {
    if (isInView(sentence)) return;
    if (measurePages()) {
      countTurn();
      bring(along(firstRect(sentence.range)));
      return;
    }
    isOurScroll = true;
    clearTimeout(timer);
    timer = window.setTimeout(endOurScroll, scrollMs);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollBy({
      top: sentence.range.getBoundingClientRect().top - innerHeight * 0.25,
      behavior: isCalm ? 'instant' : 'smooth',
    });
  };

  const { signal } = listening;
  for (const hand of ['wheel', 'touchmove', 'keydown'] as const) {
    addEventListener(hand, endOurScroll, { passive: true, signal });
  }
  addEventListener('scrollend', endOurScroll, { signal });
  addEventListener(
    'scroll',
    () => {
      if (!isOurScroll && current) setAway(!isInView(current));
    },
    { passive: true, signal },
  );

  return {
    show: (sentence) => {
      unmark(current);
      current = sentence;
      mark(sentence);
      if (!isAway) bringIntoView(sentence);
      // It may have reached the reader's position.
      else if (isInView(sentence)) setAway(false);
    },
    goBack: () => {
      setAway(false);
      if (current) bringIntoView(current);
    },
    end: () => {
      listening.abort();
      clearTimeout(timer);
      unmark(current);
      current = null;
    },
  };
}

const canHighlight = 'highlights' in CSS && 'Highlight' in window;

function mark({ range, block }: Sentence): void {
  if (canHighlight) CSS.highlights.set(highlightName, new Highlight(range));
  else block.classList.add(blockClass);
}

function unmark(sentence: Sentence | null): void {
  if (canHighlight) CSS.highlights.delete(highlightName);
  else sentence?.block.classList.remove(blockClass);
}
