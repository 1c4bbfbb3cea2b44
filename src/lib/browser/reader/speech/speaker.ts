/** How a sentence is spoken. */
export type Manner = { rate: number; voice: SpeechSynthesisVoice | null; language: string };

export type Speaker = {
  /** Speaks this, cancelling the current utterance. */
  speak: (text: string, manner: Manner) => void;
  stop: () => void;
};

/** A network voice, or a device's speech that is not running yet, needs a moment to begin. */
const beginsWithinMs = 6_000;
/** Slower than any voice: one that has not ended by then has stalled (crbug.com/679437). */
const charactersPerSecondMin = 4;

/**
 * Speaks one sentence at a time. `pause()` and `resume()` of the browser are not used: Android
 * drops a paused utterance (https://github.com/mdn/browser-compat-data/issues/4500), and
 * Chromium's network voices do not come back. Resuming speaks the sentence again.
 */
export function createSpeaker(events: { onEnd: () => void; onFailure: () => void }): Speaker {
  // Referenced here, since Chromium garbage-collects an unreferenced utterance, and its end
  // event with it.
  let current: SpeechSynthesisUtterance | null = null;
  let timer = 0;

  const leave = () => {
    current = null;
    clearTimeout(timer);
  };
  const stop = () => {
    leave();
    speechSynthesis.cancel();
  };
  const waitFor = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      stop();
      then();
    }, ms);
  };

  return {
    // What another speaker says goes on: cancelling it would end it as if it had been spoken.
    stop: () => {
      if (current) stop();
    },
    speak: (text, { rate, voice, language }) => {
      const isBusy = speechSynthesis.speaking || speechSynthesis.pending;
      if (isBusy) stop();
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = voice?.lang ?? language;
      utterance.rate = rate;
      if (voice) utterance.voice = voice;
      const isCurrent = () => current === utterance;
      utterance.addEventListener('start', () => {
        const longestMs = (text.length / (charactersPerSecondMin * rate) + 5) * 1_000;
        if (isCurrent()) waitFor(longestMs, events.onEnd);
      });
      utterance.addEventListener('end', () => {
        if (!isCurrent()) return;
        leave();
        events.onEnd();
      });
      // `cancel()` is reported as an error too, of an utterance that is no longer the current
      // one.
      utterance.addEventListener('error', () => {
        if (!isCurrent()) return;
        leave();
        events.onFailure();
      });
      current = utterance;
      const begin = () => {
        if (!isCurrent()) return;
        // Another page may have left the browser's one voice paused.
        speechSynthesis.resume();
        waitFor(beginsWithinMs, events.onFailure);
        speechSynthesis.speak(utterance);
      };
      // Firefox loses an utterance spoken right after a cancellation.
      if (isBusy) timer = window.setTimeout(begin, 50);
      else begin();
    },
  };
}
