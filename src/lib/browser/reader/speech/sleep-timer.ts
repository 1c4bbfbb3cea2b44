import { takeTab, writeTab } from '#browser/stored-values.ts';

/** When a reading stops by itself: after so many minutes, or at the chapter's end. */
export const sleepMinutes = [15, 30, 60] as const;
const chapterEnd = 'chapter';
/** The value of the choice: empty for never, minutes, or `chapter`. */
export type SleepChoice = string;

/** In session storage: the timer that goes on in the next chapter, as “minutes end-in-ms”. */
const key = 'read_aloud_sleep';

export type SleepTimer = {
  set: (choice: SleepChoice) => void;
  choice: () => SleepChoice;
  /** Its time has come. At the chapter's end, so has that of `chapter`. */
  isDue: (isChapterOver: boolean) => boolean;
  /** The page is left for the next chapter, where `recall` finds it. */
  persist: () => void;
  /** Takes over what the previous chapter stored; nothing otherwise. */
  recall: () => void;
};

/** @param now in milliseconds. Compared with the clock, not awaited: hidden tabs delay timers. */
export function createSleepTimer(now: () => number): SleepTimer {
  let chosen: SleepChoice = '';
  let endsMs = Infinity;
  const set = (choice: SleepChoice, ends = now() + Number(choice) * 60_000) => {
    const isTimed = sleepMinutes.some((minutes) => String(minutes) === choice);
    chosen = isTimed || choice === chapterEnd ? choice : '';
    endsMs = isTimed ? ends : Infinity;
  };
  return {
    set: (choice) => set(choice),
    choice: () => chosen,
    isDue: (isChapterOver) => now() >= endsMs || (isChapterOver && chosen === chapterEnd),
    persist: () => {
      if (endsMs < Infinity) writeTab(key, `${chosen} ${endsMs}`);
    },
    recall: () => {
      const [choice = '', ends] = (takeTab(key) ?? '').split(' ');
      if (ends) set(choice, Number(ends));
    },
  };
}
