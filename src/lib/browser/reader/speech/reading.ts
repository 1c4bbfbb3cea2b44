import type { Sentence } from './sentences.ts';
import { createSpeaker, type Manner } from './speaker.ts';

/** Events of a reading. */
type ReadingEvents = {
  /** Asked after each sentence but the last: whether the next one follows. */
  mayGoOn: () => boolean;
  onSentence: (sentence: Sentence) => void;
  onPlaying: (isPlaying: boolean) => void;
  /** The last sentence has been spoken. */
  onOver: () => void;
  /** The browser does not speak, or may not. */
  onSilent: () => void;
  /** The text was removed from the page. */
  onGone: () => void;
};

/** A text read aloud, sentence by sentence. */
export type Reading = {
  play: (from?: number) => void;
  pause: () => void;
  toggle: () => void;
  step: (by: 1 | -1) => void;
  /** Speaks the sentence again with the current settings. */
  changeManner: () => void;
  isOver: () => boolean;
};

/** How long a separator or the end of a heading is heard. */
const breakMs = 900;

/** `begin` returns where to begin, `manner` how a sentence is spoken; both are called each time. */
export function createReading(
  sentences: readonly Sentence[],
  begin: () => number,
  manner: (sentence: Sentence) => Manner,
  events: ReadingEvents,
): Reading {
  let index = -1;
  let isPlaying = false;
  let isOver = false;
  let breakTimer = 0;

  const speaker = createSpeaker({
    onEnd: () => {
      const next = sentences[index + 1];
      if (!next) {
        pause();
        isOver = true;
        events.onOver();
      } else if (!events.mayGoOn()) pause();
      else if (next.isAfterBreak) breakTimer = window.setTimeout(() => play(index + 1), breakMs);
      else play(index + 1);
    },
    onFailure: () => {
      pause();
      events.onSilent();
    },
  });

  function play(from = index < 0 || isOver ? begin() : index): void {
    clearTimeout(breakTimer);
    const sentence = sentences[from];
    if (!sentence?.block.isConnected) {
      events.onGone();
      return;
    }
    show(from, sentence);
    setPlaying(true);
    speaker.speak(sentence.text, manner(sentence));
  }

  function pause(): void {
    clearTimeout(breakTimer);
    speaker.stop();
    setPlaying(false);
  }

  function show(at: number, sentence: Sentence): void {
    index = at;
    isOver = false;
    events.onSentence(sentence);
  }

  function setPlaying(value: boolean): void {
    isPlaying = value;
    events.onPlaying(value);
  }

  return {
    play,
    pause,
    toggle: () => {
      if (isPlaying) pause();
      else play();
    },
    step: (by) => {
      const at = Math.min(Math.max(index + by, 0), sentences.length - 1);
      const sentence = sentences[at];
      if (isPlaying) play(at);
      else if (sentence) show(at, sentence);
    },
    changeManner: () => {
      if (isPlaying) play();
    },
    isOver: () => isOver,
  };
}
