/** In the storage of the tab alone: which chapter is to be read aloud when its text is there. */
const key = 'read_aloud_next';

/** The page is being left for a chapter that is to be read aloud. */
export function noteGoingOn(chapterId: string): void {
  try {
    sessionStorage.setItem(key, chapterId);
  } catch {
    // Closed storage: the next chapter waits for the reader to ask.
  }
}

/** Whether this page was come to for that. Asked once: it explains no later visit. */
export function takeGoingOn(): boolean {
  try {
    const chapterId = sessionStorage.getItem(key);
    if (chapterId) sessionStorage.removeItem(key);
    return !!chapterId && location.pathname.endsWith(chapterId);
  } catch {
    return false;
  }
}
