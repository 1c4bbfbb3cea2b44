import { map } from 'nanostores';
import type { SleepChoice } from './sleep-timer.ts';

/** Where the reading may go on after it has stopped; `follow` is called when the link is. */
export type WayOn = { href: string; follow: () => void };

/** What the player shows of the chapter's reading. */
export type SpeechState = {
  isPlaying: boolean;
  /** The reader has scrolled away from the spoken sentence. */
  isAway: boolean;
  /** Why it has stopped; empty for nothing. */
  message: string;
  way: WayOn | null;
  rate: number;
  /** By its URI; empty leaves it to the browser. */
  voice: string;
  voices: readonly SpeechSynthesisVoice[];
  sleep: SleepChoice;
};

/** One chapter at most is read aloud on a page. */
export const $speech = map<SpeechState>({
  isPlaying: false,
  isAway: false,
  message: '',
  way: null,
  rate: 1,
  voice: '',
  voices: [],
  sleep: '',
});

/** Shows why the reading has stopped; an empty sentence clears it. */
export function showMessage(message: string, way: WayOn | null = null): void {
  const now = $speech.get();
  // Called at each sentence, where there is nothing new to show.
  if (now.message !== message || now.way !== way) $speech.set({ ...now, message, way });
}
