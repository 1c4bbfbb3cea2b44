/** One note read aloud. Loaded when it is asked for. */
import { mannerOf } from './manner.ts';
import { createReading } from './reading.ts';
import { findSentences } from './sentences.ts';

/**
 * Reads the words of a note with the reader's speed and voice.
 * @param language of the chapter's text.
 * @param onPlaying hears whether it is being read: not before it begins, no longer when it is over,
 *   was stopped, or the browser says nothing.
 * @returns what begins and stops it, and what stops it for good.
 */
export function readNote(
  words: HTMLElement,
  language: string,
  onPlaying: (isPlaying: boolean) => void,
): { toggle: () => void; stop: () => void } {
  const nothing = () => undefined;
  let isBeingRead = false;
  const reading = createReading(
    findSentences(words),
    () => 0,
    (sentence) => mannerOf(sentence, language),
    { onSentence: nothing, onPlaying: tell, onOver: nothing, onSilent: nothing, onGone: nothing },
  );
  function tell(isPlaying: boolean): void {
    isBeingRead = isPlaying;
    onPlaying(isPlaying);
  }
  return {
    toggle: reading.toggle,
    // The browser has one voice for all: what else is being read goes on.
    stop: () => {
      if (isBeingRead) reading.pause();
    },
  };
}
