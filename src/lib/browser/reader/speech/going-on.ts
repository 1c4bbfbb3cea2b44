/** In session storage: the chapter to read aloud once its text is shown. */
const key = 'read_aloud_next';

/** The page is left for a chapter that is to be read aloud. */
export function noteGoingOn(chapterId: string): void {
  try {
    sessionStorage.setItem(key, chapterId);
  } catch {
    // Storage unavailable: the next chapter waits for the reader.
  }
}

/** Whether this page was opened for that. Consumed: it applies to no later visit. */
export function takeGoingOn(): boolean {
  try {
    const chapterId = sessionStorage.getItem(key);
    if (chapterId) sessionStorage.removeItem(key);
    return !!chapterId && location.pathname.endsWith(chapterId);
  } catch {
    return false;
  }
}
