/** How a sentence is spoken. */
export type Manner = { rate: number; voice: SpeechSynthesisVoice | null; language: string };

export type Speaker = {
  /** Speaks this instead of whatever is spoken. */
  speak: (text: string, manner: Manner) => void;
  stop: () => void;
};

/** A voice from the network may need a moment to begin; then nothing will come. */
const beginsWithinMs = 6_000;
/** Slower than any voice: one that has not ended by then has fallen silent (crbug.com/679437). */
const charactersPerSecondMin = 4;

/**
 * Speaks one sentence at a time. `pause()` and `resume()` of the browser are not used: Android
 * drops what is paused (https://github.com/mdn/browser-compat-data/issues/4500), and Chromium's
 * network voices do not come back. To go on is to speak the sentence again.
 */
export function createSpeaker(told: { onEnd: () => void; onFailure: () => void }): Speaker {
  // Held, for Chromium forgets an utterance that nobody holds, and its end with it.
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
    stop,
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
        if (isCurrent()) waitFor(longestMs, told.onEnd);
      });
      utterance.addEventListener('end', () => {
        if (!isCurrent()) return;
        leave();
        told.onEnd();
      });
      // `cancel()` is told as a failure too, of an utterance that is no longer the current one.
      utterance.addEventListener('error', () => {
        if (!isCurrent()) return;
        leave();
        told.onFailure();
      });
      current = utterance;
      const begin = () => {
        if (!isCurrent()) return;
        // Another page may have left the browser's one voice paused.
        speechSynthesis.resume();
        waitFor(beginsWithinMs, told.onFailure);
        speechSynthesis.speak(utterance);
      };
      // Firefox loses what is spoken in the same breath as a cancellation.
      if (isBusy) timer = window.setTimeout(begin, 50);
      else begin();
    },
  };
}
