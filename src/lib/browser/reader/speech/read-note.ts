/** Reads one note aloud. Loaded on demand. */
import { mannerOf } from './voices.ts';
import { createReading } from './reading.ts';
import { findSentences } from './sentences.ts';

/**
 * Reads a note with the reader's speed and voice.
 * @param language of the chapter's text.
 * @param onPlaying called when it starts, and when it has ended, was stopped or failed.
 * @returns functions that start and stop it, and stop it for good.
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
    {
      mayGoOn: () => true,
      onSentence: nothing,
      onPlaying: setPlaying,
      onOver: nothing,
      onSilent: nothing,
      onGone: nothing,
    },
  );
  function setPlaying(isPlaying: boolean): void {
    isBeingRead = isPlaying;
    onPlaying(isPlaying);
  }
  return {
    toggle: reading.toggle,
    // The browser has one voice for all: other speech continues.
    stop: () => {
      if (isBeingRead) reading.pause();
    },
  };
}
